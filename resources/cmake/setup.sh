# SPDX-License-Identifier: GPL-3.0-or-later
# What app/run and tests/run share; sourced by them (bash). Sets a machine up, configures and builds; whatever is there already is left alone.
#   gatelab_setup PRESET TARGET...    packages, LibTorch, CUDA, configure, build
# Read:  GATELAB_CACHE (where LibTorch is unpacked), GATELAB_XLA (1: the plugin of XLA for the processor, too), use_cuda (1 or 0), package_lists (files beside this one; default: packages.txt)
# Set:   root (the checkout), build (the build folder)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
use_cuda=${use_cuda:-1}

# Debian packages of the list that are missing are installed; nothing is asked of the network when none is.
setup_packages() {
    local wanted missing as_root=()
    mapfile -t wanted < <(cd "$root/resources/cmake" && grep -hv '^#' ${package_lists:-packages.txt})
    if ! command -v dpkg-query >/dev/null; then
        say "This system has no dpkg: the packages in resources/cmake/packages.txt must be installed by hand. Trying with what is there."
        return
    fi
    missing=$(comm -23 <(printf '%s\n' "${wanted[@]}" | sort) \
        <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' | sort -u))
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086
    set -- $missing
    say "Installing $# system packages: $*"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "these packages are missing and there is no sudo. As root, run:  apt-get install $*"
        say "(sudo may ask for your password)"
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get -q update >&2 || die "the package lists could not be refreshed (apt-get update). Check the network connection and try again."
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" >&2 ||
        die "the system packages could not be installed; what apt-get said is above. When that is put right, run this again."
}

. "$root/resources/engine/wheels.sh"

find_cuda() { cmake -DLIBTORCH_ROOT="$libtorch" -P "$root/resources/cmake/CudaToolkit.cmake"; }
# LibTorch, and for the CUDA module a compiler (always) and the run-time libraries (only where there is a driver).
setup_libraries() {
    [ "$(uname -m)" = x86_64 ] || die "LibTorch's wheels are for x86-64; this machine is $(uname -m)."
    setup_wheels torch "540 MB"
    setup_optional arrow "55 MB" "Parquet and Arrow files will not be read"
    setup_optional lightgbm "3.5 MB" "LightGBM will not be among the strong baselines"
    [ "${GATELAB_XLA:-0}" = 1 ] && setup_wheels xla "63 MB"
    [ "$use_cuda" = 1 ] || return 0
    # A toolkit without cuDNN is one with it, once the wheel is there.
    [ -n "$(find_cuda)" ] || setup_wheels cudnn "370 MB"
    case $(find_cuda) in
        "" | "$libtorch"/*)
            setup_wheels nvcc "100 MB"
            setup_wheels cudnn "370 MB"
            ;;
    esac
    have_driver || return 0
    setup_wheels cudnn "370 MB"
    setup_wheels gpu "430 MB"
    case $(find_cuda) in
        "$libtorch"/*) setup_wheels libs "1.2 GB" ;;
    esac
}

# nproc takes OMP_NUM_THREADS for the number of cores.
core_count() { env -u OMP_NUM_THREADS nproc; }

# As many compilers as cores, but no more than memory carries: a file that sees LibTorch takes about 1.3 GB.
job_count() {
    local cores memory
    cores=$(core_count)
    memory=$(awk '/MemAvailable/ { print int($2 / 1500000) }' /proc/meminfo)
    [ "${memory:-1}" -ge "$cores" ] && echo "$cores" || echo $((memory > 1 ? memory : 1))
}

# Ninja before 1.12 cannot read names with an apostrophe or a quotation mark in what compilers tell it of their includes, and would build everything
# again each time. Such a checkout is built through a link with a plain name.
use_plain_root() {
    case $root in
        *[\'\"\&\?\;\<\>\|\*]*) ;;
        *) return 0 ;;
    esac
    local link
    link=$cache/checkouts/$(printf '%s' "$root" | sha256sum | cut -c1-12)
    mkdir -p "$cache/checkouts" && ln -sfn "$root" "$link" || die "the cache folder $cache cannot be written. Set GATELAB_CACHE to a folder that can."
    root=$link
}

# Configures when the options or the set-up changed, builds, and says nothing when there is nothing to do.
setup_build() {
    local preset=$1 options stamp
    shift
    use_plain_root
    build=$root/build/$preset
    stamp=$build/.options
    options="$(cksum "$root/CMakePresets.json" "$root/resources/cmake/"*.cmake) cuda=$use_cuda libtorch=$libtorch $(stat -c %Y "$libtorch"/.wheels-* 2>/dev/null | paste -sd ' ')"
    if [ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ] && command -v ccache >/dev/null; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CUDA_COMPILER_LAUNCHER=ccache
    fi
    # Every checkout takes what another one compiled: no object knows where its sources lie.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
    if [ ! -f "$build/build.ninja" ] || [ "$options" != "$(cat "$stamp" 2>/dev/null)" ]; then
        local arguments=(-DLIBTORCH_ROOT="$libtorch")
        [ "$use_cuda" = 1 ] || arguments+=(-DGATELAB_CUDA=OFF)
        say "Configuring (preset $preset)"
        rm -f "$build/CMakeCache.txt" "$stamp"
        mkdir -p "$build"
        (cd "$root" && cmake --preset "$preset" "${arguments[@]}") >"$build/configure.log" 2>&1 || {
            cat "$build/configure.log" >&2
            die "CMake could not configure the project; its words are above."
        }
        printf '%s' "$options" >"$stamp"
    fi
    ninja -C "$build" -j "$(job_count)" "$@" 2>&1 | sed -u '/^ninja: Entering/d; /Re-checking globbed/d; /^ninja: no work to do/d' >&2 ||
        die "the build failed; the compiler's words are above."
}

gatelab_setup() {
    local preset=$1
    shift
    setup_packages
    case $preset in
        tsan) ;;
        asan) use_cuda=0 setup_libraries ;;
        *) setup_libraries ;;
    esac
    setup_build "$preset" "$@"
}
