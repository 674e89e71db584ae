#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first minutes on a machine with a GPU: what is worth most comes first, and whatever ends it leaves what was found.

    first_minutes.py [--out FOLDER] [--deadline 540] [--programs FOLDER] [--with PROGRAM] [--device cuda:0]

The steps and their limits are the table STEPS. After each of them FOLDER has report.md for people, report.json for programs and logs.tar, which holds what every
program said; the report is printed at the end. --programs: the tests (tst_gpu_*); --with: a program that runs its arguments with the libraries they need.
Ends with 0 where every step was good, 1 where one was not or was not reached, 2 where no GPU can be used.
"""
import argparse, datetime, glob, json, os, platform, re, shutil, signal, subprocess, sys, tarfile, tempfile, time

import check

# What auto takes, as it measures it at the first run (its line names LibTorch's time), and that with TF32, cuDNN tuned, our kernel; recorded as graphs, which is the default, and once not.
SPEED = [":".join([shape] + settings) for shape in ("A", "B", "C", "H", "D")
         for settings in ([], ["precision=tf32"], ["implementation=cudnn-tuned"], ["implementation=persistent"])] + ["B:cuda_graph=false"]
PEERS = [f"{mode}:{shape}" for shape in ("A", "B", "C", "H", "D") for mode in ("default", "expert")]
DEFAULT_PATH = ["equalsTheBaseline:cuda-graph", "equalsTheBaseline:graph-steps", "equalsTheBaseline:implementation-library", "equalsTheBaseline:implementation-persistent",
                "equalsTheBaseline:implementation-cudnn-tuned", "graphsGiveTheBitsOfSingleSteps:library 1", "graphsGiveTheBitsOfSingleSteps:library 8",
                "graphsGiveTheBitsOfSingleSteps:persistent 8", "graphsDrawTheRandomNumbersOfSingleSteps:dropout"]
# What is timed last and only while time is left.
MORE_SPEED = ["A:graph_steps=8", "B:precision=bf16", "D:precision=bf16", "B:graph_steps=8", "B:implementation=persistent:precision=bf16", "D:implementation=cudnn-tuned:precision=bf16", "B:layers=2",
              "B:layers=2:dropout=0.2", "B:layers=2:dropout=0.2:cuda_graph=false"]


class Minutes:
    """Runs the steps and writes the report after each of them."""

    def __init__(self, args):
        self.args, self.began, self.results = args, time.monotonic(), []
        self.machine, self.ending = {}, time.monotonic() + args.deadline
        self.logs = tempfile.mkdtemp(prefix="gatelab-logs-")
        os.makedirs(args.out, exist_ok=True)

    def left(self):
        return self.ending - time.monotonic()

    def call(self, words, limit, log):
        """(exit status or None where its time was over, what it wrote until then); its children end with it"""
        limit = min(limit, self.left())
        if limit <= 1: return None, ""
        path = os.path.join(self.logs, f"{len(self.results) + 1:02}_{log}.log")
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

    def program(self, name):
        """Path of a test, or None; and the words before it."""
        path = os.path.join(self.args.programs or "", name)
        return path if os.access(path, os.X_OK) else None

    def with_libraries(self):
        return [self.args.with_program] if self.args.with_program else []

    def step(self, key, title, limit, work):
        begin = time.monotonic()
        if self.left() <= 1: result = {"state": "not reached", "rows": []}
        else:
            try: result = work(self, limit * self.args.patience)
            except Exception as problem: result = {"state": "bad", "rows": [f"{type(problem).__name__}: {problem}"]}
        result = {"key": key, "title": title, "limit": limit, "seconds": round(time.monotonic() - begin, 1), **result}
        self.results.append(result)
        self.write()
        print(f"{result['state']:>12}  {result['seconds']:6.1f} s  {title}", flush=True)
        return result["state"]

    def text(self):
        out = [f"# Gatelab's first minutes on {self.machine.get('gpu', 'a machine without a GPU that can be used')}\n",
               f"{datetime.datetime.now():%Y-%m-%d %H:%M}, {platform.platform()}; LibTorch {self.machine.get('torch') or '-'}, CUDA {self.machine.get('cuda') or '-'}, cuDNN "
               f"{self.machine.get('cudnn') or '-'}; driver {self.machine.get('driver') or '-'}. {round(time.monotonic() - self.began)} s of {round(self.args.deadline)} s.\n",
               "| step | result | seconds |\n|---|---|---:|"]
        for row in self.results: out.append(f"| {row['title']} | {'' if row['state'] in ('good', 'skipped') else '**'}{row['state']}{'' if row['state'] in ('good', 'skipped') else '**'} | {row['seconds']} |")
        out += beside(self.results)
        for row in self.results:
            out.append(f"\n## {row['title']}: {row['state']}\n")
            for line in row["rows"]: out.append(f"- {line}")
        return out

    def write(self):
        check.write(os.path.join(self.args.out, "report.md"), self.text())
        check.write(os.path.join(self.args.out, "report.json"), [json.dumps({"machine": self.machine, "deadline": self.args.deadline, "steps": self.results}, indent=1)])
        packed = os.path.join(self.logs, "logs.tar")
        with tarfile.open(packed, "w") as tar:
            for path in sorted(glob.glob(os.path.join(self.logs, "*.log"))): tar.add(path, os.path.basename(path))
        shutil.copyfile(packed, os.path.join(self.args.out, "logs.tar.new"))
        os.replace(os.path.join(self.args.out, "logs.tar.new"), os.path.join(self.args.out, "logs.tar"))


def beside(results):
    """Milliseconds per step of Gatelab beside PyTorch, once both are there."""
    figures = {name: figure for row in results for name, figure in row.get("figures", {}).items()}
    shapes = [name for name in figures if f"default:{name}" in figures or f"expert:{name}" in figures]
    if not shapes: return []
    out = ["\n| shape | Gatelab | TF32 | cuDNN tuned | persistent | PyTorch as it comes | expert |\n|---|---:|---:|---:|---:|---:|---:|"]
    for shape in shapes:
        names = [shape, shape + ":precision=tf32", shape + ":implementation=cudnn-tuned", shape + ":implementation=persistent", "default:" + shape, "expert:" + shape]
        out.append(f"| {shape} | " + " | ".join(f"{figures[name]:.3f}" if name in figures else "-" for name in names) + " |")
    return out


def json_lines(text):
    found = []
    for line in text.splitlines():
        try: found.append(json.loads(line))
        except ValueError: pass
    return [line for line in found if isinstance(line, dict)]


def last_words(text):
    return " / ".join(text.strip().splitlines()[-3:])[-600:]


def devices(minutes, limit):
    status, text = minutes.call([check.worker(), "devices", "--json"], limit, "devices")
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


def qt_test(name, only=()):
    """A step: one Qt Test program, or some of its rows: what failed, what it said, how many passed."""
    def work(minutes, limit):
        program = minutes.program(name)
        if not program: return {"state": "skipped", "rows": ["the pack has no such program"]}
        status, text = minutes.call(minutes.with_libraries() + [program, "-maxwarnings", "0", *only], limit, name)
        return told(status, text)
    return work


def told(status, text):
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


def rest_of_steps(minutes, limit):
    """The rows of tst_gpu_steps that were not tried at first, and then more figures."""
    program = minutes.program("tst_gpu_steps")
    if not program: return {"state": "skipped", "rows": ["the pack has no such program"]}
    end = time.monotonic() + limit
    _, text = minutes.call(minutes.with_libraries() + [program, "-datatags"], limit, "tst_gpu_steps_rows")
    rows = [":".join(line.split(" ", 2)[1:]) for line in text.splitlines() if re.match(r"^\w+ \w+", line)]
    return qt_test("tst_gpu_steps", [row for row in rows if row not in DEFAULT_PATH])(minutes, end - time.monotonic())


def chosen(rows, place, shapes):
    return [row for row in rows if row.split(":")[place] in shapes]


def measured(wanted, status, text):
    """The lines of a bench as a step's result."""
    if not wanted: return {"state": "skipped", "rows": ["nothing of these shapes"]}
    found = {line["row"]: line for line in json_lines(text) if "row" in line}
    rows, figures, bad, late = [], {}, 0, 0
    for name in wanted:
        line = found.get(name) or found.get(name + ":fp32")
        if line and "ms_per_step" in line:
            figures[name] = line["ms_per_step"]
            flags = f"; TF32 inside cuDNN {'on' if line['tf32_cudnn'] else 'off'}, in matrix products {'on' if line['tf32_matmul'] else 'off'}" if "tf32_cudnn" in line else ""
            rows.append(f"{name}: {line['ms_per_step']:.3f} ms per step{flags}")
        elif line: bad, _ = bad + 1, rows.append(f"{name}: {line['error']}")
        else: late, _ = late + 1, rows.append(f"{name}: not reached")
    if late and status is not None:
        bad += 1
        rows.append(f"ended with status {status}: {last_words(text)}")
    return {"state": "bad" if bad else "cut off" if late else "good", "rows": rows, "figures": figures}


def speed(wanted):
    """A step: milliseconds per step of each row, all in one process."""
    def work(minutes, limit):
        rows = chosen(wanted, 0, minutes.args.shapes)
        status, text = minutes.call([check.worker(), "bench", "--json", "--device", minutes.args.device, "--repeats", "1", *minutes.args.bench.split(), "--each", ",".join(rows)], limit, "speed")
        return measured(rows, status, text)
    return work


def peers(minutes, limit):
    if subprocess.run([sys.executable, "-c", "import torch, numpy"], capture_output=True).returncode != 0: return {"state": "skipped", "rows": ["python3 has no PyTorch"]}
    rows = chosen(PEERS, 1, minutes.args.shapes)
    device = "cpu" if minutes.args.device == "cpu" else "cuda"
    status, text = minutes.call([sys.executable, check.peer(), "--device", device, "--each", ",".join(rows)], limit, "peers")
    return measured(rows, status, text)


def tool(minutes, name):
    """A tool of the CUDA Toolkit, or None."""
    if name in minutes.args.without.split(","): return None
    places = [shutil.which(name)] + [os.path.join(folder, name) for pattern in ("/usr/local/cuda/bin", "/usr/local/cuda-*/bin", "/opt/nvidia/nsight-compute/*", os.path.join(minutes.args.tools, "nvidia", "*", "bin"))
                                     for folder in sorted(glob.glob(pattern))]
    return next((place for place in places if place and os.access(place, os.X_OK)), None)


def sanitizer(minutes, limit):
    """memcheck and racecheck of the persistent kernels: one block, then clusters or a grid."""
    found, program = tool(minutes, "compute-sanitizer"), minutes.program("tst_gpu_layers")
    if not found or not program: return {"state": "skipped", "rows": ["no compute-sanitizer here" if program else "the pack has no such program"]}
    rows, states, end = [], [], time.monotonic() + limit
    for check_kind in ("memcheck", "racecheck"):
        words = minutes.with_libraries() + [found, "--tool", check_kind, "--error-exitcode", "86", program, "-maxwarnings", "0", "equalsTheTextbook:H65 B5 T7", "equalsTheTextbook:H128 B64 T12"]
        status, text = minutes.call(words, min(limit / 2, end - time.monotonic()), check_kind)
        result = told(status, text)
        states.append("bad" if status == 86 else result["state"])
        rows += [f"{check_kind}: {line}" for line in result["rows"] + re.findall(r"^========= .*(?:ERROR SUMMARY|RACECHECK SUMMARY|Error|hazard).*$", text, re.M)[:8]]
    return {"state": next((state for state in ("bad", "cut off", "skipped") if state in states), "good"), "rows": rows}


def profile(minutes, limit):
    """Nsight Compute of the persistent kernels at B and C: stalls, L2 hits, shared memory."""
    found = tool(minutes, "ncu")
    if not found: return {"state": "skipped", "rows": ["no Nsight Compute (ncu) here"]}
    rows, late = [], False
    for shape in "BC":
        words = minutes.with_libraries() + [found, "--kernel-name", "regex:persistentKernel", "--launch-skip", "4", "--launch-count", "4", "--section", "SpeedOfLight", "--section",
                 "WarpStateStats", "--section", "MemoryWorkloadAnalysis", os.path.join(os.path.dirname(os.path.abspath(check.worker())), "bin", "gatelab-worker"), "bench", "--shape", shape, "--device",
                 minutes.args.device, "--repeats", "1", "--epochs", "1", "--rows", "1000", "--set", "implementation=persistent", "--set", "cuda_graph=false"]
        status, text = minutes.call(words, limit / 2, f"ncu_{shape}")
        late = late or status is None
        if "ERR_NVGPUCTRPERM" in text: return {"state": "skipped", "rows": ["this machine does not let the counters be read (ERR_NVGPUCTRPERM)"]}
        lines = [f"{shape}: {' '.join(line.split())}" for line in text.splitlines() if re.search(r"Duration|L2 Hit Rate|Compute \(SM\) Throughput|No Eligible|Warp Cycles Per Issued|Bank Conflict", line)]
        rows += lines[:24] or [f"{shape}: status {status}: {last_words(text)}"]
    return {"state": "cut off" if late else "good", "rows": rows + ["all of it: logs.tar"]}


STEPS = [  # key, title, seconds at most, work: is it right; is it fast beside PyTorch; layers, sanitizer, profile; the rest
    ("devices", "The GPU is found", 15, devices),
    ("tst_gpu_module", "The CUDA module", 15, qt_test("tst_gpu_module")),
    ("default", "What a run takes by default against the baseline", 60, qt_test("tst_gpu_steps", DEFAULT_PATH)),
    ("speed", "Speed of the standard shapes", 115, speed(SPEED)),
    ("peers", "PyTorch on the same shapes, as it comes and by an expert", 80, peers),
    ("tst_gpu_layers", "The persistent kernels against the textbook", 45, qt_test("tst_gpu_layers")),
    ("sanitizer", "Memory and races of the persistent kernels", 60, sanitizer),
    ("profile", "What bounds the persistent kernels", 35, profile),
    ("tst_gpu_runs", "Several runs in one process", 30, qt_test("tst_gpu_runs")),
    ("tst_gpu_faults", "What goes wrong", 30, qt_test("tst_gpu_faults")),
    ("tst_gpu_steps", "The other switches, options and optimisers", 35, rest_of_steps),
    ("more_speed", "Speed of the other precisions, and with dropout", 20, speed(MORE_SPEED)),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=os.environ.get("OUT") or "first_minutes")
    parser.add_argument("--deadline", type=float, default=540, help="seconds for everything (540)")
    parser.add_argument("--programs", help="folder with tst_gpu_*")
    parser.add_argument("--with", dest="with_program", help="runs its arguments with the libraries that the tests need")
    parser.add_argument("--tools", default="", help="site-packages, where a toolkit may lie")
    parser.add_argument("--device", default="cuda:0", help="cpu tries the script out")
    parser.add_argument("--shapes", default="ABCHD", help="standard shapes that are timed")
    parser.add_argument("--bench", default="", help="more options of gatelab-worker bench, such as '--rows 1000'")
    parser.add_argument("--without", default="", help="tools that are not used: compute-sanitizer, ncu")
    parser.add_argument("--patience", type=float, default=1, help="multiplies the limit of each step, for a machine that only stands in for a GPU")
    args = parser.parse_args()
    # As the program itself sets it, for results that can be repeated.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    minutes = Minutes(args)
    try:
        for key, title, limit, work in STEPS:
            if minutes.step(key, title, limit, work) != "good" and key == "devices":
                print("No GPU can be used; the reason is in the report.", file=sys.stderr)
                sys.exit(2)
    finally:
        shutil.rmtree(minutes.logs, ignore_errors=True)
        with open(os.path.join(args.out, "report.md")) as report: print(report.read(), end="")
    sys.exit(0 if all(row["state"] in ("good", "skipped") for row in minutes.results) else 1)


if __name__ == "__main__":
    main()
