//! What this computer has: programs, free space, the rights to install.
//!
//! In: nothing but the machine. Out: facts, and the command that installs a missing package here.

use std::env;
use std::path::Path;

use anyhow::{Result, bail};

use crate::process::Program;

/// The user's cache folder, from the home folder, where `XDG_CACHE_HOME` does not say otherwise.
pub const CACHE_FOLDER: &str = if cfg!(target_os = "macos") {
    "Library/Caches"
} else {
    ".cache"
};

/// Whether the pinned packages run here.
pub const LIBTORCH_CAN_BE_FETCHED: bool = cfg!(all(
    target_os = "linux",
    target_arch = "x86_64",
    target_env = "gnu"
));

/// `linux on x86_64`
pub fn platform() -> String {
    let musl = if cfg!(target_env = "musl") {
        " with musl"
    } else {
        ""
    };
    format!("{} on {}{musl}", env::consts::OS, env::consts::ARCH)
}

/// Whether `name` can be run by that name.
pub fn has_program(name: &str) -> bool {
    let search = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&search).any(|folder| {
        let file = folder.join(name);
        file.is_file() || file.with_extension(env::consts::EXE_EXTENSION).is_file()
    })
}

/// The free space where `folder` is, or will be.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let existing = folder.ancestors().find(|folder| folder.exists())?;
    free_bytes_of_df(
        &Program::new("df")
            .args(["-P", "-k"])
            .arg(existing)
            .output_text()?,
    )
}

/// Reads `df -P -k`, whose output POSIX fixes: a head, then one line with the free KiB in column four.
fn free_bytes_of_df(output: &str) -> Option<u64> {
    let kibibytes: u64 = output
        .lines()
        .nth(1)?
        .split_whitespace()
        .nth(3)?
        .parse()
        .ok()?;
    Some(kibibytes * 1024)
}

/// Whether packages can be installed without asking anyone: Debian or a child of it, as root.
pub fn can_install() -> bool {
    has_apt() && is_root()
}

/// The command that installs Debian's `packages` here, as a user would type it, or words that say as much.
pub fn install_hint(packages: &[&str]) -> String {
    let names = packages.join(" ");
    match (has_apt(), is_root()) {
        (true, true) => format!("apt-get install -y {names}"),
        (true, false) => format!("sudo apt-get install -y {names}"),
        _ => format!("install {names} with this system's package manager"),
    }
}

/// Installs Debian packages.
pub fn install(packages: &[&str]) -> Result<()> {
    // The lists may be old, or none: a package found in them could be gone.
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(packages);
    for arguments in [vec!["update"], install] {
        let mut apt = Program::new("apt-get");
        apt.args(&arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        println!("$ {}", console::style(apt.line()).bold());
        if !apt.status()?.success() {
            bail!(
                "`{}` failed (its message stands above); once it works, run this command again",
                apt.line()
            );
        }
    }
    Ok(())
}

fn has_apt() -> bool {
    has_program("apt-get")
}

fn is_root() -> bool {
    Program::new("id")
        .arg("-u")
        .output_text()
        .is_some_and(|text| text.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn df_is_read_by_column() {
        let output = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 263174212 12000000 83886080 13% /\n";
        assert_eq!(free_bytes_of_df(output), Some(83_886_080 * 1024));
        assert_eq!(free_bytes_of_df("df: no such file\n"), None);
    }

    #[test]
    fn free_space_of_a_folder_to_be() {
        assert!(
            free_bytes(&env::temp_dir().join("eagerpy/not/yet/there"))
                .is_some_and(|bytes| bytes > 0)
        );
    }

    #[test]
    fn programs_are_found_by_name() {
        assert!(has_program("cargo"));
        assert!(!has_program("eagerpy-no-such-program"));
    }
}
