//! `cargo xtask <command>`: sets up what eagerpy needs beyond cargo, and runs its tests.
//!
//! In: the command line. Out: the exit code, that of the failing program where one failed.
//!
//! One module a command (`native`, `doctor`, `environment`, `test`, `conformance`, `gradients`, `ops`, `editor`, `expand_cost`,
//! `bench`, `miri`);
//! below them `wheel` (the pinned packages), `stamp` (what a finished folder holds), `machine` (what this
//! computer has) and `process` (running programs, and showing which).

mod bench;
mod conformance;
mod doctor;
mod editor;
mod environment;
mod expand_cost;
mod gradients;
mod machine;
mod miri;
mod native;
mod ops;
mod process;
mod stamp;
mod test;
mod wheel;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};

const USAGE: &str = "\
Sets up what eagerpy needs beyond cargo, and runs its tests.

Usage: cargo xtask <command>

  doctor                                  what this machine has, what it lacks, how to mend that
  native [--force]                        fetch libtorch for the tch backend (once, about 540 MB)
  env                                     print the shell lines that the tch backend needs:
                                          eval \"$(cargo xtask env)\"
  test [--no-tch]                         fetch what is missing, then run every test
  conformance [--backend B] [--data DIR]  compare every operation with the recorded right answers
  gradients --ops [--only OP] [--backend B] compare the derivative of every operation with differences
  gradients [--data FILE] [--backend B] [--only ID]
                                          compare the gradients that the compiler writes with recorded ones
  ops [--count | --missing eagerpy | --docs]
                                          the operations; how many; what of EagerPy is missing; writes docs/ops.md
  editor                                  ask rust-analyzer what it knows inside of agnostic functions
  bench [--quick] [--filter CASE] [--sizes N,…] [--threads T] [--json FILE] [--charts FOLDER]
        [--python] [--peers] [--allocator system|keeping|mimalloc] [--compile] [--record]
                                          time chains, a network and gradients against handwritten ones and
                                          autograd, Python's frameworks and burn; --compile takes in what 50
                                          functions take to compile; --record does, too, and writes
                                          docs/benchmarks
  dispatch [--size small|large] [--filter CASE] [--fused]
                                          count instructions against handwritten calls, fusion off, or on
  miri                                    run the loops of passes under Miri, with a nightly compiler
  expand-cost                             time what the macro takes when a program compiles

Native parts go to $EAGERPY_NATIVE_DIR, by default a folder in the user's cache. Where LIBTORCH is
set, that libtorch is used and nothing is fetched.
";

/// One parsed command line.
#[derive(Debug, PartialEq, Eq)]
enum Command {
    Help,
    Doctor,
    Native { force: bool },
    Env,
    Test { tch: bool },
    Conformance { arguments: Vec<OsString> },
    Gradients { arguments: Vec<OsString> },
    Ops { asked: ops::Asked },
    Editor,
    ExpandCost,
    Miri,
    Bench { arguments: Vec<OsString> },
    Dispatch { arguments: Vec<OsString> },
}

fn main() -> ExitCode {
    let outcome = parse(Parser::from_env()).and_then(|command| match command {
        Command::Help => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        Command::Doctor => doctor::run(),
        Command::Native { force } => native::run(force),
        Command::Env => environment::run(),
        Command::Test { tch } => test::run(tch),
        Command::Conformance { arguments } => conformance::run(&arguments),
        Command::Gradients { arguments } => gradients::run(&arguments),
        Command::Ops { asked } => ops::run(&asked),
        Command::Editor => editor::run(),
        Command::ExpandCost => expand_cost::run(),
        Command::Miri => miri::run(),
        Command::Bench { arguments } => bench::run(&arguments),
        Command::Dispatch { arguments } => bench::dispatch(&arguments),
    });
    outcome.unwrap_or_else(|error| {
        eprintln!(
            "{} {error:#}",
            console::style("error:").for_stderr().red().bold()
        );
        ExitCode::FAILURE
    })
}

fn parse(mut parser: Parser) -> Result<Command> {
    let command = match parser.next()? {
        None => return Ok(Command::Help),
        Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help),
        Some(Arg::Value(word)) => word.string()?,
        Some(other) => bail!("{}; {USAGE_HINT}", other.unexpected()),
    };
    let mut flags = Flags::default();
    // Conformance has its own parser on the other side: everything goes there as it stands, even `--help`.
    if command == "conformance" {
        let arguments = parser.raw_args()?.collect();
        return Ok(Command::Conformance { arguments });
    }
    if ["gradients", "bench", "dispatch"].contains(&command.as_str()) {
        let arguments: Vec<OsString> = parser.raw_args()?.collect();
        let help = |word: &OsString| word == "--help" || word == "-h";
        return Ok(match command.as_str() {
            _ if arguments.iter().any(help) => Command::Help,
            "bench" => Command::Bench { arguments },
            "dispatch" => Command::Dispatch { arguments },
            _ => Command::Gradients { arguments },
        });
    }
    while let Some(argument) = parser.next()? {
        match (command.as_str(), argument) {
            (_, Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help),
            ("native", Arg::Long("force")) => flags.force = true,
            ("test", Arg::Long("no-tch")) => flags.no_tch = true,
            ("ops", Arg::Long("count")) => flags.ops = Some(ops::Asked::Count),
            ("ops", Arg::Long("docs")) => flags.ops = Some(ops::Asked::Docs),
            ("ops", Arg::Long("missing")) => {
                flags.ops = Some(ops::Asked::Missing(parser.value()?.string()?));
            }
            (_, other) => bail!("{}; {USAGE_HINT}", other.unexpected()),
        }
    }
    Ok(match command.as_str() {
        "help" => Command::Help,
        "doctor" => Command::Doctor,
        "native" => Command::Native { force: flags.force },
        "env" => Command::Env,
        "test" => Command::Test { tch: !flags.no_tch },
        "ops" => Command::Ops {
            asked: flags.ops.unwrap_or(ops::Asked::List),
        },
        "editor" => Command::Editor,
        "expand-cost" => Command::ExpandCost,
        "miri" => Command::Miri,
        other => bail!("there is no command `{other}`; {USAGE_HINT}"),
    })
}

const USAGE_HINT: &str = "`cargo xtask help` lists the commands and their options";

#[derive(Default)]
struct Flags {
    force: bool,
    no_tch: bool,
    ops: Option<ops::Asked>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command> {
        parse(Parser::from_args(line.split_whitespace()))
    }

    #[test]
    fn commands_and_their_options() -> Result<()> {
        assert_eq!(parsed("")?, Command::Help);
        assert_eq!(parsed("test --help")?, Command::Help);
        assert_eq!(parsed("native --force")?, Command::Native { force: true });
        assert_eq!(parsed("test")?, Command::Test { tch: true });
        assert_eq!(parsed("test --no-tch")?, Command::Test { tch: false });
        assert_eq!(parsed("editor")?, Command::Editor);
        assert_eq!(parsed("expand-cost")?, Command::ExpandCost);
        assert_eq!(parsed("miri")?, Command::Miri);
        Ok(())
    }

    #[test]
    fn conformance_hands_everything_on() -> Result<()> {
        let arguments = ["--backend", "tch", "--data", "x"]
            .map(OsString::from)
            .to_vec();
        assert_eq!(
            parsed("conformance --backend tch --data x")?,
            Command::Conformance { arguments }
        );
        Ok(())
    }

    #[test]
    fn an_option_of_another_command_is_refused() {
        assert!(parsed("doctor --force").is_err());
        assert!(parsed("nativ").is_err());
    }
}
