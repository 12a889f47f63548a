//! The check: text in which a model repeats itself instead of going on.

use std::collections::HashMap;

use crate::json::{self, Value};

/// How often one line may stand in one text, where the metadata does not say.
pub const MAX_REPEATS: usize = 20;
/// A shorter line (`}`, `end`, `- no`) stands often in sound text and is not counted.
pub const SHORTEST_LINE: usize = 8;

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Pass,
    /// The most frequent line stands this often.
    Block(usize),
}

impl Outcome {
    /// The verdict as JSON. It holds no text that would have to be escaped.
    #[must_use]
    pub fn verdict(self) -> String {
        match self {
            Outcome::Pass => r#"{"verdict":"pass"}"#.to_owned(),
            Outcome::Block(count) => format!(
                concat!(
                    r#"{{"verdict":"block","category":"repetition","#,
                    r#""reason":"one line stands {} times: say it once"}}"#
                ),
                count
            ),
        }
    }
}

/// Judges a context.
///
/// # Errors
/// What is wrong with the input, in words that quote nothing of it.
pub fn judge(input: &[u8]) -> Result<Outcome, String> {
    let text = std::str::from_utf8(input).map_err(|_| "the input is not UTF-8".to_owned())?;
    let context = json::parse(text).map_err(|error| error.to_string())?;
    let content = context
        .get("content")
        .ok_or("the input is not a context: it has no content")?;
    let allowed = max_repeats(context.get("metadata"))?;
    let most = most_repeats(content);
    Ok(if most > allowed {
        Outcome::Block(most)
    } else {
        Outcome::Pass
    })
}

fn max_repeats(metadata: Option<&Value>) -> Result<usize, String> {
    let written = match metadata {
        None | Some(Value::Null) => None,
        Some(object @ Value::Object(_)) => object.get("max_repeats"),
        Some(_) => return Err("`metadata` is not an object".to_owned()),
    };
    let number = match written {
        None => return Ok(MAX_REPEATS),
        Some(Value::Number(number)) => number.parse().ok(),
        Some(_) => None,
    };
    number
        .filter(|count| *count > 0)
        .ok_or("`max_repeats` must be an integer above 0".to_owned())
}

/// How often the most frequent line of any one string stands in it.
fn most_repeats(content: &Value) -> usize {
    match content {
        Value::Text(text) => most_in_text(text),
        Value::List(items) => items.iter().map(most_repeats).max().unwrap_or(0),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| most_in_text(key).max(most_repeats(value)))
            .max()
            .unwrap_or(0),
        _ => 0,
    }
}

fn most_in_text(text: &str) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for line in text.lines().map(str::trim) {
        if line.chars().nth(SHORTEST_LINE - 1).is_some() {
            *counts.entry(line).or_default() += 1;
        }
    }
    counts.into_values().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(text: &str, metadata: &str) -> Result<Outcome, String> {
        let escaped = text.replace('\n', "\\n");
        judge(format!(r#"{{"content":["x","{escaped}"],"metadata":{metadata}}}"#).as_bytes())
    }

    #[test]
    fn one_repeat_more_than_allowed_blocks() {
        let line = "as I said before\n";
        assert_eq!(judged(&line.repeat(MAX_REPEATS), "{}"), Ok(Outcome::Pass));
        assert_eq!(
            judged(&line.repeat(MAX_REPEATS + 1), "null"),
            Ok(Outcome::Block(21))
        );
    }

    #[test]
    fn metadata_says_how_often() {
        let twice = "as I said before\n".repeat(2);
        assert_eq!(
            judged(&twice, r#"{"max_repeats":1}"#),
            Ok(Outcome::Block(2))
        );
        assert_eq!(judged(&twice, r#"{"max_repeats":2}"#), Ok(Outcome::Pass));
    }

    #[test]
    fn a_setting_that_cannot_be_meant_is_refused() {
        for metadata in [r#"{"max_repeats":0}"#, r#"{"max_repeats":"5"}"#, "[]"] {
            assert!(judged("x", metadata).is_err(), "{metadata}");
        }
    }

    #[test]
    fn short_lines_are_not_counted_and_indentation_does_not_hide_a_long_one() {
        assert_eq!(judged(&"  }\n".repeat(500), "{}"), Ok(Outcome::Pass));
        let indented: String = (0..30)
            .map(|n| format!("{}again and again\n", " ".repeat(n)))
            .collect();
        assert_eq!(judged(&indented, "{}"), Ok(Outcome::Block(30)));
    }

    #[test]
    fn an_input_without_content_is_refused() {
        assert!(judge(b"{}").is_err());
        assert!(judge(b"\xff").is_err());
    }
}
