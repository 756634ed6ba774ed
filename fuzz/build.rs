//! Says to the compiler's modules that no other macro answers them.

fn main() {
    println!("cargo:rustc-cfg=compiled_alone");
    println!("cargo:rerun-if-changed=build.rs");
}
