#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minutes on a machine with a GPU: what is worth most comes first, and whatever ends it leaves what was found.

    first_minutes.py [--out FOLDER] [--deadline 480] [--programs FOLDER] [--with PROGRAM] [--device cuda:0]

Steps, each with a limit of its own: devices (driver, module, LibTorch), the tests for a GPU (tst_gpu_module, _layers, _steps, _faults, _runs), the speed of the standard shapes B
and D in every precision, eager, as a graph and with 8 steps per launch, dropout, then PyTorch beside it while there is time. After each step FOLDER has first_minutes.md
for people, first_minutes.json for programs and one log per step. --programs: the tests; --with: a program that runs its arguments with the libraries they need.
Ends with 0 where every step was good, 1 where one was not or was not reached, 2 where no GPU can be used.
"""
import argparse, datetime, json, os, platform, re, signal, subprocess, sys, time

import check

SPEED = {  # name -> settings
    "FP32, graph": [], "FP32, eager": ["cuda_graph=false"], "FP32, 8 steps per launch": ["graph_steps=8"], "TF32": ["precision=tf32"], "BF16": ["precision=bf16"],
    "persistent": ["implementation=persistent"], "persistent, TF32": ["implementation=persistent", "precision=tf32"], "persistent, BF16": ["implementation=persistent", "precision=bf16"],
    "cuDNN tuned": ["implementation=cudnn-tuned"], "cuDNN tuned, BF16": ["implementation=cudnn-tuned", "precision=bf16"],
}
DROPOUT = {"two layers": ["layers=2"], "two layers, eager": ["layers=2", "cuda_graph=false"], "two layers, dropout": ["layers=2", "dropout=0.2"],
           "two layers, dropout, eager": ["layers=2", "dropout=0.2", "cuda_graph=false"]}


class Minutes:
    """Runs the steps and writes the report after each of them."""

    def __init__(self, args):
        self.args, self.began, self.results = args, time.monotonic(), []
        self.machine = {}
        os.makedirs(args.out, exist_ok=True)

    def left(self):
        return self.args.deadline - (time.monotonic() - self.began)

    def call(self, words, limit, log):
        """(exit status or None where its time was over, what it wrote until then); its children end with it"""
        limit = min(limit, self.left())
        if limit <= 1: return None, ""
        path = os.path.join(self.args.out, log)
        with open(path, "ab") as file:
            file.write(("$ " + " ".join(words) + "\n").encode())
            file.flush()
            begin = file.tell()
            try: process = subprocess.Popen(words, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
            except OSError as problem: return 127, str(problem)
            try: status = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        with open(path, "rb") as file:
            file.seek(begin)
            return status, file.read().decode(errors="replace")

    def step(self, key, title, work):
        begin = time.monotonic()
        if self.left() <= 1: result = {"state": "not reached", "rows": []}
        else: result = work()
        result = {"key": key, "title": title, "seconds": round(time.monotonic() - begin, 1), **result}
        self.results.append(result)
        self.write()
        print(f"{result['state']:>12}  {result['seconds']:6.1f} s  {title}", flush=True)
        return result["state"]

    def write(self):
        out = [f"# Gatelab's first minutes on {self.machine.get('gpu', 'a machine without a GPU that can be used')}\n",
               f"{datetime.datetime.now():%Y-%m-%d %H:%M}, {platform.platform()}; LibTorch {self.machine.get('torch') or '-'}, CUDA {self.machine.get('cuda') or '-'}, cuDNN "
               f"{self.machine.get('cudnn') or '-'}; driver {self.machine.get('driver') or '-'}. {round(time.monotonic() - self.began)} s of {round(self.args.deadline)} s.\n",
               "| step | result | seconds |\n|---|---|---:|"]
        for row in self.results: out.append(f"| {row['title']} | {'' if row['state'] in ('good', 'skipped') else '**'}{row['state']}{'' if row['state'] in ('good', 'skipped') else '**'} | {row['seconds']} |")
        for row in self.results:
            out.append(f"\n## {row['title']}: {row['state']}\n")
            for line in row["rows"]: out.append(f"- {line}")
        check.write(os.path.join(self.args.out, "first_minutes.md"), out)
        check.write(os.path.join(self.args.out, "first_minutes.json"), [json.dumps({"machine": self.machine, "deadline": self.args.deadline, "steps": self.results}, indent=1)])


def json_lines(text):
    found = []
    for line in text.splitlines():
        try: found.append(json.loads(line))
        except ValueError: pass
    return [line for line in found if isinstance(line, dict)]


def last_words(text):
    return " / ".join(text.strip().splitlines()[-3:])[-600:]


def devices(minutes):
    status, text = minutes.call([check.worker(), "devices", "--json"], 90, "1_devices.log")
    machine = (json_lines(text) or [{}])[-1]
    names = {row["key"]: row["name"] for row in machine.get("devices", [])}
    minutes.machine = {key: machine.get(key) for key in ("torch", "cuda", "cudnn")}
    minutes.machine["driver"] = check.text_of(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"])
    rows = [f"{key}: {name}" for key, name in names.items()]
    if minutes.args.device in names and status == 0:
        minutes.machine["gpu"] = names[minutes.args.device]
        return {"state": "good", "rows": rows}
    if status is None: rows.append("no answer in time")
    return {"state": "bad", "rows": rows + [machine.get("cuda_reason") or last_words(text)]}


def qt_test(minutes, name, limit):
    """One Qt Test program: what failed, what it said, how many passed."""
    program = os.path.join(minutes.args.programs or "", name)
    if not os.access(program, os.X_OK): return {"state": "skipped", "rows": ["the pack has no such program"]}
    with_libraries = [minutes.args.with_program] if minutes.args.with_program else []
    status, text = minutes.call(with_libraries + [program, "-maxwarnings", "0"], limit, f"{len(minutes.results) + 1}_{name}.log")
    rows, lines = [], text.splitlines()
    passed = sum(line.startswith("PASS") for line in lines)
    for i, line in enumerate(lines):
        if line.startswith("FAIL!"): rows.append(" ".join(part.strip() for part in lines[i:i + 4] if not part.startswith("PASS"))[:600])
        elif line.startswith("SKIP"): rows.append(line[:300])
        elif line.startswith("QINFO"): rows.append(line.split(") ", 1)[-1][:300])
    rows.append(f"{passed} passed, {sum(line.startswith('FAIL!') for line in lines)} failed, {sum(line.startswith('SKIP') for line in lines)} left out")
    if "single contiguous chunk" in text: rows.append("LibTorch copies all weights at every call: 'single contiguous chunk' in the log")
    if status is None: return {"state": "cut off", "rows": rows}
    if not re.search(r"^Totals:", text, re.M): rows.append(f"ended with status {status}: {last_words(text)}")
    # All left out is nothing tried.
    state = "good" if status == 0 and passed > 2 else "skipped" if status == 0 else "bad"
    return {"state": state, "rows": rows}


def speed(minutes, settings, shapes, limit):
    """Milliseconds per step, one start each."""
    rows, figures, bad, late = [], {}, 0, 0
    log = f"{len(minutes.results) + 1}_speed.log"
    end = time.monotonic() + min(limit, minutes.left())
    for shape in shapes:
        for name, pairs in settings.items():
            words = [check.worker(), "bench", "--json", "--shape", shape, "--device", minutes.args.device, "--repeats", "1"] + [word for pair in pairs for word in ("--set", pair)]
            status, text = minutes.call(words, min(60, end - time.monotonic()), log)
            found = [line for line in json_lines(text) if "ms_per_step" in line]
            if found:
                figures[f"{shape} {name}"] = found[-1]["ms_per_step"]
                rows.append(f"{shape} {name}: {found[-1]['ms_per_step']:.3f} ms per step")
            elif status is None:
                late += 1
                rows.append(f"{shape} {name}: not reached")
            else:
                bad += 1
                rows.append(f"{shape} {name}: {last_words(text)}")
    return {"state": "bad" if bad else "cut off" if late else "good", "rows": rows, "figures": figures}


def peers(minutes):
    rows, figures = [], {}
    for shape in "BD":
        for name, words in check.PEERS.items():
            status, text = minutes.call([sys.executable, check.peer(), "--shape", shape, "--device", "cpu" if minutes.args.device == "cpu" else "cuda"] + words, 60,
                                        f"{len(minutes.results) + 1}_peers.log")
            found = [line for line in json_lines(text) if "ms_per_step" in line]
            if found: figures[f"{shape} {name}"] = found[-1]["ms_per_step"]
            rows.append(f"{shape} {name}: " + (f"{found[-1]['ms_per_step']:.3f} ms per step" if found else "not reached" if status is None else last_words(text)))
    return {"state": "good" if len(figures) == len(rows) else "cut off", "rows": rows, "figures": figures}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=os.environ.get("OUT") or "first_minutes")
    parser.add_argument("--deadline", type=float, default=480, help="seconds for everything (480)")
    parser.add_argument("--programs", help="folder with tst_gpu_*")
    parser.add_argument("--with", dest="with_program", help="runs its arguments with the libraries that the tests need")
    parser.add_argument("--device", default="cuda:0", help="cpu tries the script out")
    args = parser.parse_args()
    # As the program itself sets it, for results that can be repeated.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    minutes = Minutes(args)
    if minutes.step("devices", "The GPU is found", lambda: devices(minutes)) != "good":
        print("No GPU can be used; the reason is in the report.", file=sys.stderr)
        sys.exit(2)
    for name, title, limit in (("tst_gpu_module", "The CUDA module", 60), ("tst_gpu_layers", "The persistent kernels against the textbook", 90), ("tst_gpu_steps", "Every switch against the baseline", 150), ("tst_gpu_faults", "What goes wrong", 90),
                               ("tst_gpu_runs", "Several runs in one process", 90)):
        minutes.step(name, title, lambda: qt_test(minutes, name, limit))
    minutes.step("speed", "Speed of shapes B and D", lambda: speed(minutes, SPEED, "BD", 150))
    minutes.step("dropout", "Speed with dropout", lambda: speed(minutes, DROPOUT, "B", 60))
    minutes.step("peers", "PyTorch on the same shapes", lambda: peers(minutes))
    print(f"Report: {os.path.join(args.out, 'first_minutes.md')}")
    sys.exit(0 if all(row["state"] in ("good", "skipped") for row in minutes.results) else 1)


if __name__ == "__main__":
    main()
