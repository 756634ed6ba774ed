//! Running programs, and showing which.
//!
//! In: a program and its arguments. Out: its exit, its text, or its output passed through line by line
//! while somebody reads along. Sizes and times for people are written here too.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, ExitStatus, Output, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

/// A program to run. It finds its variables, folder and input as this one does.
pub struct Program {
    command: Command,
    /// What people type for it; cargo's own path is long and says nothing.
    shown_name: String,
}

impl Program {
    pub fn new(name: &str) -> Self {
        Self {
            command: Command::new(name),
            shown_name: name.to_owned(),
        }
    }

    /// The cargo that runs this: a plain `cargo` could be that of another toolchain.
    pub fn cargo() -> Self {
        let path = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        Self {
            command: Command::new(path),
            shown_name: "cargo".to_owned(),
        }
    }

    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.command.arg(argument);
        self
    }

    pub fn args(&mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.command.args(arguments);
        self
    }

    pub fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.command.env(name, value);
        self
    }

    pub fn env_remove(&mut self, name: &str) -> &mut Self {
        self.command.env_remove(name);
        self
    }

    /// The command as it would be typed.
    pub fn line(&self) -> String {
        let arguments = self
            .command
            .get_args()
            .map(|argument| quoted(&argument.to_string_lossy()));
        std::iter::once(self.shown_name.clone())
            .chain(arguments)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Runs it with its output going where this program's goes.
    pub fn status(&mut self) -> Result<ExitStatus> {
        self.command
            .status()
            .with_context(|| format!("cannot run `{}`", self.shown_name))
    }

    /// Runs it, passing its standard output through, and shows every line to `read` as well.
    pub fn status_reading(&mut self, read: &mut dyn FnMut(&str)) -> Result<ExitStatus> {
        let failed = || format!("cannot run `{}`", self.shown_name);
        let mut child = self
            .command
            .stdout(Stdio::piped())
            .spawn()
            .with_context(failed)?;
        if let Some(output) = child.stdout.take() {
            pass_through(BufReader::new(output), std::io::stdout(), read).with_context(failed)?;
        }
        child.wait().with_context(failed)
    }

    /// Runs it with nothing to read, and gives its exit and all that it prints.
    pub fn output(&mut self) -> Result<Output> {
        self.command
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run `{}`", self.shown_name))
    }

    /// What it prints, if it runs and succeeds.
    pub fn output_text(&mut self) -> Option<String> {
        let output = self
            .command
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Copies line by line, each at once, and shows every line to `read`.
fn pass_through(
    mut input: impl BufRead,
    mut output: impl Write,
    read: &mut dyn FnMut(&str),
) -> std::io::Result<()> {
    let mut line = Vec::new();
    // Bytes, not text: what a test prints need not be UTF-8.
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(&line)?;
        output.flush()?;
        read(&String::from_utf8_lossy(&line));
        line.clear();
    }
    Ok(())
}

/// The exit code to end with after a program that ended with `status`: its own, or 1 where it was killed.
pub fn exit_code(status: ExitStatus) -> ExitCode {
    if status.success() {
        return ExitCode::SUCCESS;
    }
    status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Writes `text` so that a shell reads it as one word.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// `527 MB`
pub fn megabytes(bytes: u64) -> String {
    if bytes >= 10_000_000_000 {
        return format!("{} GB", bytes / 1_000_000_000);
    }
    format!("{} MB", bytes.div_ceil(1_000_000))
}

/// `2 min 05 s`, `41.3 s`
pub fn seconds(time: Duration) -> String {
    if time.as_secs() < 60 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_pasted() {
        let mut program = Program::cargo();
        program.args(["test", "--features", "a,b", "it's here"]);
        assert_eq!(program.line(), r"cargo test --features a,b 'it'\''s here'");
    }

    #[test]
    fn words_are_quoted_when_a_shell_would_split_them() {
        assert_eq!(
            quoted("--manifest-path=a/b.toml"),
            "--manifest-path=a/b.toml"
        );
        assert_eq!(quoted("ccache g++"), "'ccache g++'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn times_and_sizes_for_people() {
        assert_eq!(seconds(Duration::from_millis(41_320)), "41.3 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
        assert_eq!(megabytes(526_574_961), "527 MB");
        assert_eq!(megabytes(85_900_000_000), "85 GB");
    }

    #[test]
    fn output_is_read_while_it_passes() -> std::io::Result<()> {
        let (mut lines, mut copy) = (Vec::new(), Vec::new());
        pass_through(&b"one\ntwo \xff\nthree"[..], &mut copy, &mut |line| {
            lines.push(line.to_owned())
        })?;
        assert_eq!(lines, ["one\n", "two \u{fffd}\n", "three"]);
        assert_eq!(copy, b"one\ntwo \xff\nthree");
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn the_exit_code_of_the_program_is_kept() -> Result<()> {
        let status = |script| Program::new("sh").args(["-c", script]).status();
        assert_eq!(exit_code(status("exit 0")?), ExitCode::SUCCESS);
        assert_eq!(exit_code(status("exit 101")?), ExitCode::from(101));
        assert_eq!(exit_code(status("kill -9 $$")?), ExitCode::FAILURE);
        Ok(())
    }
}
