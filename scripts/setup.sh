# shellcheck shell=sh
# Set-up of a machine, for the scripts beside this file: they set `root`, source this and call `setup PURPOSE`.
# It narrates to stderr, because stdout belongs to what is run afterwards. POSIX sh only.

# What is needed: name, purposes ("run?" = run does without it too), how it is seen, why.
# Seen: a program, a cargo subcommand (cargo:NAME) or a file pattern; any one of those separated by commas will do.
needs='
cc           run,test,fidelity   cc                    links Rust programs; a compiler to measure
gcc          test,fidelity       gcc                   a compiler the tests measure
libc         run,test,fidelity   /usr/include/stdio.h  C headers and start files, without which no compiler links
g++          run,test,fidelity   g++                   compiles the C++ kernels that are measured
clang        run?,test,fidelity  clang++               a second compiler: the same kernels, compared
libc++       run?,test           /usr/lib/llvm-*/include/c++/v1/vector,/usr/include/c++/v1/vector  a second C++ library, compared
libc++abi    run?,test           /usr/lib/llvm-*/lib/libc++abi.*,/usr/lib/libc++abi.*  what that C++ library stands on
certificates run,test,fidelity   /etc/ssl/certs/ca-certificates.crt,/etc/ssl/cert.pem,/etc/pki/tls/certs/ca-bundle.crt  cargo fetches crates over HTTPS
cargo        run,test,fidelity   cargo:                builds hostmark
rustfmt      test                cargo:fmt             checks the format
clippy       test                cargo:clippy          finds likely mistakes
shellcheck   test                shellcheck            checks these scripts
libcrypto    test                /usr/lib/*/libcrypto.so.*,/usr/lib/libcrypto.so.*  the library of this system, which the tests open
liblzma      run?,test,fidelity  /usr/lib/*/liblzma.so.5,/usr/lib/liblzma.so.5  the library of this system, which is opened
xz           run?,test,fidelity  xz                    a program that is measured; what ours is held against
tar          run?,test,fidelity  tar                   a program that is measured; what ours is held against
boringssl    test                /usr/lib/*/android/libcrypto.so.0  a foreign libcrypto, which the tests open
perl         test                perl                  configures the OpenSSL of feature bundled
make         test                make                  builds the OpenSSL of feature bundled
openssl      fidelity            openssl               the tool our crypto figures are held against
sysbench     fidelity            sysbench              the tool our cpu and memory figures are held against
mbw          fidelity            mbw                   the tool our copies of memory are held against
bonnie++     fidelity            bonnie++              the tool our disk figures are held against
strace       fidelity            strace                counts its calls of the system and ours
'

# What a system calls them. Another package manager is a line here and a case in `system`, `version_of` and `install`.
# "-web" is the newer Rust that Debian 12 carries beside its own.
packages='
apt cc=gcc gcc=gcc libc=libc6-dev g++=g++ clang=clang libc++=libc++-dev libc++abi=libc++abi-dev certificates=ca-certificates shellcheck=shellcheck libcrypto=openssl liblzma=liblzma5 tar=tar xz=xz-utils boringssl=android-libboringssl perl=perl make=make openssl=openssl sysbench=sysbench mbw=mbw bonnie++=bonnie++ strace=strace cargo=cargo rustfmt=rustfmt clippy=rust-clippy cargo-web=cargo-web rustfmt-web=rustfmt-web clippy-web=rust-web-clippy
'

: "${root:?is set by the script that sources this}"
yes=no     # --yes was given
look=yes   # no: --no-packages was given
rust=      # which Rust of the system: empty or -web

say() { printf '%s\n' "$*" >&2; }
stop() {
    say "scripts/${0##*/}: $*"
    exit 2
}

# option ARGUMENT: the options that all scripts share; the caller defines `usage`.
option() {
    case $1 in
        --yes) yes=yes ;;
        --no-packages) look=no ;;
        -h | --help)
            usage
            exit 0
            ;;
        *) stop "unknown option '$1': see --help" ;;
    esac
}

system() {
    if command -v apt-get >/dev/null; then echo apt; else echo unknown; fi
}

# version_of PACKAGE: what the system would install; nothing while that is not known.
version_of() {
    case $(system) in
        apt) LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9].*\)/\1/p' ;;
    esac
}

# install PACKAGE...: as root through $via, without questions; --no-remove, so that nothing of the user's has to go.
install() {
    case $(system) in
        apt) # shellcheck disable=SC2086 # $via is a command with its option, or nothing
            $via env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 apt-get install -q -y --no-install-recommends \
                --no-remove -o DPkg::Lock::Timeout=120 "$@" </dev/null >&2 ;;
    esac
}

# package NEED: its name here; the need's own name where the table has none.
package() {
    flavour=
    case $1 in cargo | rustfmt | clippy) flavour=$rust ;; esac
    for pair in $(printf '%s' "$packages" | sed -n "s/^$(system) //p"); do
        if [ "${pair%%=*}" = "$1$flavour" ]; then
            echo "${pair#*=}"
            return
        fi
    done
    echo "$1"
}

# new_enough VERSION: at least the rust-version of Cargo.toml?
new_enough() {
    major=${1%%.*} minor=${1#*.}
    minor=${minor%%.*}
    case $major$minor in '' | *[!0-9]*) return 1 ;; esac
    [ "$major" -gt "${oldest%%.*}" ] || { [ "$major" -eq "${oldest%%.*}" ] && [ "$minor" -ge "${oldest#*.}" ]; }
}

# find_cargo: puts the first cargo that is new enough at the head of PATH: an old one may hide it,
# and rustup's is often not in PATH.
find_cargo() {
    cargo_seen=none
    old_ifs=$IFS
    IFS=:
    # shellcheck disable=SC2086 # split at the colons
    set -- $PATH "${CARGO_HOME:-${HOME:-}/.cargo}/bin"
    IFS=$old_ifs
    for folder; do
        cargo=$folder/cargo
        [ -x "$cargo" ] || continue
        version=$("$cargo" --version 2>/dev/null </dev/null) || continue
        version=${version#cargo }
        version=${version%% *}
        if new_enough "$version"; then
            [ "$cargo" = "$(command -v cargo)" ] || PATH=$folder:$PATH
            return 0
        fi
        [ "$cargo_seen" != none ] || cargo_seen=$version
    done
    cargo=
    return 1
}

# rustup_path: where rustup is, if it is.
rustup_path() {
    command -v rustup && return
    rustup=${CARGO_HOME:-${HOME:-}/.cargo}/bin/rustup
    [ -x "$rustup" ] && echo "$rustup"
}

# choose_rust: 0 the system has a Rust new enough, 1 it has not, 3 that is not known before its lists are fetched.
choose_rust() {
    if [ "$(system)" = unknown ] || rustup_path >/dev/null; then return 1; fi
    known=no
    for rust in '' -web; do
        version=$(version_of "$(package cargo)")
        [ -z "$version" ] || known=yes
        ! new_enough "$version" || return 0
    done
    rust=
    [ "$known" = no ] && return 3
    return 1
}

# stop_for_cargo: the one line to do where this script cannot get cargo by itself.
stop_for_cargo() {
    if rustup=$(rustup_path); then
        do="run: $rustup update stable && $rustup default stable"
    elif [ "$(system)" = apt ] && [ -n "$(version_of rustup)" ]; then
        do="run: apt-get install -y rustup && rustup default stable"
    else
        do="install it with rustup (https://rustup.rs)"
    fi
    stop "cargo $oldest or newer is needed (found: $cargo_seen); $do; then call this again"
}

# seen HOW: is it there? Programs and files are looked for, not what a package manager remembers.
seen() (
    IFS=,
    for one in $1; do
        case $one in
            cargo:) [ -n "$cargo" ] && exit 0 ;;
            # rustup puts a cargo-fmt into PATH even where the component is missing, so it is called.
            cargo:*) [ -n "$cargo" ] && "$cargo" "${one#cargo:}" --version >/dev/null 2>&1 </dev/null && exit 0 ;;
            /*) [ -e "$one" ] && exit 0 ;;
            *) command -v "$one" >/dev/null && exit 0 ;;
        esac
    done
    exit 1
)

# find_missing PURPOSE: fills needed, optional (packages), components (of rustup) and list (a line each, with the reason).
find_missing() {
    needed='' optional='' components='' list=''
    while read -r name purposes how why; do
        case ",$purposes," in
            *",$1,"*) kind=needed ;;
            *",$1?,"*) kind=optional ;;
            *) continue ;;
        esac
        if seen "$how"; then continue; fi
        case $name in
            rustfmt | clippy)
                if rustup_path >/dev/null; then
                    kind=component
                    components="$components $name"
                else
                    choose_rust || true
                fi
                ;;
        esac
        what=$(package "$name")
        case " $needed $optional " in *" $what "*) continue ;; esac
        case $kind in
            needed) needed="$needed $what" ;;
            optional) optional="$optional $what" why="$why (optional)" ;;
            component) what=$name why="$why (component of rustup)" ;;
        esac
        list="$list$(printf '\n  %-16s %s' "$what" "$why")"
    done <<END
$needs
END
}

# agreed: --yes, or yes on a terminal; never waits without one.
agreed() {
    [ "$yes" = no ] || return 0
    { [ -t 0 ] && [ -t 2 ]; } || return 1
    printf 'Install? [y/N] ' >&2
    read -r answer || return 1
    case $answer in [yY]*) return 0 ;; *) return 1 ;; esac
}

# find_root: fills via with what makes root of us. Without a terminal a password cannot be asked for.
find_root() {
    via=
    [ "$(id -u)" -ne 0 ] || return 0
    for via in sudo doas; do
        command -v "$via" >/dev/null || continue
        [ -t 0 ] && [ -t 2 ] && return 0
        via="$via -n"
        $via true 2>/dev/null && return 0
    done
    via=
    return 1
}

installed() {
    dpkg-query -W -f '${db:Status-Abbrev} ${binary:Package}\n' 2>/dev/null | sed -n 's/^ii *//p'
}

# stop_services PACKAGES-BEFORE: a service that a package just installed has started is not left running.
# Only files of new packages are looked at, so nothing that ran before can be stopped.
stop_services() {
    new=$(installed | grep -vxF -e "$1") || return 0
    # shellcheck disable=SC2086 # a list of names
    files=$(dpkg -L $new 2>/dev/null) || return 0
    if [ -d /run/systemd/system ]; then
        for unit in $(echo "$files" | sed -nE 's,^(/usr)?/lib/systemd/system/([^/@]+\.(service|socket|timer))$,\2,p'); do
            systemctl is-active --quiet "$unit" || continue
            $via systemctl stop "$unit" >&2 && say "stopped $unit, which its package had started"
        done
    else
        for name in $(echo "$files" | sed -n 's,^/etc/init\.d/\([^/]*\)$,\1,p'); do
            $via service "$name" status >/dev/null 2>&1 || continue
            $via service "$name" stop >&2 && say "stopped $name, which its package had started"
        done
    fi
}

# install_packages: needed ones or exit 2; optional ones if they can be had.
install_packages() {
    # shellcheck disable=SC2086 # $via, as above
    $via apt-get update -q </dev/null >&2 || stop "apt-get update failed (see above): repair that, or call with --no-packages"
    if [ -z "$cargo" ]; then
        choose_rust || stop_for_cargo
        find_missing "$1" # the names may have changed with the lists
    fi
    before=$(installed) || before=
    # shellcheck disable=SC2086 # lists of names, from here on
    if [ -n "$needed" ]; then
        install $needed || stop "apt-get could not install$needed (see above): repair that, or call with --no-packages"
    fi
    # shellcheck disable=SC2086
    if [ -n "$optional" ]; then
        install $optional || say "apt-get could not install$optional (see above): going on without, they are optional"
    fi
    stop_services "$before"
}

# setup PURPOSE: makes this machine ready for run, test or fidelity, or exits 2 and says what to do.
setup() {
    oldest=$(sed -n 's/^rust-version = "\([0-9.]*\)"$/\1/p' "$root/Cargo.toml")
    if ! find_cargo; then
        if [ "$look" = no ]; then stop_for_cargo; fi
        choose_rust || [ $? -eq 3 ] || stop_for_cargo
    fi
    if [ "$look" = no ]; then return 0; fi

    find_missing "$1"
    if [ -z "$needed$optional$components" ]; then
        say "set-up: nothing is missing, nothing to install"
        return 0
    fi
    say "set-up: missing for scripts/${0##*/}:$list"
    if [ "$(system)" = unknown ] && [ -n "$needed$optional" ]; then
        line="this system's packages are not in the table yet; install$needed$optional yourself and call with --no-packages"
        [ -z "$needed" ] || stop "$line"
        say "$line; going on without, they are optional"
        needed='' optional=''
    fi

    as=
    rooted=yes
    if [ -n "$needed$optional" ]; then
        find_root || { rooted=no as="as root, "; }
        say "set-up: ${as}apt-get update && apt-get install -y --no-install-recommends$needed$optional"
    fi
    [ -z "$components" ] || say "set-up: $(rustup_path) component add$components"

    if ! agreed; then
        [ -z "$needed$components" ] || stop "nothing was installed; call with --yes to do the above, or do it yourself and call again"
        say "set-up: going on without the optional ones; --yes installs them"
        return 0
    fi
    if [ "$rooted" = no ]; then
        [ -z "$needed" ] || stop "not root, and no sudo or doas that works without asking; run as root: apt-get update && apt-get install -y --no-install-recommends$needed$optional"
        say "set-up: not root, and no sudo or doas that works without asking: going on without the optional ones"
    elif [ -n "$needed$optional" ]; then
        install_packages "$1"
    fi
    find_cargo || stop_for_cargo
    find_missing "$1"
    # shellcheck disable=SC2086
    if [ -n "$components" ]; then
        "$(rustup_path)" component add $components </dev/null >&2 || stop "rustup could not add$components (see above): repair that and call again"
        find_missing "$1"
    fi
    [ -z "$needed$components" ] || stop "still missing after installing:$needed$components; install them yourself and call with --no-packages"
}
