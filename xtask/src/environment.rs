//! `cargo xtask env`, and the variables that every command of the tch backend runs with.
//!
//! In: the user's variables and the native folder. Out: which libtorch is used, and the variables for it.
//!
//! The same set is used everywhere. torch-sys builds its C++ anew whenever `LIBTORCH` or `CXX` changes, so
//! a shell and `cargo xtask test` that disagreed would cost minutes at each switch.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::machine;
use crate::native;
use crate::process::{Program, quoted};
use crate::stamp::{self, State};
use crate::wheel::LIBTORCH_VERSION;

/// The variable in which the system's loader looks for libraries.
pub const LIBRARY_PATH: &str = if cfg!(target_os = "macos") {
    "DYLD_LIBRARY_PATH"
} else {
    "LD_LIBRARY_PATH"
};

/// torch-sys prefers the Python installation over `LIBTORCH` where this is set, and then programs would be
/// built with one libtorch and run with another.
pub const USE_PYTORCH: &str = "LIBTORCH_USE_PYTORCH";

/// A libtorch to build with and to run with.
#[derive(Debug)]
pub struct Libtorch {
    /// Holds `include` and `lib`.
    pub folder: PathBuf,
}

/// Prints the lines for a shell. Only they go to standard output, since `eval` reads it.
pub fn run() -> Result<ExitCode> {
    let Some(libtorch) = available()? else {
        bail!("libtorch is not there; fetch it first: cargo xtask native");
    };
    for (name, value) in libtorch.variables() {
        println!("export {name}={}", quoted(&value.to_string_lossy()));
    }
    print!("{}", library_path_lines(&libtorch.library_folder()));
    println!("unset {USE_PYTORCH}");
    Ok(ExitCode::SUCCESS)
}

/// The libtorch of the environment or the fetched one, if it can be used as it stands.
pub fn available() -> Result<Option<Libtorch>> {
    if let Some(own) = users_libtorch() {
        own.require_usable()?;
        return Ok(Some(own));
    }
    let folder = native::libtorch_folder()?;
    Ok((stamp::check(&folder) == State::Whole).then_some(Libtorch { folder }))
}

/// What the user's own `LIBTORCH` names. In a shell that read `cargo xtask env`, it names the fetched one,
/// which is nobody's own: it is checked, and fetched again where it is gone.
pub fn users_libtorch() -> Option<Libtorch> {
    let folder = PathBuf::from(env::var_os("LIBTORCH").filter(|value| !value.is_empty())?);
    let is_fetched = native::libtorch_folder().is_ok_and(|fetched| fetched == folder);
    (!is_fetched).then_some(Libtorch { folder })
}

impl Libtorch {
    pub fn library_folder(&self) -> PathBuf {
        self.folder.join("lib")
    }

    /// What the file `build-version` says, without a build's suffix: `2.13.0`.
    pub fn version(&self) -> Option<String> {
        let text = fs::read_to_string(self.folder.join("build-version")).ok()?;
        text.trim().split('+').next().map(str::to_owned)
    }

    /// Says what is wrong with a libtorch that the user named, before a compiler says it less clearly.
    pub fn require_usable(&self) -> Result<()> {
        let folder = self.folder.display();
        for part in ["include/torch", "lib"] {
            if !self.folder.join(part).is_dir() {
                bail!(
                    "LIBTORCH is {folder}, and there is no `{part}` in it; set LIBTORCH to the folder that holds \
                     `include` and `lib`, or run `unset LIBTORCH` and `cargo xtask native`"
                );
            }
        }
        match self.version() {
            // torch-sys's own way to insist, for a user who knows that another version fits.
            _ if env::var_os("LIBTORCH_BYPASS_VERSION_CHECK").is_some() => Ok(()),
            Some(version) if version != LIBTORCH_VERSION => bail!(
                "LIBTORCH is {folder}, version {version}, and the tch crate needs {LIBTORCH_VERSION}; run `unset \
                 LIBTORCH` and `cargo xtask native`"
            ),
            _ => Ok(()),
        }
    }

    /// The variables to build with, but for the loader's.
    fn variables(&self) -> Vec<(&'static str, OsString)> {
        let mut variables = vec![("LIBTORCH", self.folder.clone().into_os_string())];
        // ccache keeps torch-sys's one very large C++ file, minutes of work, for the next target folder.
        let compiler = env::var_os("CXX")
            .or_else(|| machine::has_program("ccache").then(|| "ccache g++".into()));
        variables.extend(compiler.map(|compiler| ("CXX", compiler)));
        variables
    }

    /// Makes `program` build and run with this libtorch.
    pub fn apply(&self, program: &mut Program) {
        for (name, value) in self.variables() {
            program.env(name, value);
        }
        program.env(
            LIBRARY_PATH,
            prepended(&self.library_folder(), env::var_os(LIBRARY_PATH)),
        );
        program.env_remove(USE_PYTORCH);
    }
}

/// A search path with `folder` in front.
fn prepended(folder: &Path, path: Option<OsString>) -> OsString {
    let mut value = folder.as_os_str().to_owned();
    if let Some(path) = path.filter(|path| !path.is_empty()) {
        value.push(":");
        value.push(path);
    }
    value
}

/// Shell lines that put `folder` in front of the loader's path, once.
///
/// The shell's own value is extended, not this program's: cargo adds its folders to what it starts.
fn library_path_lines(folder: &Path) -> String {
    let (name, folder) = (LIBRARY_PATH, quoted(&folder.to_string_lossy()));
    format!(
        "case \":${{{name}:-}}:\" in\n  *:{folder}:*) ;;\n  *) export {name}={folder}\"${{{name}:+:${name}}}\" ;;\nesac\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_path_has_no_empty_part() {
        assert_eq!(prepended(Path::new("/a"), None), "/a");
        assert_eq!(prepended(Path::new("/a"), Some("".into())), "/a");
        assert_eq!(prepended(Path::new("/a"), Some("/b:/c".into())), "/a:/b:/c");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_shell_adds_the_folder_once() {
        let lines = library_path_lines(Path::new("/some folder/lib"));
        let script = format!("set -u\n{lines}{lines}printf %s \"$LD_LIBRARY_PATH\"");
        let run = |before: &str| {
            Program::new("sh")
                .args(["-c", &format!("{before}\n{script}")])
                .output_text()
        };
        assert_eq!(
            run("unset LD_LIBRARY_PATH").as_deref(),
            Some("/some folder/lib")
        );
        assert_eq!(
            run("LD_LIBRARY_PATH=/b").as_deref(),
            Some("/some folder/lib:/b")
        );
    }

    #[test]
    fn a_folder_without_headers_is_refused() {
        let libtorch = Libtorch {
            folder: "no/such/folder".into(),
        };
        assert!(
            libtorch
                .require_usable()
                .is_err_and(|error| error.to_string().contains("include/torch"))
        );
        assert_eq!(libtorch.version(), None);
    }
}
