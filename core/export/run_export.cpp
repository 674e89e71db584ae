// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/run_export.h"

#include "base/clock.h"
#include "config/config_io.h"
#include "export/curve_events.h"
#include "export/network/c_network.h"
#include "export/network/libtorch_program.h"
#include "export/network/onnx_network.h"
#include "export/network/pytorch_script.h"
#include "export/perfetto_trace.h"
#include "io/file_io.h"
#include "run/timeline_json.h"

#include <algorithm>
#include <chrono>

namespace gatelab {

namespace {

constexpr std::int64_t kCheckWindows = 100;
constexpr std::size_t kKeptWindows = 10;  ///< beside the weights
/// Of the targets' scale: a file that differs by more is no copy of the run.
constexpr double kMostOff = 1e-3, kMostOffInBytes = 0.5;
/// Shares of the work; of a LibTorch program nearly all is compiling it.
struct Shares {
    double read, forecast, written;
};
constexpr Shares sharesOf(ExportKind kind) {
    return kind == ExportKind::LibTorch ? Shares{0.005, 0.02, 0.03} : Shares{0.05, 0.4, 0.5};
}
constexpr double kCompileSeconds = 40;  ///< about: one file with all of LibTorch's headers

constexpr ExportKindRow kKinds[] = {
    {ExportKind::Onnx, "onnx", GATELAB_TEXT("ExportKind", "ONNX"),
     GATELAB_TEXT("ExportKind",
                  "For colleagues and servers: takes raw rows, gives forecasts; onnxruntime reads it from Python, C#, "
                  "Java, JavaScript."),
     ".onnx", true},
    {ExportKind::C, "c", GATELAB_TEXT("ExportKind", "C file"),
     GATELAB_TEXT("ExportKind", "For a microcontroller or any C program: one file, no libraries, row by row."), ".c",
     true},
    {ExportKind::PyTorch, "pytorch", GATELAB_TEXT("ExportKind", "PyTorch script"),
     GATELAB_TEXT("ExportKind", "For going on in Python: a script that needs PyTorch alone, and the weights."), ".py",
     true},
    {ExportKind::LibTorch, "libtorch", GATELAB_TEXT("ExportKind", "LibTorch program"),
     GATELAB_TEXT("ExportKind", "For a C++ program: a folder with source, CMakeLists and the weights."), "", true},
    {ExportKind::TensorBoard, "tensorboard", GATELAB_TEXT("ExportKind", "TensorBoard events"),
     GATELAB_TEXT("ExportKind", "For looking at the curves beside runs of other tools: a folder with an event file."),
     "", false},
    {ExportKind::Perfetto, "perfetto", GATELAB_TEXT("ExportKind", "Perfetto trace"),
     GATELAB_TEXT("ExportKind", "For looking at where the time of the steps goes, at ui.perfetto.dev."), ".pftrace",
     false},
};

class Exporter {
public:
    Exporter(const RunExportRequest& request, const OpenEngine& openEngine, const Progress& progress)
        : request_(request), openEngine_(openEngine), progress_(progress), shares_(sharesOf(request.kind)) {}

    Result<RunExport> make() {
        if (request_.kind == ExportKind::TensorBoard) return curves();
        if (request_.kind == ExportKind::Perfetto) return trace();
        auto network = readPortableNetwork(request_.runFolder, request_.checkpoint);
        if (!network.ok()) return network.error();
        network_ = std::move(*network);
        // What cannot be said in this form is refused before the engine is opened.
        if (auto possible = contents(); !possible.ok()) return possible.error();
        if (!report(progress_, shares_.read)) return cancelled();
        if (auto made = forecastWindows(); !made.ok()) return made.error();
        if (!report(progress_, shares_.forecast)) return cancelled();
        auto files = contents();
        if (!files.ok()) return files.error();
        if (auto written = write(*files); !written.ok()) return written.error();
        if (!report(progress_, shares_.written)) return cancelled();
        if (request_.checks) {
            auto check = checked();
            if (!check.ok()) return removed(check.error());
            if (const auto same = checkedAgainst(request_.int8 ? kMostOffInBytes : kMostOff, *check); !same.ok())
                return removed(same.error());
            made_.check = std::move(*check);
        }
        (void)report(progress_, 1);
        return std::move(made_);
    }

private:
    using Files = std::vector<std::pair<std::filesystem::path, std::string>>;

    static Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Export", "the export was cancelled")}; }
    [[nodiscard]] std::filesystem::path beside(const std::string& ending) const {
        return request_.path.parent_path() / (request_.path.stem().string() + ending);
    }
    [[nodiscard]] std::string cName() const { return cIdentifier(request_.path.stem().string()); }
    [[nodiscard]] std::filesystem::path streamingPath() const {
        return network_.streams() ? beside(".stream.onnx") : std::filesystem::path();
    }

    Result<RunExport> curves() {
        const auto history = readRunHistory(request_.runFolder);
        if (!history.ok()) return history.error();
        auto file = exportCurvesTensorboard(*history, request_.runFolder.filename().string(), request_.path);
        if (!file.ok()) return file.error();
        made_.files.push_back(std::move(*file));
        made_.notes = history->problems;
        return std::move(made_);
    }
    Result<RunExport> trace() {
        const auto timeline = readTimeline(request_.runFolder);
        if (!timeline.ok() && timeline.error().code == ErrorCode::NotFound)
            return Error{
                ErrorCode::NotFound,
                GATELAB_TEXT("Export",
                             "this run has no timeline yet; record one first (Timeline in the run's drawer, or "
                             "'gatelab-worker timeline RUN')")};
        if (!timeline.ok()) return timeline.error();
        if (auto written = write({{request_.path, perfettoTrace(*timeline)}}); !written.ok()) return written.error();
        return std::move(made_);
    }

    /// The run's own answers; without them the file is written all the same.
    Result<> forecastWindows() {
        if (!openEngine_) return {};
        const auto engine = openEngine_();
        auto windows = engine.ok() ? makeCheckWindows(**engine, request_.runFolder, network_, kCheckWindows,
                                                      [&](double) { return report(progress_, shares_.read); })
                                   : Result<CheckWindows>(engine.error());
        if (windows.ok())
            windows_ = std::move(*windows);
        else if (windows.error().code == ErrorCode::Cancelled)
            return windows.error();
        else
            noWindows_ = windows.error().phrase;
        return {};
    }

    [[nodiscard]] TensorFile weights() const {
        TensorFile file;
        for (const auto& [name, numbers] : network_.weights) {
            const char* begin = reinterpret_cast<const char*>(numbers.values.data());
            file.tensors[name] = {"F32", numbers.shape, {begin, begin + numbers.values.size() * sizeof(float)}};
        }
        if (network_.isMany()) addSeriesTables(network_, file);
        file.metadata = {{"format", "pt"},
                         {"gatelab", network_.program},
                         {"run", network_.run},
                         {"data_sha256", network_.data},
                         {"settings", configToJson(network_.config)}};
        addCheck(windows_, network_, kKeptWindows, file);
        return file;
    }

    Result<Files> contents() {
        switch (request_.kind) {
            case ExportKind::Onnx:
                return onnx();
            case ExportKind::C: {
                auto text = cNetwork(network_, {cName(), request_.int8, selfTestOf(windows_, network_)});
                if (!text.ok()) return text.error();
                return Files{{request_.path, std::move(*text)}};
            }
            case ExportKind::PyTorch: {
                auto bytes = serializeTensors(weights());
                if (!bytes.ok()) return bytes.error();
                const auto file = beside(".safetensors");
                return Files{{request_.path, pytorchScript(network_, file.filename().string())},
                             {file, std::move(*bytes)}};
            }
            default: {
                auto bytes = serializeTensors(weights());
                if (!bytes.ok()) return bytes.error();
                Files files{{request_.path / "network.safetensors", std::move(*bytes)}};
                for (auto& [name, text] : libtorchProgram(network_))
                    files.emplace_back(request_.path / name, std::move(text));
                return files;
            }
        }
    }
    Result<Files> onnx() const {
        auto bytes = onnxNetwork(network_);
        if (!bytes.ok()) return bytes.error();
        Files files{{request_.path, std::move(*bytes)}};
        if (!network_.streams()) return files;
        auto streaming = onnxStreamingNetwork(network_);
        if (!streaming.ok()) return streaming.error();
        files.emplace_back(streamingPath(), std::move(*streaming));
        return files;
    }

    Result<> write(const Files& files) {
        for (const auto& [path, bytes] : files) {
            if (path.has_parent_path())
                if (auto made = makeFolders(path.parent_path()); !made.ok()) return made;
            if (auto written = writeFileDurably(path, bytes); !written.ok()) return written;
            made_.files.push_back(path);
        }
        return {};
    }

    /// What is wrong does not stay.
    [[nodiscard]] Error removed(const Error& error) const {
        std::error_code ignored;
        for (const auto& path : made_.files) std::filesystem::remove(path, ignored);
        return {error.code, {GATELAB_TEXT("Export", "%1; what was written was removed"), {error.phrase}}};
    }

    /// Tells of the time that compiling takes by how long it has taken: nearly as it was foreseen, and ever slower
    /// after.
    [[nodiscard]] std::function<bool()> compiling() const {
        return [this, began = std::chrono::steady_clock::now()] {
            const double passed = secondsSince(began) / kCompileSeconds;
            const double done = passed < 1 ? 0.9 * passed : 1 - 0.1 / passed;
            return report(progress_, shares_.written + (1 - shares_.written) * done);
        };
    }

    Result<ExportCheck> checked() const {
        ExportCheck check;
        check.notes = noWindows_;
        if (windows_.windows.empty()) return check;
        auto made = request_.kind == ExportKind::Onnx ? checkOnnx(request_.path, streamingPath(), network_, windows_)
                    : request_.kind == ExportKind::C  ? checkC(request_.path, cName(), network_, windows_)
                    : request_.kind == ExportKind::PyTorch
                        ? checkPytorch(request_.path, network_, windows_)
                        : checkLibtorch(request_.path, network_, windows_, compiling());
        if (made.ok() && made->done && windows_.madeUp)
            made->notes = GATELAB_TEXT("Export", "The rows were made up: the run's data cannot be read.");
        return made;
    }

    const RunExportRequest& request_;
    const OpenEngine& openEngine_;
    const Progress& progress_;
    Shares shares_;
    PortableNetwork network_;
    CheckWindows windows_;
    Phrase noWindows_ = GATELAB_TEXT("Export", "there were no windows to compare");
    RunExport made_;
};

}  // namespace

Text exportStage(ExportKind kind, double share) {
    const Shares shares = sharesOf(kind);
    if (share < shares.forecast) return GATELAB_TEXT("Export", "Forecasting windows to compare with");
    if (share < shares.written || kind != ExportKind::LibTorch)
        return GATELAB_TEXT("Export", "Writing, and holding it against the run");
    return GATELAB_TEXT("Export", "Compiling it against LibTorch, which takes about a minute");
}

std::span<const ExportKindRow> exportKinds() { return kKinds; }
const ExportKindRow& exportKind(ExportKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
const ExportKindRow* findExportKind(std::string_view key) {
    const auto* found =
        std::ranges::find(kKinds, key, [](const ExportKindRow& row) { return std::string_view(row.key); });
    return found == std::end(kKinds) ? nullptr : found;
}

Result<RunExport> exportRun(const RunExportRequest& request, const OpenEngine& openEngine, const Progress& progress) {
    return Exporter(request, openEngine, progress).make();
}

}  // namespace gatelab
