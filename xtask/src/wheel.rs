//! The Python packages that libtorch is taken from, pinned, and the two steps that each goes through.
//!
//! In: a pinned [`Wheel`]. Out: its needed files in a folder. `download` leaves a whole, checked wheel or
//! none; `extract` takes only what the tch backend links against.
//!
//! pip is the one downloader: it is what people have configured for their network (mirror, proxy,
//! certificates), and it checks the hash while the bytes arrive.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use zip::ZipArchive;

use crate::process::{Program, megabytes};

/// The libtorch that the `tch` crate of this workspace expects.
pub const LIBTORCH_VERSION: &str = "2.13.0";

/// One file of a package index, and what is taken from it.
pub struct Wheel {
    pub package: &'static str,
    pub version: &'static str,
    /// The file as the index names it; pip keeps the name.
    pub file: &'static str,
    /// The platform tag that makes pip choose this file, whatever machine and Python it runs on.
    pub platform: &'static str,
    pub sha256: &'static str,
    pub download_bytes: u64,
    /// Size of what is taken, unpacked.
    pub unpacked_bytes: u64,
    /// Path in the wheel and path in the libtorch folder. A trailing `/` takes the whole folder.
    pub takes: &'static [(&'static str, &'static str)],
}

/// All of libtorch, smallest first, so that a network or a pip that does not work shows at once.
///
/// The two CUDA libraries are the versions that torch's own metadata asks for. Nothing here uses a GPU:
/// `libtorch_cpu.so` of this build merely names them, and the loader wants every named library.
pub const WHEELS: &[Wheel] = &[
    Wheel {
        package: "nvidia-cuda-runtime",
        version: "13.0.96",
        file: "nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
        platform: "manylinux2014_x86_64",
        sha256: "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
        download_bytes: 2_243_632,
        unpacked_bytes: 704_288,
        takes: &[("nvidia/cu13/lib/libcudart.so.13", "lib/libcudart.so.13")],
    },
    Wheel {
        package: "nvidia-cuda-cupti",
        version: "13.0.85",
        file: "nvidia_cuda_cupti-13.0.85-py3-none-manylinux_2_25_x86_64.whl",
        platform: "manylinux_2_25_x86_64",
        sha256: "4eb01c08e859bf924d222250d2e8f8b8ff6d3db4721288cf35d14252a4d933c8",
        download_bytes: 10_715_597,
        unpacked_bytes: 4_152_208,
        takes: &[("nvidia/cu13/lib/libcupti.so.13", "lib/libcupti.so.13")],
    },
    Wheel {
        package: "torch",
        version: LIBTORCH_VERSION,
        file: "torch-2.13.0-cp311-cp311-manylinux_2_28_x86_64.whl",
        platform: "manylinux_2_28_x86_64",
        sha256: "60fcdcb2f3876e21146cb4524ef06397d727ca9ad5f020818547e25075fe3cb7",
        download_bytes: 526_574_961,
        unpacked_bytes: 478_540_000,
        takes: &[
            ("torch/include/", "include/"),
            ("torch/lib/libtorch_cpu.so", "lib/libtorch_cpu.so"),
            ("torch/lib/libc10.so", "lib/libc10.so"),
            ("torch/lib/libgomp.so.1", "lib/libgomp.so.1"),
        ],
    },
];

impl Wheel {
    /// `torch 2.13.0`
    pub fn title(&self) -> String {
        format!("{} {}", self.package, self.version)
    }

    /// The checked wheel in `downloads`, fetched unless it is there.
    ///
    /// A wheel gets its place by a rename, after pip found its hash right: what lies there is whole.
    pub fn download(&self, downloads: &Path) -> Result<PathBuf> {
        let place = downloads.join(self.file);
        if place.exists() {
            return Ok(place);
        }
        // pip may be killed while it copies, so it never writes where a whole wheel is looked for.
        let incoming = downloads.join("incoming");
        remove_folder(&incoming)?;
        fs::create_dir_all(&incoming)
            .with_context(|| format!("cannot create {}", incoming.display()))?;
        let requirement = incoming.join("requirement.txt");
        write_file(&requirement, &self.requirement())?;

        println!(
            "  downloading {}, {}",
            self.file,
            megabytes(self.download_bytes)
        );
        let mut pip = Program::new("python3");
        pip.args([
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--no-cache-dir",
            "--require-hashes",
        ]);
        pip.args([
            "--only-binary=:all:",
            "--implementation",
            "cp",
            "--python-version",
            "3.11",
        ]);
        pip.args([
            "--platform",
            self.platform,
            "--disable-pip-version-check",
            "--dest",
        ]);
        pip.arg(&incoming).arg("--requirement").arg(&requirement);
        // The system's own folder for such files can be small, and would keep what a killed pip leaves.
        pip.env("TMPDIR", &incoming);
        let status = pip.status()?;
        if !status.success() {
            bail!(
                "pip could not fetch {} (its message stands above).\n\
                 Check the network and pip's configuration (`python3 -m pip config list`), then run `cargo xtask \
                 native` again: it goes on from here",
                self.title()
            );
        }
        let fetched = incoming.join(self.file);
        fs::rename(&fetched, &place).with_context(|| {
            format!(
                "pip reported success, but {} cannot be moved to {}",
                fetched.display(),
                place.display()
            )
        })?;
        remove_folder(&incoming)?;
        Ok(place)
    }

    /// A line of a pip requirements file. The hash pins one file of the release: pip refuses any other.
    fn requirement(&self) -> String {
        format!(
            "{}=={} --hash=sha256:{}\n",
            self.package, self.version, self.sha256
        )
    }

    /// Writes the taken files of the wheel at `archive` into `folder`.
    pub fn extract(&self, archive: &Path, folder: &Path) -> Result<()> {
        let unreadable = || {
            format!(
                "cannot read {}; run `cargo xtask native --force`",
                archive.display()
            )
        };
        let reader = BufReader::new(File::open(archive).with_context(unreadable)?);
        let mut zip = ZipArchive::new(reader).with_context(unreadable)?;

        let mut chosen = Vec::new();
        for index in 0..zip.len() {
            let entry = zip.by_index(index).with_context(unreadable)?;
            if let Some(target) = self.target(entry.name()).filter(|_| entry.is_file()) {
                chosen.push((index, target, entry.size()));
            }
        }
        for (source, target) in self.takes {
            if !chosen.iter().any(|(_, found, _)| found.starts_with(target)) {
                bail!(
                    "{} holds no `{source}`; this is a mistake in `cargo xtask native`",
                    self.file
                );
            }
        }

        let bar = extraction_bar(chosen.iter().map(|(_, _, size)| size).sum());
        for (index, target, _) in chosen {
            let path = folder.join(&target);
            let failed = || format!("cannot write {}", path.display());
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).with_context(failed)?;
            }
            let mut entry = zip.by_index(index).with_context(unreadable)?;
            let mut out = BufWriter::new(File::create(&path).with_context(failed)?);
            std::io::copy(&mut bar.wrap_read(&mut entry), &mut out).with_context(failed)?;
            out.flush().with_context(failed)?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Where the entry `name` of the wheel goes in the libtorch folder, if anywhere.
    fn target(&self, name: &str) -> Option<String> {
        // A name that climbs out of the folder is no part of any wheel.
        if name.split('/').any(|part| part == "..") {
            return None;
        }
        self.takes
            .iter()
            .find_map(|(source, target)| match name.strip_prefix(source)? {
                "" if !source.ends_with('/') => Some((*target).to_owned()),
                rest if source.ends_with('/') => Some(format!("{target}{rest}")),
                _ => None,
            })
    }
}

fn extraction_bar(bytes: u64) -> ProgressBar {
    // Hidden by itself where standard error is no terminal; the line before it has said what goes on.
    println!("  extracting {}", megabytes(bytes));
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(
        "  {wide_bar} {decimal_bytes} of {decimal_total_bytes}, {eta} left",
    ) {
        bar.set_style(style);
    }
    bar
}

/// Removes a folder and all in it; that it does not exist is as good.
pub fn remove_folder(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Writes a small text file.
pub fn write_file(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torch() -> &'static Wheel {
        &WHEELS[WHEELS.len() - 1]
    }

    #[test]
    fn takes_named_files_and_whole_folders() {
        let target = |name| torch().target(name);
        assert_eq!(
            target("torch/lib/libc10.so").as_deref(),
            Some("lib/libc10.so")
        );
        assert_eq!(
            target("torch/include/ATen/ATen.h").as_deref(),
            Some("include/ATen/ATen.h")
        );
    }

    #[test]
    fn leaves_everything_else() {
        let target = |name| torch().target(name);
        assert_eq!(target("torch/lib/libc10.so.debug"), None);
        assert_eq!(target("torch/lib/libtorch_cuda.so"), None);
        assert_eq!(target("torch/include/../../escape"), None);
    }

    #[test]
    fn the_requirement_pins_one_file() {
        for wheel in WHEELS {
            assert_eq!(wheel.sha256.len(), 64, "{}", wheel.title());
            assert!(
                wheel
                    .requirement()
                    .ends_with(&format!("--hash=sha256:{}\n", wheel.sha256))
            );
        }
    }

    #[test]
    fn extracts_only_what_is_taken() -> Result<()> {
        let folder =
            std::env::temp_dir().join(format!("eagerpy-xtask-extract-{}", std::process::id()));
        remove_folder(&folder)?;
        fs::create_dir_all(&folder)?;
        let archive = folder.join("torch.whl");
        let mut zip = zip::ZipWriter::new(File::create(&archive)?);
        let names = [
            "include/a/b.h",
            "lib/libtorch_cpu.so",
            "lib/libc10.so",
            "lib/libgomp.so.1",
            "version.py",
        ];
        for name in names {
            zip.start_file(
                format!("torch/{name}"),
                zip::write::SimpleFileOptions::default(),
            )?;
            zip.write_all(name.as_bytes())?;
        }
        zip.finish()?;

        let out = folder.join("out");
        torch().extract(&archive, &out)?;
        assert_eq!(
            fs::read_to_string(out.join("include/a/b.h"))?,
            "include/a/b.h"
        );
        assert_eq!(
            fs::read_to_string(out.join("lib/libc10.so"))?,
            "lib/libc10.so"
        );
        assert!(!out.join("version.py").exists());
        remove_folder(&folder)
    }
}
