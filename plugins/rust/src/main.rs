//! The check as a program: a context on standard input, a verdict on standard output.

#![deny(warnings)]
#![forbid(unsafe_code)]

use std::io::{self, Read, Write};
use std::process::ExitCode;

use repetition::check;

fn main() -> ExitCode {
    match answered() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("repetition: {why}");
            ExitCode::FAILURE
        }
    }
}

fn answered() -> Result<(), String> {
    let mut input = Vec::new();
    io::stdin()
        .read_to_end(&mut input)
        .map_err(|_| "the input could not be read")?;
    let verdict = check::judge(&input)?.verdict();
    // Standard output keeps back what is no whole line, and says nothing where that is lost at exit.
    let mut out = io::stdout();
    out.write_all(verdict.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|_| "the verdict could not be written".to_owned())
}
