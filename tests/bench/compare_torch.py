#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole training steps of Gatelab beside PyTorch on this processor, and the losses both reach: one Markdown table.

    PYTHONPATH=<folder with torch 2.11.0> tests/bench/compare_torch.py > table.md

Speed: shapes A, B, C and two that are unkind to us, the cells of --cells, one and two threads, every contestant in turn in random order, seven repeats: median, spread, samples/s, and the ratio
of medians with a bootstrap interval. Loss: both train on ETTh1 from the same start values in the same order of windows; left out where the file
is not there (--etth1, else GATELAB_DATA, else ../shared/data beside the checkout). About twenty minutes on two idle cores. On a busy machine --processor-time: one thread, and what other programs take away does not count.
"""
import argparse, datetime, json, os, pathlib, random, resource, statistics, subprocess, sys, tempfile, time

import torch_peer

HERE = pathlib.Path(__file__).resolve().parent
MODES = ("gatelab", "default", "expert")
NAMES = {"gatelab": "Gatelab", "default": "PyTorch, default", "expert": "PyTorch, expert"}
# Rows of the series and measured epochs: fewer where a step is long.
SIZES = {"A": (6000, 2), "B": (2200, 2), "C": (1000, 1), "D": (2000, 1), "F": (1000, 1), "G": (20000, 2)}
CELLS = {"lstm": "lstm", "gru": "gru", "rnn": "rnn-tanh"}
LOSS = dict(lookback=24, horizon=24, hidden=32, batch=32, epochs=10)


def json_lines(command):
    environment = {k: v for k, v in os.environ.items() if k != "OMP_NUM_THREADS"}
    done = subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def note(*words):
    print(time.strftime("%H:%M:%S"), *words, file=sys.stderr, flush=True)


def write_data(shape, rows, path):
    """The peer's own series, so that both learn from the same numbers."""
    x, y, _ = torch_peer.series(argparse.Namespace(csv=None, rows=rows, inputs=torch_peer.SHAPES[shape][2]))
    with open(path, "w") as file:
        file.write(",".join(f"x{c}" for c in range(x.shape[1])) + ",y\n")
        for row, target in zip(x, y):
            file.write(",".join("%.9g" % v for v in (*row, target)) + "\n")


def run(args, cell, shape, mode, threads, seed, rows, epochs, data):
    common = ["--shape", shape, "--threads", threads, "--seed", seed, "--epochs", epochs, "--rows", rows, "--device", "cpu"]
    if mode == "gatelab":
        return json_lines([args.worker, "bench", *common, "--cell", CELLS[cell], "--repeats", 1, "--data", data, "--json"])[-1]
    return json_lines([sys.executable, HERE / "torch_peer.py", "--mode", mode, "--kind", cell, *common])[-1]


def best(medians, own):
    return min((peer for peer in medians if (peer[0] == "gatelab") == own), key=medians.get)


def interval(other, own, draws=4000):
    """95 % of the ratios of medians over resampled repeats."""
    generator = random.Random(1)
    pick = lambda times: statistics.median(generator.choices(times, k=len(times)))
    ratios = sorted(pick(other) / pick(own) for _ in range(draws))
    return ratios[draws // 40], ratios[-draws // 40]


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = json_lines(command)[-1]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, line


def processor_time(args, cell, shape, folder):
    """Whole steps with one thread in processor time: Gatelab's mean over many epochs more in one run than in another, validation left out; of PyTorch the fastest epoch."""
    rows, epochs = SIZES[shape]
    rows, epochs = args.rows or rows, args.epochs or epochs
    data = os.path.join(folder, f"{shape}.csv")
    write_data(shape, rows, data)
    batch, lookback = torch_peer.SHAPES[shape][:2]
    common = ["--shape", shape, "--threads", 1, "--rows", rows, "--device", "cpu"]

    def own(implementation, repeat):
        bench = [args.worker, "bench", *common, "--seed", repeat, "--cell", CELLS[cell], "--implementation", implementation, "--repeats", 1, "--data", data, "--set", "split=80%/0%/20%", "--json"]
        more = 10 * epochs
        few, _ = processor_seconds([*bench, "--epochs", 1])
        many, line = processor_seconds([*bench, "--epochs", 1 + more])
        steps = (int(0.8 * rows) - lookback - 24 + 1) // batch
        return 1e3 * (many - few) / more / steps

    def peer(mode, repeat):
        return json_lines([sys.executable, HERE / "torch_peer.py", "--mode", mode, "--kind", cell, "--processor-time", *common, "--seed", repeat, "--epochs", epochs])[-1]["ms_per_step"]

    found = {**{("own", one): [] for one in args.implementations}, **{("peer", mode): [] for mode in MODES[1:]}}
    for repeat in range(1, args.repeats + 1):
        order = list(found)
        random.shuffle(order)
        for who, which in order:
            found[who, which].append((own if who == "own" else peer)(which, repeat))
            note(cell, shape, repeat, which, "%.4f ms" % found[who, which][-1])
    medians = {key: statistics.median(times) for key, times in found.items()}
    other = min((key for key in medians if key[0] == "peer"), key=medians.get)
    for key in found:
        ratio = ""
        if key[0] == "own":
            low, high = interval(found[other], found[key])
            ratio = f"**{medians[other] / medians[key]:.2f}** ({low:.2f} to {high:.2f})"
        print(f"| {cell} {shape} | {key[1]} | {medians[key]:.4f} | {min(found[key]):.4f} | {max(found[key]):.4f} | {ratio} |", flush=True)


def speed(args, cell, shape, folder):
    rows, epochs = SIZES[shape]
    rows, epochs = args.rows or rows, args.epochs or epochs
    data = os.path.join(folder, f"{shape}.csv")
    write_data(shape, rows, data)
    peers = [(mode, threads) for mode in MODES for threads in args.threads]
    found = {peer: [] for peer in peers}
    for repeat in range(args.repeats):
        order = peers[:]
        random.shuffle(order)
        for peer in order:
            found[peer].append(run(args, cell, shape, *peer, repeat + 1, rows, epochs, data))
            note(cell, shape, f"{repeat + 1}/{args.repeats}", *peer, "%.3f ms" % found[peer][-1]["ms_per_step"])
    times = {peer: [r["ms_per_step"] for r in results] for peer, results in found.items()}
    medians = {peer: statistics.median(t) for peer, t in times.items()}
    print(f"\n### {cell.upper()}, shape {shape}\n\n{rows} rows, fastest of {epochs} measured epochs after one that warms up; milliseconds per step.\n")
    print("| program | threads | median | lowest | highest | samples/s | repeats |\n|---|---|---|---|---|---|---|")
    for peer in peers:
        samples = statistics.median(r["samples_per_s"] for r in found[peer])
        print(f"| {NAMES[peer[0]]} | {peer[1]} | {medians[peer]:.3f} | {min(times[peer]):.3f} | {max(times[peer]):.3f} | {samples:,.0f} | {len(times[peer])} |")
    groups = [("best setting of each", medians)] + [(f"{t} thread{'s' if t > 1 else ''}", {p: m for p, m in medians.items() if p[1] == t}) for t in args.threads]
    for name, group in groups:
        own, other = best(group, True), best(group, False)
        low, high = interval(times[other], times[own])
        print(f"\nPyTorch / Gatelab, {name}: **{medians[other] / medians[own]:.2f}** (95 % of resampled repeats: {low:.2f} to {high:.2f}).")
    own = found[peers[0]][0]
    if own.get("system_allocations_per_step") is not None:
        print(f"\nGatelab's step makes {own['tensor_allocations_per_step']:.0f} tensor allocations, {own['system_allocations_per_step']:.2g} of them from the system.")
    sys.stdout.flush()
    return own, found["default", args.threads[0]][0]


def layers(args):
    """Forward and backward of one layer: the program of tests/bench beside torch_peer.py --kernel, in turn."""
    print("\n### One layer, forward and backward, one thread\n\n| layer | native, ms | library, ms | PyTorch, ms | PyTorch / native | share of the measured FMA rate |\n|---|---|---|---|---|---|")
    for cell in ("lstm", "gru", "rnn"):
        for shape in "ABC":
            own, library, peer, shares = [], [], [], []
            for repeat in range(args.repeats):
                here = json_lines([args.worker.parent.parent / "tests/tst_layer_speed", f"oneLayer:{cell} {shape}"])[-1]
                sizes = torch_peer.SHAPES[shape]
                there = json_lines([sys.executable, HERE / "torch_peer.py", "--kernel", "--kind", cell, "--threads", 1, "--device", "cpu", "--repeats", 20,
                                    "--batch", sizes[0], "--lookback", sizes[1], "--inputs", sizes[2], "--hidden", sizes[3]])[-1]
                for times, value in ((own, here["native_ms"]), (library, here["library_ms"]), (peer, there["ms_median"]), (shares, here["share"])): times.append(value)
                note(cell, shape, repeat + 1, *("%.3f" % times[-1] for times in (own, library, peer)))
            low, high = interval(peer, own)
            middle = statistics.median
            print(f"| {cell} {shape} | {middle(own):.3f} | {middle(library):.3f} | {middle(peer):.3f} | **{middle(peer) / middle(own):.2f}** ({low:.2f} to {high:.2f}) | {middle(shares):.2f} |", flush=True)


def loss_row(args, seed, folder):
    start = os.path.join(folder, "start.safetensors")
    peer = json_lines([sys.executable, HERE / "torch_peer.py", "--mode", "expert", "--csv", args.etth1, "--target", "OT", "--univariate", "--gatelab-order", "--save-start", start,
                       "--device", "cpu", "--threads", 1, "--seed", seed, *[w for k, v in LOSS.items() for w in (f"--{k}", v - (k == "epochs"))]])[-1]
    lines = json_lines([args.worker, "train", "--json", "--no-store", "--device", "cpu", "--threads", 1, "--data", args.etth1, "--targets", "OT", "--inputs", "OT", "--split", "8640/2880/2880",
                        "--anchor", "none", "--clip-norm", 0, "--drop-last", "true", "--learning-rate", 1e-3, "--early-stop", 0, "--weights", start, "--seed", seed,
                        "--lookback", LOSS["lookback"], "--horizon", LOSS["horizon"], "--hidden-size", LOSS["hidden"], "--batch-size", LOSS["batch"], "--epochs", LOSS["epochs"]])
    values = lambda key: [(line["epoch"], line["value"]) for line in lines if line.get("metric") == key]
    train = statistics.mean(v for epoch, v in values("train_loss") if epoch > LOSS["epochs"] - 1 + 1e-9)
    return (train, values("validation_mse")[-1][1]), (peer["train_loss"], peer["validation_mse"])


def losses(args, folder):
    print("\n### Loss\n\nETTh1, OT from OT, " + ", ".join(f"{k} {v}" for k, v in LOSS.items()) + "; Adam 1e-3; same start values, same order of windows, one thread.\n")
    print("| seed | train MSE of the last epoch: Gatelab | PyTorch | ratio | validation MSE after it: Gatelab | PyTorch | ratio |\n|---|---|---|---|---|---|---|")
    ratios = []
    for seed in range(1, args.loss_seeds + 1):
        own, peer = loss_row(args, seed, folder)
        ratios += [own[0] / peer[0], own[1] / peer[1]]
        print(f"| {seed} | {own[0]:.6f} | {peer[0]:.6f} | {ratios[-2]:.4f} | {own[1]:.6f} | {peer[1]:.6f} | {ratios[-1]:.4f} |", flush=True)
        note("loss, seed", seed)
    print(f"\nLargest difference: {100 * max(abs(r - 1) for r in ratios):.2f} %.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--worker", type=pathlib.Path, default=HERE / "../../build/bin/gatelab-worker")
    parser.add_argument("--shapes", default="ABCFG", help="F and G are unkind to the own kernel: weights larger than a cache with few rows; few units, no multiple of a vector")
    parser.add_argument("--cells", nargs="+", choices=CELLS, default=["lstm"])
    parser.add_argument("--layers", action="store_true", help="one layer alone beside PyTorch's, one thread, and nothing else")
    parser.add_argument("--processor-time", action="store_true", help="whole steps with one thread in processor time, and nothing else")
    parser.add_argument("--implementations", nargs="+", default=["auto"], help="of Gatelab, with --processor-time: auto, whole, native ...")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--epochs", type=int, default=0, help="measured ones; 0: as many as the shape's row says")
    parser.add_argument("--rows", type=int, default=0, help="of the series; 0: as many as the shape's row says")
    parser.add_argument("--loss-seeds", type=int, default=3, help="0: no losses")
    parser.add_argument("--etth1", default=os.path.join(os.environ.get("GATELAB_DATA", HERE / "../../../shared/data"), "ETTh1.csv"))
    args = parser.parse_args()
    began = time.time()
    if args.layers:
        return layers(args)
    if args.processor_time:
        print("| layer | program | median, ms | lowest | highest | best of PyTorch / this (95 %) |\n|---|---|---|---|---|---|")
        with tempfile.TemporaryDirectory() as folder:
            for shape in args.shapes:
                for cell in args.cells: processor_time(args, cell, shape, folder)
        return
    print(f"Date: {datetime.date.today()}; {args.repeats} repeats, contestants in random order; load before: {os.getloadavg()[0]:.1f}.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for shape in args.shapes:
            for cell in args.cells:
                own, peer = speed(args, cell, shape, folder)
        if args.shapes:
            print(f"\n{own['processor']}, {os.cpu_count()} cores; {own['engine']}; PyTorch {peer['torch']}, Python {peer['python']}; implementation {own['implementation']}; float32.")
        if not os.path.exists(args.etth1):
            print("\nLosses were not compared: ETTh1.csv is not there (datasets/README.md).")
        elif args.loss_seeds > 0:
            losses(args, folder)
    print(f"\nTaken in {(time.time() - began) / 60:.1f} minutes; load after: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
