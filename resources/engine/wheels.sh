# SPDX-License-Identifier: GPL-3.0-or-later
# Pinned wheels of PyPI (wheels.txt), fetched and unpacked into the cache; sourced by resources/cmake/setup.sh and by gatelab-engine (bash).
# Read:  GATELAB_CACHE (else ~/.cache/gatelab), wheel_source (a folder that has the wheels: nothing is asked of the network), wheel_watch (a command that is given
#        "fetching" or "unpacking" and the bytes on the disk, once a second)
# Set:   cache, libtorch (where wheels are unpacked)
cache=${GATELAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gatelab}
libtorch=$cache/libtorch-2.11.0
wheel_list=$(dirname "${BASH_SOURCE[0]}")/wheels.txt
[ -f "$wheel_list" ] || wheel_list=$(dirname "${BASH_SOURCE[0]}")/../cmake/wheels.txt

say() { printf '%s\n' "$*" >&2; }
die() { printf '\nCannot go on: %s\n' "$*" >&2; exit 1; }

# As core/device/driver_library.cpp looks for it: the environment, the loader's cache (ldconfig is not in everybody's PATH), the usual mounts.
have_driver() {
    local folder IFS=:
    for folder in ${LD_LIBRARY_PATH:-} /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib64-nvidia /usr/lib/wsl/lib /run/opengl-driver/lib \
        /run/nvidia/driver/usr/lib/x86_64-linux-gnu; do
        [ -n "$folder" ] && [ -e "$folder/libcuda.so.1" ] && return 0
    done
    PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'
}

# The pins of one group of wheels.txt, as pip wants them.
wheel_pins() { awk -v group="$1" '$1 == group { print $2 " --hash=sha256:" $3 }' "$wheel_list"; }

has_wheels() { [ -f "$libtorch/.wheels-$1" ] && [ "$(wheel_pins "$1")" = "$(cat "$libtorch/.wheels-$1")" ]; }

# wheel_pip PHASE FOLDER COMMAND...: pip, with the wheels' Python (3.11, whatever Python runs pip: only their libraries and headers are used) and the pins checked.
# TMPDIR lies in the folder, so that its size tells how far pip is, and so that nothing is left elsewhere.
wheel_pip() {
    local phase=$1 folder=$2 pip
    shift 2
    TMPDIR=$folder/tmp PIP_DISABLE_PIP_VERSION_CHECK=1 python3 -m pip "$@" --no-deps --no-cache-dir --require-hashes --progress-bar on \
        --only-binary=:all: --implementation cp --python-version 3.11 --abi cp311 --abi none --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 \
        --platform manylinux_2_25_x86_64 --platform manylinux_2_18_x86_64 --platform manylinux2014_x86_64 --platform manylinux2010_x86_64 --platform manylinux1_x86_64 \
        -r "$folder/pins" >&2 &
    pip=$!
    # shellcheck disable=SC2064
    trap "kill $pip 2>/dev/null; exit 130" INT TERM
    while [ -n "${wheel_watch:-}" ] && kill -0 $pip 2>/dev/null; do
        $wheel_watch "$phase" "$(du -sb "$folder" 2>/dev/null | cut -f1)"
        sleep 1
    done
    wait $pip
    local ended=$?
    trap - INT TERM
    return $ended
}

fetch_wheels() {
    wheel_pip fetching "$1" download --dest "$1/wheels" ||
        die "the download failed; what pip said is above. Nothing was changed. Check the network connection and the free disk space ($(df -h --output=avail "$cache" | tail -1 | tr -d ' ') in $cache), then run this again."
}

# setup_wheels GROUP SIZE: unpacked beside LibTorch unless the marker says that these very pins are there. The marker is written last, so that an
# interrupted call is done again.
setup_wheels() {
    local group=$1 size=$2 marker=$libtorch/.wheels-$1 new
    has_wheels "$group" && return
    if [ -n "${wheel_source:-}" ]; then
        say "Unpacking $(wheel_pins "$group" | sed 's/ .*//' | paste -sd ' ') into $cache"
    else
        say "Fetching $(wheel_pins "$group" | sed 's/ .*//' | paste -sd ' ') ($size) into $cache"
    fi
    mkdir -p "$cache" || die "the cache folder $cache cannot be written. Set GATELAB_CACHE to a folder that can."
    exec 9>"$cache/.lock"
    flock -n 9 || { say "Waiting for another set-up to end"; flock 9; }
    if has_wheels "$group"; then exec 9>&-; return; fi
    new=$(mktemp -d "$cache/new.XXXXXX") || die "the cache folder $cache cannot be written. Set GATELAB_CACHE to a folder that can."
    # shellcheck disable=SC2064
    trap "rm -rf '${new//\'/\'\\\'\'}'" EXIT
    wheel_pins "$group" >"$new/pins"
    mkdir "$new/tmp" "$new/wheels"
    [ -n "${wheel_source:-}" ] || fetch_wheels "$new"
    wheel_pip unpacking "$new" install --root-user-action=ignore --no-compile --no-index --find-links "${wheel_source:-$new/wheels}" --target "$new/unpacked" ||
        die "the wheels could not be unpacked; what pip said is above. Nothing was changed."
    rm -rf "$new/wheels"
    if [ "$group" = torch ]; then
        find "$new/unpacked" -mindepth 1 -maxdepth 1 ! -name torch ! -name nvidia ! -name '*.dist-info' -exec rm -rf {} +
        find "$new/unpacked/torch" -mindepth 1 -maxdepth 1 ! -name lib ! -name include -exec rm -rf {} +
        rm -f "$new/unpacked/torch/lib/libtorch_python.so"
    fi
    if [ "$group" = arrow ]; then
        find "$new/unpacked" -mindepth 1 -maxdepth 1 ! -name pyarrow ! -name '*.dist-info' -exec rm -rf {} +
        find "$new/unpacked/pyarrow" -mindepth 1 -maxdepth 1 ! -name include ! -name 'libarrow.so.*' ! -name 'libparquet.so.*' -exec rm -rf {} +
    fi
    if [ "$group" = lightgbm ]; then
        find "$new/unpacked" -mindepth 1 -maxdepth 1 ! -name lightgbm ! -name '*.dist-info' -exec rm -rf {} +
        find "$new/unpacked/lightgbm" -mindepth 1 -maxdepth 1 ! -name lib -exec rm -rf {} +
    fi
    if [ -d "$libtorch" ]; then
        cp -a --remove-destination "$new/unpacked/." "$libtorch/" || die "$libtorch could not be written."
        rm -rf "$new/unpacked"
    else
        mv "$new/unpacked" "$libtorch" || die "$libtorch could not be written."
    fi
    # nvcc looks for lib64.
    [ -e "$libtorch/nvidia/cu13/lib64" ] || ln -s lib "$libtorch/nvidia/cu13/lib64"
    mv "$new/pins" "$marker"
    rm -rf "$new"
    trap - EXIT
    exec 9>&-
}

# setup_optional GROUP SIZE WHAT: what is left out without it is said; all else goes on. Tried again the next day.
setup_optional() {
    [ -n "$(find "$cache/.no-$1" -mtime -1 2>/dev/null)" ] && return
    (setup_wheels "$1" "$2") && return
    touch "$cache/.no-$1" 2>/dev/null
    say "$3 for want of it; all else goes on."
}
