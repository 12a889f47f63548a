//! A strict reader of JSON, so that the example needs no crate: text in, a tree out.

use std::fmt;
use std::str::Chars;

/// Containers inside each other; the engine sends 128 of content at most.
pub const MAX_DEPTH: usize = 256;

/// A JSON value. Members keep their order.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    /// As it was written, for nothing here calculates with fractions.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The member of an object; `None` for other values, too.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Whether the input had it not at all, or as null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }
}

/// What is wrong with the text; it quotes nothing of it.
#[derive(Debug, PartialEq, Eq)]
pub struct NotJson(&'static str);

impl fmt::Display for NotJson {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the input is not JSON: {}", self.0)
    }
}

impl std::error::Error for NotJson {}

/// Reads one value and nothing after it.
///
/// # Errors
/// Text that is no JSON, holds a key twice or half a surrogate pair, or is nested too deeply.
pub fn parse(text: &str) -> Result<Value, NotJson> {
    let mut reader = Reader {
        rest: text.chars(),
        depth: 0,
    };
    let value = reader.value()?;
    reader.skip_space();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(NotJson("there is more after the value")),
    }
}

struct Reader<'a> {
    rest: Chars<'a>,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        if found {
            self.rest.next();
        }
        found
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\r' | '\n')) {
            self.rest.next();
        }
    }

    fn sign(&mut self, sign: char) -> bool {
        self.skip_space();
        self.take(sign)
    }

    fn value(&mut self) -> Result<Value, NotJson> {
        self.skip_space();
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::list),
            Some('"') => self.text().map(Value::Text),
            Some('t') => self.word("true", Value::Bool(true)),
            Some('f') => self.word("false", Value::Bool(false)),
            Some('n') => self.word("null", Value::Null),
            Some('-' | '0'..='9') => self.number(),
            Some(_) => Err(NotJson("no value begins with this character")),
            None => Err(NotJson("it ends where a value is due")),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, NotJson>) -> Result<Value, NotJson> {
        if self.depth == MAX_DEPTH {
            return Err(NotJson("it is nested too deeply"));
        }
        self.depth += 1;
        self.rest.next();
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<Value, NotJson> {
        let mut items = Vec::new();
        if self.sign(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value()?);
            if self.sign(']') {
                return Ok(Value::List(items));
            }
            if !self.sign(',') {
                return Err(NotJson("a list goes on without a comma"));
            }
        }
    }

    fn object(&mut self) -> Result<Value, NotJson> {
        let mut members = Vec::new();
        if self.sign('}') {
            return Ok(Value::Object(members));
        }
        loop {
            self.skip_space();
            let key = self.text()?;
            if !self.sign(':') {
                return Err(NotJson("a key stands without a colon"));
            }
            members.push((key, self.value()?));
            if self.sign('}') {
                return without_repeats(members);
            }
            if !self.sign(',') {
                return Err(NotJson("an object goes on without a comma"));
            }
        }
    }

    fn text(&mut self) -> Result<String, NotJson> {
        if !self.take('"') {
            return Err(NotJson("a string is due"));
        }
        let mut text = String::new();
        loop {
            match self.rest.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some('\0'..='\u{1f}') => return Err(NotJson("a control character in a string")),
                Some(plain) => text.push(plain),
                None => return Err(NotJson("a string has no end")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, NotJson> {
        match self.rest.next() {
            Some(same @ ('"' | '\\' | '/')) => Ok(same),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.unicode(),
            _ => Err(NotJson("an escape that JSON does not have")),
        }
    }

    fn unicode(&mut self) -> Result<char, NotJson> {
        let half = NotJson("half a surrogate pair");
        let first = self.unit()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or(half);
        }
        if !(self.take('\\') && self.take('u')) {
            return Err(half);
        }
        let second = self.unit()?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(half);
        }
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or(half)
    }

    fn unit(&mut self) -> Result<u32, NotJson> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.rest.next().and_then(|sign| sign.to_digit(16));
            unit = unit * 16 + digit.ok_or(NotJson("an escape is cut short"))?;
        }
        Ok(unit)
    }

    fn number(&mut self) -> Result<Value, NotJson> {
        let mut written = String::new();
        self.move_if(&mut written, |sign| sign == '-');
        let leading = self.peek();
        if self.move_digits(&mut written)? > 1 && leading == Some('0') {
            return Err(NotJson("a number begins with a zero"));
        }
        if self.move_if(&mut written, |sign| sign == '.') {
            self.move_digits(&mut written)?;
        }
        if self.move_if(&mut written, |sign| matches!(sign, 'e' | 'E')) {
            self.move_if(&mut written, |sign| matches!(sign, '+' | '-'));
            self.move_digits(&mut written)?;
        }
        Ok(Value::Number(written))
    }

    fn move_if(&mut self, written: &mut String, fits: fn(char) -> bool) -> bool {
        match self.peek() {
            Some(sign) if fits(sign) => {
                self.rest.next();
                written.push(sign);
                true
            }
            _ => false,
        }
    }

    fn move_digits(&mut self, written: &mut String) -> Result<usize, NotJson> {
        let mut count = 0;
        while self.move_if(written, |sign| sign.is_ascii_digit()) {
            count += 1;
        }
        if count == 0 {
            return Err(NotJson("a number lacks digits"));
        }
        Ok(count)
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, NotJson> {
        match self.rest.as_str().strip_prefix(word) {
            Some(rest) => {
                self.rest = rest.chars();
                Ok(value)
            }
            None => Err(NotJson("a word that JSON does not have")),
        }
    }
}

fn without_repeats(members: Vec<(String, Value)>) -> Result<Value, NotJson> {
    let mut keys: Vec<&str> = members.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    if keys.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(NotJson("a key stands twice in an object"));
    }
    Ok(Value::Object(members))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_each_kind_are_read() {
        let value = parse(r#" {"a": [1, -2.5e+3, true, null], "b": {"c": "d"}} "#).unwrap();
        let one = Value::Number("1".into());
        let two = Value::Number("-2.5e+3".into());
        let list = Value::List(vec![one, two, Value::Bool(true), Value::Null]);
        assert_eq!(value.get("a"), Some(&list));
        assert_eq!(
            value.get("b").unwrap().get("c"),
            Some(&Value::Text("d".into()))
        );
    }

    #[test]
    fn escapes_become_the_characters_that_they_mean() {
        let text = parse(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\\u00e9""#).unwrap();
        assert_eq!(text, Value::Text("\"\\/\u{8}\u{c}\n\r\té😀\\u00e9".into()));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "[1 2]",
            "{\"a\" 1}",
            "{1:2}",
            "01",
            "-",
            "1.",
            "1e",
            "tru",
            "nul",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"",
            "\"\u{1}\"",
            "1 2",
            "{\"a\":1,\"a\":2}",
            "NaN",
            "'a'",
            "\u{feff}1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(
            parse(&nested(MAX_DEPTH + 1)),
            Err(NotJson("it is nested too deeply"))
        );
        assert!(parse(&"[".repeat(1_000_000)).is_err());
    }
}
