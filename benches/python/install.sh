#!/bin/sh
# Makes the environment that bench.py runs in.
#
# In: the folder to make; PYTHON may name the interpreter (3.11). Out: DIR/bin/python.
#
# PyTorch's wheel for Linux is linked to CUDA's libraries, which are gigabytes and do nothing on a
# CPU. Empty files of the same names satisfy the loader as long as no symbol of them is looked up,
# which bench.py sees to. Needs a C compiler for them.
set -eu

dir=${1:?usage: install.sh DIR}
here=$(cd "$(dirname "$0")" && pwd)

"${PYTHON:-python3}" -m venv "$dir"
"$dir/bin/pip" install --quiet --disable-pip-version-check --no-deps -r "$here/requirements.txt"

# Found without an import, which would want the libraries.
lib=$("$dir/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/torch/lib
# A wheel for CPUs alone has no such part.
if [ -e "$lib/libtorch_cuda.so" ]; then
    for name in libcublas.so.13 libcublasLt.so.13 libcudnn.so.9 libcufft.so.12 libcufile.so.0 \
        libcurand.so.10 libcusparse.so.12 libcusparseLt.so.0 libnccl.so.2 libnvrtc.so.13 \
        libnvshmem_host.so.3; do
        echo | "${CC:-cc}" -x c -shared -nostdlib -Wl,-soname,"$name" -o "$lib/$name" -
    done
fi
