// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/export_check.h"

#include "base/number_text.h"
#include "config/setting_predicates.h"
#include "export/network/c_text.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"
#include "session/outer_program.h"

#include <link.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace gatelab {

namespace {

constexpr int kAbsent = 3;  ///< a script's exit code where a package is not there
constexpr std::size_t kMostWords = 200;

constexpr std::string_view kOnnxScript = R"PY(import json, struct, sys
try:
    import numpy, onnxruntime
except ImportError as absent:
    print(absent)
    sys.exit(3)

def load(path):
    data = open(path, "rb").read()
    size, = struct.unpack("<Q", data[:8])
    types = {"F32": numpy.float32, "F64": numpy.float64, "I64": numpy.int64}
    tensors = {}
    for name, one in json.loads(data[8:8 + size]).items():
        begin, end = (8 + size + place for place in one["data_offsets"])
        tensors[name] = numpy.frombuffer(data[begin:end], types[one["dtype"]]).reshape(one["shape"])
    return tensors

def opened(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

def together(names, values):
    found = dict(zip(names, values))
    told = [found[name][..., None] for name in ("forecast", "scale", "freedom", "size") if name in found]
    if len(told) > 1:
        return numpy.concatenate(told + [found["quantiles"]], -1)
    if "quantiles" in found:
        return found["quantiles"]
    if "deviation" in found:
        return numpy.stack([found["forecast"], found["deviation"]], -1)
    return found.get("forecast", found.get("probabilities", found.get("numbers")))

check = load(sys.argv[2])
slack = check.get("check.slack", 0)
groups, count = {}, 0
while f"check.rows.{count}" in check:
    groups.setdefault(len(check[f"check.rows.{count}"]), []).append(count)
    count += 1
largest = relative = 0.0

def compare(answer, number):
    global largest, relative
    off = numpy.abs(answer.astype(numpy.float64).ravel() - check[f"check.answers.{number}"].ravel())
    off = numpy.maximum(off - slack, 0)
    scale = check.get("check.scales", check.get(f"check.scales.{number}"))
    largest = numpy.maximum(largest, off.max())  # keeps a NaN, which max() may not
    relative = numpy.maximum(relative, (off / scale if len(off) == len(scale) else off).max())

def fed(session, numbers):
    given = {"series": numpy.concatenate, "known": numpy.stack}
    return {one.name: given.get(one.name, numpy.stack)(
        [check[f"check.{one.name if one.name in given else 'rows'}.{i}"] for i in numbers])
        for one in session.get_inputs() if one.name in ("rows", "tokens", "series", "known")}

session = opened(sys.argv[1])
feed, names = session.get_inputs()[0].name, [one.name for one in session.get_outputs()]
for numbers in groups.values():
    answers = together(names, session.run(None, fed(session, numbers)))
    for number, answer in zip(numbers, answers):
        compare(answer, number)
if len(sys.argv) > 3:
    session = opened(sys.argv[3])
    names = [one.name for one in session.get_outputs()]
    states = [one for one in session.get_inputs() if "next_" + one.name in names]
    for number in range(min(5, count)):
        given = fed(session, [number])
        rows, known = given.pop(feed), given.pop("known", None)
        places = session.get_modelmeta().custom_metadata_map
        places = [places["columns"].split("\n").index(name) for name in places.get("known", "").split("\n") if name]
        state = {one.name: numpy.zeros([1, 1, one.shape[2]], numpy.float32) for one in states}
        begin, parts = 0, []
        for end in sorted({max(1, rows.shape[1] // 2), *range(max(1, rows.shape[1] // 2), rows.shape[1] + 1)}):
            if known is not None:  # the rows behind this piece
                after = numpy.concatenate([rows[:, end:, places], known], 1)[:, :known.shape[1]]
                given["known"] = after
            values = session.run(None, {feed: rows[:, begin:end], **given, **state})
            state = {one.name: values[names.index("next_" + one.name)] for one in states}
            parts.append(together(names, values))
            begin = end
        every = "probabilities" in names and len(check[f"check.answers.{number}"]) > len(check["check.scales"])
        compare(numpy.concatenate(parts, 1) if every else parts[-1], number)
print(f"gatelab-check {count} {largest:.9g} {relative:.9g} onnxruntime {onnxruntime.__version__}")
)PY";

constexpr std::string_view kDriver = R"(#include "$file$"
#include <stdio.h>
#include <stdlib.h>
/* windows as: number of rows and of the series, then the floats of the rows and of what is known; answers as text */
int main(int count, char **words) {
  static $n$_state state;
  static float answer[$answers$], known[$known$ + 1];
  FILE *in = $open$(words[1], "rb");
  int steps, series, k;
  (void)count;
  if (!in) return 1;
  while (fread(&steps, sizeof steps, 1, in) == 1) {
    if (fread(&series, sizeof series, 1, in) != 1) return 1;
    const size_t values = (size_t)steps * $columns$;
    float *rows = (float *)malloc(values * sizeof *rows);
    if (!rows || fread(rows, sizeof *rows, values, in) != values) return 1;
    if (fread(known, sizeof *known, $known$, in) != $known$) return 1;
    $run$
    free(rows);
  }
  return 0;
}
)";

ExportCheck notChecked(Phrase why) {
    ExportCheck check;
    check.notes = std::move(why);
    return check;
}

std::string variable(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

/// The line of what a program complained of that says what is wrong, for a message: no whole traceback, no answers.
std::string lastWords(const ProgramAnswer& answer) {
    std::istringstream in(answer.err);
    std::string line, last, fault;
    while (std::getline(in, line)) {
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.pop_back();
        if (line.empty()) continue;
        last = line;
        if (line.find("rror") != std::string::npos) fault = line;
    }
    if (fault.empty()) fault = last.empty() ? "exit code " + std::to_string(answer.code) : last;
    return fault.size() > kMostWords ? fault.substr(0, kMostWords) + "..." : fault;
}

Error failedCheck(const ProgramAnswer& answer) {
    return {ErrorCode::Internal,
            {GATELAB_TEXT("Export", "the written file was refused by the program that checks it: %1"),
             {lastWords(answer)}}};
}

const Error kUnreadable{ErrorCode::Internal,
                        GATELAB_TEXT("Export", "the written file does not answer with as many numbers as the run")};

/// The line "gatelab-check WINDOWS LARGEST RELATIVE PROGRAM VERSION".
Result<ExportCheck> told(const ProgramAnswer& answer, const CheckWindows& windows) {
    const std::size_t at = answer.out.find("gatelab-check ");
    if (answer.code != 0 || at == std::string::npos) return failedCheck(answer);
    std::istringstream in(answer.out.substr(at));
    std::string word, program, version;
    ExportCheck check;
    in >> word >> check.windows >> check.largest >> check.relative >> program >> version;
    // "nan" is none that can be read
    if (!in || check.windows != std::ssize(windows.windows)) return kUnreadable;
    check.done = true;
    check.by = program + " " + version;
    return check;
}

Result<std::filesystem::path> writeWindows(const TemporaryFolder& folder, const PortableNetwork& network,
                                           const CheckWindows& windows) {
    if (folder.path().empty())
        return Error{ErrorCode::Io, GATELAB_TEXT("Export", "there is no temporary folder to check in")};
    TensorFile file;
    addCheck(windows, network, windows.windows.size(), file);
    auto path = folder.path() / "check.safetensors";
    if (auto written = writeTensors(path, file); !written.ok()) return written.error();
    return path;
}

/// `package`: what the Python lacks where it says so.
Result<ExportCheck> byPython(std::vector<std::string> words, const char* package, const CheckWindows& windows) {
    const std::string python = variable("GATELAB_PYTHON", "python3");
    words.insert(words.begin(), python);
    const auto answer = askProgram(words);
    const Phrase remedy(GATELAB_TEXT("Export",
                                     "%1 has no %2; install it (pip install %2), or name another Python by "
                                     "GATELAB_PYTHON"),
                        {python, package});
    if (!answer.ok()) return notChecked(answer.error().code == ErrorCode::NotFound ? remedy : answer.error().phrase);
    const bool lacks = answer->code == kAbsent || answer->err.find("ModuleNotFoundError") != std::string::npos;
    if (lacks) return notChecked(remedy);
    // A package that is there and cannot be loaded says nothing of the file.
    if (const std::string fault = lastWords(*answer); answer->code != 0 && fault.starts_with("ImportError"))
        return notChecked({GATELAB_TEXT("Export",
                                        "%1 cannot load %2 (%3); install it anew, or name another Python by "
                                        "GATELAB_PYTHON"),
                           {python, package, fault}});
    return told(*answer, windows);
}

/// The difference of the answers that a program printed, in the order of the windows.
Result<ExportCheck> compared(const ProgramAnswer& answer, const PortableNetwork& network, const CheckWindows& windows) {
    if (answer.code != 0) return failedCheck(answer);
    std::istringstream in(answer.out);
    ExportCheck check;
    for (const CheckWindows::Window& window : windows.windows) {
        for (std::size_t i = 0; i < window.answers.size(); ++i) {
            double value = 0;
            if (!(in >> value)) return kUnreadable;
            const auto number = static_cast<std::int64_t>(i);
            const double over = std::abs(value - window.answers[i]) - network.answerSlack(number);
            const double off = over < 0 ? 0 : over;
            const double relative = off / network.answerScale(number, window.series);
            if (std::isnan(off) || off > check.largest) check.largest = off;  // a NaN stays
            if (std::isnan(off) || relative > check.relative) check.relative = relative;
        }
        ++check.windows;
    }
    check.done = true;
    return check;
}

std::string windowBytes(const CheckWindows& windows) {
    std::string bytes;
    for (const CheckWindows::Window& window : windows.windows) {
        for (const std::int64_t number : {window.steps, window.series}) {
            const auto whole = static_cast<int>(number);
            bytes.append(reinterpret_cast<const char*>(&whole), sizeof whole);
        }
        bytes.append(reinterpret_cast<const char*>(window.rows.data()), window.rows.size() * sizeof(float));
        bytes.append(reinterpret_cast<const char*>(window.known.data()), window.known.size() * sizeof(float));
    }
    return bytes;
}

/// The folder of LibTorch: what is named, else that of the one that this process has open.
std::filesystem::path torchFolder() {
    std::filesystem::path found = variable("GATELAB_LIBTORCH", "");
    if (!found.empty()) return found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* into) {
            const std::filesystem::path library = info->dlpi_name;
            if (library.filename() == "libtorch_cpu.so")
                *static_cast<std::filesystem::path*>(into) = library.parent_path().parent_path();
            return 0;
        },
        &found);
    return found;
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Result<> checkedAgainst(double limit, const ExportCheck& check) {
    if (!check.done || check.relative <= limit) return {};
    return Error{
        ErrorCode::Internal,
        {GATELAB_TEXT("Export",
                      "the written file computes something else than the run: in %1 windows by %2 they "
                      "differ by up to %3, %4 of the targets' scale, where %5 is the most that is let pass"),
         {check.windows, check.by, numberText(check.largest, 3), numberText(check.relative, 3), numberText(limit, 3)}}};
}

Phrase exportCheckPhrase(const ExportCheck& check) {
    if (!check.done) return {GATELAB_TEXT("Export", "not checked: %1"), {check.notes}};
    const Phrase found(
        GATELAB_TEXT("Export", "%1 windows by %2: largest difference from the run %3, %4 of the targets' scale"),
        {check.windows, check.by, numberText(check.largest, 3), numberText(check.relative, 3)});
    return check.notes.empty() ? found : together(found, check.notes);
}

Result<ExportCheck> checkOnnx(const std::filesystem::path& file, const std::filesystem::path& streaming,
                              const PortableNetwork& network, const CheckWindows& windows) {
    const TemporaryFolder folder("check");
    const auto data = writeWindows(folder, network, windows);
    if (!data.ok()) return data.error();
    const auto script = folder.path() / "check_onnx.py";
    if (auto written = writeFileDurably(script, kOnnxScript); !written.ok()) return written.error();
    std::vector<std::string> words{script.string(), file.string(), data->string()};
    if (!streaming.empty()) words.push_back(streaming.string());
    return byPython(std::move(words), "onnxruntime", windows);
}

Result<ExportCheck> checkPytorch(const std::filesystem::path& script, const PortableNetwork& network,
                                 const CheckWindows& windows) {
    const TemporaryFolder folder("check");
    const auto data = writeWindows(folder, network, windows);
    if (!data.ok()) return data.error();
    return byPython({script.string(), "--check", data->string()}, "torch", windows);
}

Result<ExportCheck> checkC(const std::filesystem::path& file, const std::string& name, const PortableNetwork& network,
                           const CheckWindows& windows) {
    const TemporaryFolder folder("check");
    if (folder.path().empty())
        return Error{ErrorCode::Io, GATELAB_TEXT("Export", "there is no temporary folder to check in")};
    std::error_code ignored;
    // Labels come row by row, all else of whole windows.
    const std::string print =
        "for (k = 0; k < " + std::to_string(network.answerWidth()) + "; ++k) printf(\"%.9g \", (double)answer[k]);";
    const std::string columns = std::to_string(network.columns.size());
    const std::int64_t known = network.aheadRows() * std::ssize(network.known);
    const bool labels = isLabelling(network.config);
    const std::string run = labels ? name + "_reset(&state);\n    for (int t = 0; t < steps; ++t) { " + name +
                                         "_step(&state, rows + t * " + columns + ", answer); " + print + " }"
                                   : name + "_window(&state, " +
                                         (network.isMany() ? "&" + name + "_scales[series], " : "") + "rows, steps, " +
                                         (network.ahead.empty() ? "" : "known, ") + "answer);\n    " + print;
    const std::string driver = c_text::filled(kDriver, {{"open", "fopen"},
                                                        {"file", std::filesystem::absolute(file, ignored).string()},
                                                        {"n", name},
                                                        {"answers", std::to_string(network.answerWidth())},
                                                        {"columns", columns},
                                                        {"known", std::to_string(known)},
                                                        {"run", run}});
    const auto source = folder.path() / "driver.c", data = folder.path() / "windows",
               program = folder.path() / "driver";
    if (auto written = writeFileDurably(source, driver); !written.ok()) return written.error();
    if (auto written = writeFileDurably(data, windowBytes(windows)); !written.ok()) return written.error();
    const std::string compiler = variable("CC", "cc");
    const auto made = askProgram({compiler, "-std=c99", "-O2", "-pedantic", "-Wall", "-Wextra", "-Werror", "-o",
                                  program.string(), source.string(), "-lm"});
    if (!made.ok())
        return notChecked(
            {GATELAB_TEXT("Export", "there is no C compiler '%1'; install one, or name it by CC"), {compiler}});
    if (made->code != 0) return failedCheck(*made);
    const auto answer = askProgram({program.string(), data.string()});
    if (!answer.ok()) return answer.error();
    auto check = compared(*answer, network, windows);
    const auto version = askProgram({compiler, "--version"});
    if (check.ok()) check->by = version.ok() ? firstLine(version->out) : compiler;
    return check;
}

Result<ExportCheck> checkLibtorch(const std::filesystem::path& folder, const PortableNetwork& network,
                                  const CheckWindows& windows, const std::function<bool()>& goesOn) {
    const TemporaryFolder work("check");
    const auto data = writeWindows(work, network, windows);
    if (!data.ok()) return data.error();
    const std::filesystem::path torch = torchFolder();
    std::error_code ignored;
    const Phrase remedy(GATELAB_TEXT("Export",
                                     "it takes LibTorch's headers and a C++ compiler; name LibTorch's folder by "
                                     "GATELAB_LIBTORCH, or build it as its README says"));
    if (torch.empty() || !std::filesystem::exists(torch / "include/torch/csrc/api/include/torch/torch.h", ignored))
        return notChecked(remedy);
    const auto program = work.path() / "forecast";
    const std::string include = (torch / "include").string(), lib = (torch / "lib").string();
    const auto made =
        askProgram({variable("CXX", "c++"), "-std=c++17", "-O0", "-w", "-isystem", include, "-isystem",
                    include + "/torch/csrc/api/include", "-o", program.string(), (folder / "forecast.cpp").string(),
                    "-L" + lib, "-Wl,-rpath," + lib, "-Wl,--allow-shlib-undefined", "-ltorch_cpu", "-lc10"},
                   goesOn);
    if (!made.ok() && made.error().code == ErrorCode::Cancelled) return made.error();
    if (!made.ok()) return notChecked(remedy);
    if (made->code != 0) return failedCheck(*made);
    const auto answer =
        askProgram({program.string(), (folder / "network.safetensors").string(), "--check", data->string()});
    return answer.ok() ? told(*answer, windows) : Result<ExportCheck>(answer.error());
}

}  // namespace gatelab
