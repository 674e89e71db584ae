#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many small models: trained together, trained one after the other, and by default PyTorch one after the other. One Markdown table.

    tests/bench/many_models.py --worker build/release/bin/gatelab-worker > table.md
    PYTHONPATH=<folder with torch 2.11.0> tests/bench/many_models.py --torch

Models of a standard shape (compare_torch.py) that differ in their seed. Whole commands are timed: start, reading, training, test, baselines and keeping of every run. Every contestant in turn in random
order. A ratio is of the two times of one repeat; told are its median, and the lowest and the highest. PyTorch: its steps alone, as many as Gatelab makes, without start, test and keeping.
--processor-time: of the whole command, user and system, on all its threads: what other programs take away does not count. Trained together the models share no thread, so two idle cores take half of it.
--verdict N: N seeds of each of two settings of the start page's experiment, as `sweep` with their learning rates.
"""
import argparse, json, os, pathlib, random, resource, statistics, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
SHAPES = {"A": (32, 24, 8, 32), "B": (64, 96, 8, 64)}  # batch, steps, inputs, hidden


def note(*words):
    print(time.strftime("%H:%M:%S"), *words, file=sys.stderr, flush=True)


def write_series(path, rows, inputs):
    generator = random.Random(1)
    state = [0.0] * inputs
    with open(path, "w") as file:
        file.write(",".join(f"x{c}" for c in range(inputs)) + "\n")
        for _ in range(rows):
            state = [0.9 * value + generator.gauss(0, 1) for value in state]
            file.write(",".join("%.6f" % value for value in state) + "\n")


def now(processor):
    if not processor:
        return time.monotonic()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command, processor):
    environment = {k: v for k, v in os.environ.items() if k != "OMP_NUM_THREADS"}
    began = now(processor)
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr}")
    return now(processor) - began, json.loads(done.stdout.splitlines()[-1])


def peer_seconds(args, mode, steps):
    environment = {k: v for k, v in os.environ.items() if k != "OMP_NUM_THREADS"}
    how = ["--processor-time", "--threads", "1"] if args.processor_time else []
    done = subprocess.run([sys.executable, HERE / "torch_peer.py", "--mode", mode, "--shape", args.shape, "--epochs", "2", "--rows", str(args.rows), "--device", "cpu", *how],
                          env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads([line for line in done.stdout.splitlines() if line.startswith("{")][-1])["ms_per_step"] * steps / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worker", default=HERE.parent.parent / "build/release/bin/gatelab-worker")
    parser.add_argument("--shape", default="A", choices=SHAPES)
    parser.add_argument("--models", type=int, default=16)
    parser.add_argument("--rows", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--torch", action="store_true")
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--verdict", type=int, default=0)
    args = parser.parse_args()
    batch, steps, inputs, hidden = SHAPES[args.shape]
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "series.csv")
        write_series(data, args.rows, inputs)
        common = ["--data", data, "--target", f"x{inputs - 1}", "--lookback", steps, "--horizon", 1, "--hidden-size", hidden, "--batch-size", batch, "--epochs", args.epochs, "--early-stop", 0, "--device", "cpu", "--no-suggest",
                  "--json", "--quiet"]
        if args.verdict:
            common = ["--builtin", "mackey-glass", "--device", "cpu", "--json", "--quiet"]
        made = 0

        def gatelab(more):
            nonlocal made
            made += 1
            place = ["--workspace", os.path.join(folder, str(made))]
            if args.verdict:
                return timed([args.worker, "sweep", *common, *place, "--vary", "learning_rate=0.001,0.002", "--seeds", args.verdict, *more], args.processor_time)[0]
            return timed([args.worker, "train", *common, *place, "--seeds", args.models, *more], args.processor_time)[0]

        one = ["--one-by-one"] if args.verdict else []
        all_at_once = [] if args.verdict else ["--together"]
        contestants = {"together": lambda: gatelab(all_at_once), "one after the other": lambda: gatelab(one)}
        if args.torch:
            examples = int(args.rows * 0.6) - steps
            steps_of_run = args.epochs * ((examples + batch - 1) // batch)
            for mode in ("default", "expert"):
                contestants[f"{mode} PyTorch, one after the other"] = lambda mode=mode: args.models * peer_seconds(args, mode, steps_of_run)
        gatelab(all_at_once)  # the choice of the layer's row is measured once for this machine
        found = {name: [] for name in contestants}
        for repeat in range(args.repeats):
            order = list(contestants)
            random.shuffle(order)
            for name in order:
                found[name].append(contestants[name]())
                note(f"{repeat + 1}/{args.repeats}", name, "%.2f s" % found[name][-1])
    what = f"{args.verdict} pairs of the start page's experiment" if args.verdict else f"{args.models} models of shape {args.shape}"
    unit = "s of processor time" if args.processor_time else "s"
    print(f"\n{what}\n\n| | median, {unit} | lowest | highest | times as long as together (lowest to highest) |\n|---|---:|---:|---:|---:|")
    for name, times in found.items():
        ratios = [b / a for a, b in zip(found["together"], times)]
        print(f"| {name} | {statistics.median(times):.2f} | {min(times):.2f} | {max(times):.2f} | {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |")


main()
