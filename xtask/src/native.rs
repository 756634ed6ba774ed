//! `cargo xtask native`: puts libtorch where the tch backend finds it.
//!
//! In: the user's native folder, in whatever state earlier runs left it. Out: `libtorch-<version>/` in it,
//! whole, or an error that says what to do. Asked again, it is instant.
//!
//! Each wheel goes through download, extraction and a mark; then the folder is stamped and takes its final
//! name. Every step ends with a rename or the writing of a small file, so a run that was cut off anywhere
//! is continued by the next one, at the step where it stood.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use fd_lock::RwLock;

use crate::environment::{self, Libtorch};
use crate::machine;
use crate::process::{Program, megabytes, seconds};
use crate::stamp::{self, State};
use crate::wheel::{LIBTORCH_VERSION, WHEELS, Wheel, remove_folder, write_file};

/// Runs the command.
pub fn run(force: bool) -> Result<ExitCode> {
    ensure(force)?;
    Ok(ExitCode::SUCCESS)
}

/// Fetches libtorch unless it is there, says which one is used, and returns it.
pub fn ensure(force: bool) -> Result<Libtorch> {
    if let Some(own) = environment::users_libtorch() {
        println!(
            "libtorch: {} (from LIBTORCH; nothing is fetched)",
            own.folder.display()
        );
        own.require_usable()?;
        return Ok(own);
    }
    let folder = libtorch_folder()?;
    let (downloads, partial) = work_folders()?;
    let is_whole = || !force && stamp::check(&folder) == State::Whole;
    if is_whole() && !downloads.exists() && !partial.exists() {
        return Ok(complete(folder));
    }
    require_supported_machine()?;
    let root = native_folder()?;
    fs::create_dir_all(&root).with_context(|| {
        format!(
            "cannot create {}; set EAGERPY_NATIVE_DIR to a folder that can be written",
            root.display()
        )
    })?;

    // Two runs at once would write over each other. The system drops the lock of a process that dies.
    let lock_path = root.join("lock");
    let lock_failed = || format!("cannot lock {}", lock_path.display());
    let mut lock = RwLock::new(File::create(&lock_path).with_context(lock_failed)?);
    if lock.try_write().is_err() {
        println!("libtorch: another run is fetching it; waiting for that one");
    }
    let _guard = lock.write().with_context(lock_failed)?;

    if !is_whole() {
        if let State::Unusable(fault) = stamp::check(&folder) {
            println!("libtorch: {} is made anew: {fault}", folder.display());
        }
        require_pip()?;
        if force {
            remove_folder(&downloads)?;
            remove_folder(&partial)?;
        }
        build(&downloads, &partial, &folder)?;
    }
    // What is left of a run that was cut off, half a gigabyte at worst.
    remove_folder(&downloads)?;
    remove_folder(&partial)?;
    Ok(complete(folder))
}

/// Says which libtorch is used.
fn complete(folder: PathBuf) -> Libtorch {
    println!(
        "libtorch: {} (version {LIBTORCH_VERSION}, complete)",
        folder.display()
    );
    Libtorch { folder }
}

/// The folder for all native parts: `EAGERPY_NATIVE_DIR`, or one in the user's cache.
pub fn native_folder() -> Result<PathBuf> {
    let variable = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let folder = match variable("EAGERPY_NATIVE_DIR") {
        Some(folder) => folder,
        None => variable("XDG_CACHE_HOME")
            .or_else(|| variable("HOME").map(|home| home.join(machine::CACHE_FOLDER)))
            .context("neither EAGERPY_NATIVE_DIR nor HOME is set; set EAGERPY_NATIVE_DIR to a folder for native parts")?
            .join("eagerpy")
            .join("native"),
    };
    std::path::absolute(&folder).with_context(|| format!("{} is no usable path", folder.display()))
}

/// Where the fetched libtorch lies.
pub fn libtorch_folder() -> Result<PathBuf> {
    Ok(native_folder()?.join(format!("libtorch-{LIBTORCH_VERSION}")))
}

/// Free space that fetching takes. A wheel is there twice while pip copies it to its place, and later once,
/// beside what is taken from it.
pub fn needed_bytes<'a>(wheels: impl IntoIterator<Item = &'a Wheel>) -> u64 {
    wheels
        .into_iter()
        .map(|wheel| wheel.download_bytes + wheel.download_bytes.max(wheel.unpacked_bytes))
        .sum()
}

/// Where wheels are downloaded to, and where they are put together.
fn work_folders() -> Result<(PathBuf, PathBuf)> {
    let root = native_folder()?;
    Ok((
        root.join("downloads"),
        root.join(format!("libtorch-{LIBTORCH_VERSION}.partial")),
    ))
}

/// Says plainly where fetching does not work, before anything is tried.
pub fn require_supported_machine() -> Result<()> {
    if machine::LIBTORCH_CAN_BE_FETCHED {
        return Ok(());
    }
    bail!(
        "libtorch can be fetched for Linux on x86_64 with glibc only; this is {}.\n\
         Install libtorch {LIBTORCH_VERSION} for this machine by hand and set LIBTORCH to its folder (the one with \
         `include` and `lib`).\n\
         The ndarray and candle backends need none of it: `cargo xtask test --no-tch`",
        machine::platform()
    )
}

fn require_pip() -> Result<()> {
    if !machine::has_program("python3") {
        bail!(
            "python3 is missing, and pip fetches libtorch: {}",
            machine::install_hint(&["python3", "python3-pip"])
        );
    }
    if Program::new("python3")
        .args(["-m", "pip", "--version"])
        .output_text()
        .is_none()
    {
        bail!(
            "python3 has no pip, and pip fetches libtorch: {}",
            machine::install_hint(&["python3-pip"])
        );
    }
    Ok(())
}

fn build(downloads: &Path, partial: &Path, folder: &Path) -> Result<()> {
    let start = Instant::now();
    for folder in [downloads, partial] {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }

    let is_done = |wheel: &Wheel| mark(partial, wheel).exists();
    require_space(
        partial,
        needed_bytes(WHEELS.iter().filter(|wheel| !is_done(wheel))),
    )?;

    println!(
        "libtorch {LIBTORCH_VERSION} for the tch backend, into {}",
        folder.display()
    );
    for (number, wheel) in (1..).zip(WHEELS) {
        let position = format!("[{number}/{}] {}", WHEELS.len(), wheel.title());
        if is_done(wheel) {
            println!("{position} (kept from an earlier run)");
            continue;
        }
        println!("{position}");
        let archive = wheel.download(downloads)?;
        wheel.extract(&archive, partial)?;
        write_file(&mark(partial, wheel), "")?;
        fs::remove_file(&archive)
            .with_context(|| format!("cannot remove {}", archive.display()))?;
    }
    finish(partial, folder)?;
    println!("libtorch: fetched in {}", seconds(start.elapsed()));
    Ok(())
}

fn require_space(folder: &Path, needed: u64) -> Result<()> {
    match machine::free_bytes(folder) {
        Some(free) if free < needed => bail!(
            "{} has {} free, and fetching libtorch takes {}; make room or set EAGERPY_NATIVE_DIR to a folder on another \
             disk",
            folder.display(),
            megabytes(free),
            megabytes(needed)
        ),
        _ => Ok(()),
    }
}

/// Turns the folder with everything in it into the finished one.
fn finish(partial: &Path, folder: &Path) -> Result<()> {
    // torch-sys links `-ltorch` too. In the full package that is an empty shell which pulls in CUDA.
    let link = partial.join("lib/libtorch.so");
    if fs::symlink_metadata(&link).is_ok() {
        fs::remove_file(&link).with_context(|| format!("cannot remove {}", link.display()))?;
    }
    symlink("libtorch_cpu.so", &link)?;
    write_file(
        &partial.join("build-version"),
        &format!("{LIBTORCH_VERSION}+cpu\n"),
    )?;
    stamp::write(partial)?;
    if let State::Unusable(fault) = stamp::check(partial) {
        bail!("the fetched libtorch is not usable: {fault}; run `cargo xtask native --force`");
    }
    // Renamed away rather than removed first: a build that runs meanwhile misses it for no time to speak of.
    let old = folder.with_file_name(format!("libtorch-{LIBTORCH_VERSION}.old"));
    remove_folder(&old)?;
    if folder.exists() {
        rename(folder, &old)?;
    }
    rename(partial, folder)?;
    remove_folder(&old)?;
    // Only now: a run cut off before the rename must still find its marks.
    for wheel in WHEELS {
        let mark = mark(folder, wheel);
        fs::remove_file(&mark).with_context(|| format!("cannot remove {}", mark.display()))?;
    }
    Ok(())
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to)
        .with_context(|| format!("cannot move {} to {}", from.display(), to.display()))
}

/// An empty file that says: all of this wheel lies in the folder.
fn mark(folder: &Path, wheel: &Wheel) -> PathBuf {
    folder.join(format!("extracted-{}", wheel.sha256))
}

#[cfg(unix)]
fn symlink(target: &str, link: &Path) -> Result<()> {
    std::os::unix::fs::symlink(target, link)
        .with_context(|| format!("cannot create the link {}", link.display()))
}

#[cfg(not(unix))]
fn symlink(_: &str, link: &Path) -> Result<()> {
    bail!("cannot create the link {} on this system", link.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_space_counts_a_wheel_and_its_copy_or_contents() {
        assert_eq!(needed_bytes(&WHEELS[..1]), 2 * 2_243_632);
        assert!(needed_bytes(WHEELS) > 1_000_000_000);
    }
}
