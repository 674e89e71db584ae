#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks and measures Gatelab on a machine with a GPU, in one run, and writes a table.

    check.py [--out RESULTS.md] [--shapes ABCDE] [--repeats 2] [--deadline SECONDS] [--no-peer] [--cpu]

First every implementation and switch against the plain baseline (`gatelab-worker verify switches`), then the same run twice (`verify repeat`), then the
standard shapes against PyTorch as a default user and as an expert would write it, all of one shape in turn, so that a change of clocks meets everybody. The
table is written after every round of jobs; --deadline ends the measuring with what there is.
--cpu does all of it on the processor, to try the script out. Needs python3 with torch for the comparison; without it Gatelab is measured alone.
"""
import argparse, datetime, json, os, platform, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIGURATIONS = {  # name -> (settings of `bench --set` over Gatelab's defaults, the switch that they need)
    "Gatelab": ([], None),
    "Gatelab, 8 steps per launch": (["graph_steps=8"], "graph-steps"),
    "Gatelab, cuDNN tuned": (["implementation=cudnn-tuned"], "implementation-cudnn-tuned"),
    "Gatelab, persistent": (["implementation=persistent"], "implementation-persistent"),
    "Gatelab, persistent, TF32": (["implementation=persistent", "precision=tf32"], "implementation-persistent"),
    "Gatelab, persistent, BF16": (["implementation=persistent", "precision=bf16"], "implementation-persistent"),
    "Gatelab, TF32": (["precision=tf32"], "tf32"),
    "Gatelab, BF16": (["precision=bf16"], "bf16"),
    "Gatelab, no graph": (["cuda_graph=false"], "cuda-graph"),
}
ON_EVERY_GPU = {"implementation-persistent", "implementation-cudnn-tuned", "cuda-graph", "graph-steps"}  # switches that must have been at work
PEERS = {"PyTorch, default": ["--mode", "default"], "PyTorch, expert": ["--mode", "expert"], "PyTorch, expert, TF32": ["--mode", "expert", "--precision", "tf32"],
         "PyTorch, expert, BF16": ["--mode", "expert", "--precision", "bf16"]}


def worker():
    if "GATELAB_WORKER" in os.environ: return os.environ["GATELAB_WORKER"]
    for place in (os.path.join(HERE, "bin"), os.path.join(HERE, "..", "..", "build", "bin"), os.path.dirname(shutil.which("gatelab-worker") or "")):
        path = os.path.join(place, "gatelab-worker")
        if os.access(path, os.X_OK): return path
    sys.exit("gatelab-worker was not found beside this script, in build/bin or in PATH")


def peer():
    return next(path for path in (os.path.join(HERE, "torch_peer.py"), os.path.join(HERE, "..", "bench", "torch_peer.py")) if os.path.exists(path))


LONGEST = 590  # seconds of one job: a machine that is lent ends a command after 600


def call(words, timeout=LONGEST):
    """(exit status, JSON lines, end of what went wrong)"""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return 124, [], f"took more than {timeout} s"
    lines = []
    for line in done.stdout.splitlines():
        try: lines.append(json.loads(line))
        except ValueError: pass
    return done.returncode, lines, (done.stderr.strip() or done.stdout.strip())[-600:]


def text_of(words):
    try: return subprocess.run(words, capture_output=True, text=True, timeout=60).stdout.strip()
    except OSError: return ""


def check_switches(device, out):
    status, lines, problem = call([worker(), "verify", "switches", "--device", device, "--json"])
    out.append("## Every switch against the baseline\n\n| switch | largest difference of the weights | tolerance | |\n|---|---|---|---|")
    rows = [row for row in lines if "switch" in row]
    for row in rows:
        if not row["supported"]: out.append(f"| {row['switch']} | | | not here: {row['reason']} |")
        elif "error" in row: out.append(f"| {row['switch']} | | | **FAILED**: {row['error']} |")
        else:
            verdict = "**NOT AT WORK**: " + row["warnings"][0] if row["warnings"] else "equal" if row["equal"] else "**DIFFERENT**"
            out.append(f"| {row['switch']} | {row['difference']:.3g} | {row['tolerance']:.3g} | {verdict} |")
    out.append("" if status == 0 else f"\n**`verify switches` ended with status {status}: {problem}**\n")
    absent = (ON_EVERY_GPU if device != "cpu" else set()) - {row["switch"] for row in rows if row["supported"]}
    if absent: out.append(f"\n**Not tried, though every GPU can: {', '.join(sorted(absent))}**\n")
    return status == 0 and not absent, {row["switch"]: row["reason"] for row in rows if not row["supported"]}


def check_repeat(device, out):
    status, lines, problem = call([worker(), "verify", "repeat", "--json", "--device", device, "--builtin", "sine-mix", "--epochs", "3"])
    equal = status == 0 and lines and lines[-1].get("equal")
    out.append(f"The same run twice: {'the same bits' if equal else '**different** ' + problem}.\n")
    return equal


def write(path, lines):
    """At once or not at all: a machine that is taken away leaves what was measured."""
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(os.path.abspath(path)), delete=False) as file: file.write("\n".join(lines) + "\n")
    os.replace(file.name, path)


def measure(shape, args, has_torch, device, missing, after_round=lambda *figures: None):
    """name -> list of milliseconds per step, all configurations in turn; what lacks its switch is left out with the reason, what fails is not tried again"""
    rows, losses = {}, {}
    notes = {name: "not here: " + missing[switch] for name, (_, switch) in CONFIGURATIONS.items() if switch in missing}
    jobs = [(name, [worker(), "bench", "--json", "--shape", shape, "--device", device, "--repeats", "1"] + [word for pair in settings for word in ("--set", pair)])
            for name, (settings, _) in CONFIGURATIONS.items()]
    if has_torch:
        jobs += [(name, [sys.executable, peer(), "--shape", shape, "--device", "cpu" if args.cpu else "cuda"] + words) for name, words in PEERS.items()]
    for repeat in range(args.repeats):
        for name, words in jobs[repeat % len(jobs):] + jobs[:repeat % len(jobs)]:  # nobody is always first
            if name in notes: continue
            if args.end is not None and time.monotonic() > args.end:
                notes.setdefault(name, "" if name in rows else "not reached before the deadline")
                continue
            status, lines, problem = call(words, LONGEST if args.end is None else min(LONGEST, max(1, args.end - time.monotonic())))
            found = [line for line in lines if "ms_per_step" in line]
            if status != 0 or not found: notes[name] = "**FAILED**: " + (problem.splitlines()[-1] if problem else f"status {status}")
            else:
                rows.setdefault(name, []).append(found[-1]["ms_per_step"])
                losses[name] = found[-1].get("train_loss")
        after_round(rows, notes, losses)
    return rows, notes, losses


def table(shape, rows, notes, losses, out):
    expert = min((statistics.median(times) for name, times in rows.items() if name.startswith("PyTorch")), default=None)
    out.append(f"### Shape {shape}\n\n| | ms per step | lowest to highest | training loss | best PyTorch / this |\n|---|---|---|---|---|")
    for name, times in rows.items():
        median = statistics.median(times)
        ratio = f"{expert / median:.2f}" if expert else ""
        loss = "" if losses[name] is None else f"{losses[name]:.5f}"
        out.append(f"| {name} | {median:.3f} | {min(times):.3f} to {max(times):.3f} | {loss} | {ratio} |")
    for name, note in notes.items():
        if note: out.append(f"| {name} | | | | {note} |")
    out.append("")
    return not any("FAILED" in note for note in notes.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", default="RESULTS.md")
    parser.add_argument("--shapes", default="ABCDE")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--deadline", type=float, default=0, help="seconds after which nothing new is begun; 0: none")
    parser.add_argument("--no-peer", action="store_true", help="Gatelab alone")
    parser.add_argument("--cpu", action="store_true")
    args = parser.parse_args()
    args.end = time.monotonic() + args.deadline if args.deadline > 0 else None
    device = "cpu" if args.cpu else "cuda:0"

    _, lines, _ = call([worker(), "devices", "--json"])
    machine = lines[-1] if lines else {}
    devices = [row["name"] for row in machine.get("devices", []) if row["key"] == device]
    if not devices:
        sys.exit(f"No GPU: {machine.get('cuda_reason', 'gatelab-worker devices gave no answer')} Nothing was measured; --cpu tries the script out on the processor.")
    has_torch = not args.no_peer and subprocess.run([sys.executable, "-c", "import torch, numpy"], capture_output=True).returncode == 0
    torch = text_of([sys.executable, "-c", "import torch; print(torch.__version__, torch.version.cuda, torch.backends.cudnn.version())"]) if has_torch else "not here"
    out = [f"# Gatelab on {devices[0]}\n",
           f"{datetime.date.today()}, {platform.platform()}; LibTorch {machine.get('torch')}, CUDA {machine.get('cuda') or '-'}, cuDNN {machine.get('cudnn') or '-'}; PyTorch, CUDA, "
           f"cuDNN of the comparison: {torch}; " + ("" if args.cpu else "driver " + text_of(["nvidia-smi", "--query-gpu=driver_version,clocks.max.sm", "--format=csv,noheader"]) + "; ") +
           f"{args.repeats} repeats, interleaved; median, lowest and highest.\n"]
    good, missing = check_switches(device, out)
    good = check_repeat(device, out) and good
    out.append("## Time per training step, end to end\n")
    for shape in args.shapes:
        print(f"shape {shape}", flush=True)

        def keep(*figures):
            so_far = list(out)
            table(shape, *figures, so_far)
            write(args.out, so_far)
        good = table(shape, *measure(shape, args, has_torch, device, missing, keep), out) and good
        write(args.out, out)
    print("\n".join(out))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
