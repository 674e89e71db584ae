// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/inspection_export.h"

#include "io/csv_cell.h"
#include "io/file_io.h"
#include "io/hdf5_file.h"

#include <algorithm>
#include <functional>

namespace gatelab {

namespace {

const char* directionName(std::size_t direction) { return direction == 0 ? "forward" : "reverse"; }

std::string groupName(std::size_t layer, std::size_t direction) {
    return "/layer" + std::to_string(layer + 1) + "/" + directionName(direction);
}

Result<> unknownEnding(const std::filesystem::path& path) {
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Files", "'%1' ends neither in .csv nor in .h5, so that its format is not known"),
                  {path.string()}}};
}

bool isHdf5(const std::filesystem::path& path) { return path.extension() == ".h5" || path.extension() == ".hdf5"; }

using Rows = std::function<Result<>(FileSink&, std::string&)>;

/// A CSV file whose rows come in blocks.
Result<> writeCsv(const std::filesystem::path& path, const std::string& header, const Rows& rows) {
    return writeFileDurably(path, [&](FileSink& sink) -> Result<> {
        std::string block = header;
        if (auto written = rows(sink, block); !written.ok()) return written;
        return sink.write(block);
    });
}

Result<> flushLarge(FileSink& sink, std::string& block) {
    if (block.size() < (std::size_t{1} << 20)) return {};
    auto written = sink.write(block);
    block.clear();
    return written;
}

Result<> writeWindow(Hdf5Writer& file, const WindowView& window, const InspectedRun& run) {
    const auto array = [&](const char* name, std::vector<std::int64_t> shape,
                           const std::vector<double>& values) -> Result<> {
        return values.empty() ? Result<>() : file.array(std::string("/window/") + name, shape, values);
    };
    const auto rows = [](const std::vector<double>& values, std::int64_t columns) {
        return std::vector<std::int64_t>{static_cast<std::int64_t>(values.size()) / std::max<std::int64_t>(1, columns),
                                         std::max<std::int64_t>(1, columns)};
    };
    const auto targets = static_cast<std::int64_t>(run.targets.size()),
               classes = static_cast<std::int64_t>(run.classes.size());
    if (auto written = array("input", {window.steps, window.columns}, window.input); !written.ok()) return written;
    if (auto written = array("past", rows(window.past, targets), window.past); !written.ok()) return written;
    if (auto written = array("truth", rows(window.truth, targets), window.truth); !written.ok()) return written;
    if (auto written = array("answer", rows(window.answer, targets), window.answer); !written.ok()) return written;
    if (auto written = array("probability", rows(window.probabilities, classes), window.probabilities); !written.ok())
        return written;
    return file.texts("/window/columns", run.inputs);
}

Result<> writeFacts(Hdf5Writer& file, const WindowView& window, const WeightsInUse& weights, const InspectedRun& run) {
    const std::pair<const char*, std::int64_t> numbers[] = {{"window", window.window},
                                                            {"first_row", window.firstRow},
                                                            {"sequence", window.sequence},
                                                            {"step", weights.step}};
    for (const auto& [name, value] : numbers)
        if (auto written = file.attribute("/", name, value); !written.ok()) return written;
    if (auto written = file.attribute("/", "loss", window.loss); !written.ok()) return written;
    if (auto written = file.attribute("/", "weights", weights.what.english()); !written.ok()) return written;
    return file.attribute("/", "cell", run.config.cell);
}

Result<> gatesToCsv(const GateView& view, const std::filesystem::path& path) {
    return writeCsv(path, "step,layer,direction,quantity,unit,value\n",
                    [&](FileSink& sink, std::string& block) -> Result<> {
                        for (std::size_t layer = 0; layer < view.layers.size(); ++layer)
                            for (std::size_t direction = 0; direction < view.layers[layer].size(); ++direction)
                                for (const GateTrack& track : view.layers[layer][direction])
                                    for (std::size_t at = 0; at < track.values.size(); ++at) {
                                        const auto units = static_cast<std::size_t>(track.units);
                                        block += std::to_string(at / units + 1) + ',' + std::to_string(layer + 1) +
                                                 ',' + directionName(direction) + ',' + track.key + ',' +
                                                 std::to_string(at % units + 1) + ',';
                                        appendCsvNumber(block, track.values[at]);
                                        block += '\n';
                                        if (auto written = flushLarge(sink, block); !written.ok()) return written;
                                    }
                        return {};
                    });
}

Result<> gatesToHdf5(const GateView& view, const InspectedRun& run, const std::filesystem::path& path) {
    return writeHdf5(path, [&](Hdf5Writer& file) -> Result<> {
        for (std::size_t layer = 0; layer < view.layers.size(); ++layer)
            for (std::size_t direction = 0; direction < view.layers[layer].size(); ++direction)
                for (const GateTrack& track : view.layers[layer][direction]) {
                    const std::vector<double> values(track.values.begin(), track.values.end());
                    if (auto written = file.array(groupName(layer, direction) + "/" + track.key,
                                                  {view.window.steps, track.units}, values);
                        !written.ok())
                        return written;
                }
        if (auto written = writeWindow(file, view.window, run); !written.ok()) return written;
        if (auto written = file.attribute("/", "output_gap", view.outputGap); !written.ok()) return written;
        return writeFacts(file, view.window, view.weights, run);
    });
}

/// The columns of a gradient under their names; absent ones are empty.
struct NamedColumn {
    const char* name;
    const std::vector<double>& values;
};
std::vector<NamedColumn> columnsOf(const GradientTrack& track) {
    return {{"hidden", track.hidden}, {"cell", track.cell}, {"kept", track.kept}, {"kept_most", track.keptMost}};
}

Result<> gradientToCsv(const GradientView& view, const std::filesystem::path& path) {
    return writeCsv(
        path, "step,layer,direction,hidden,cell,kept,kept_most,nudge\n",
        [&](FileSink& sink, std::string& block) -> Result<> {
            for (std::size_t layer = 0; layer < view.layers.size(); ++layer)
                for (std::size_t direction = 0; direction < view.layers[layer].size(); ++direction) {
                    const GradientTrack& track = view.layers[layer][direction];
                    for (std::size_t step = 0; step < track.hidden.size(); ++step) {
                        block +=
                            std::to_string(step + 1) + ',' + std::to_string(layer + 1) + ',' + directionName(direction);
                        for (const NamedColumn& column : columnsOf(track)) {
                            block += ',';
                            if (step < column.values.size()) appendCsvNumber(block, column.values[step]);
                        }
                        block += ',';
                        const auto nudged = std::ranges::find(view.nudge.steps, static_cast<std::int64_t>(step));
                        if (nudged != view.nudge.steps.end())
                            appendCsvNumber(
                                block, view.nudge.moved[static_cast<std::size_t>(nudged - view.nudge.steps.begin())]);
                        block += '\n';
                    }
                    if (auto written = flushLarge(sink, block); !written.ok()) return written;
                }
            return {};
        });
}

Result<> gradientToHdf5(const GradientView& view, const InspectedRun& run, const std::filesystem::path& path) {
    return writeHdf5(path, [&](Hdf5Writer& file) -> Result<> {
        for (std::size_t layer = 0; layer < view.layers.size(); ++layer)
            for (std::size_t direction = 0; direction < view.layers[layer].size(); ++direction)
                for (const NamedColumn& column : columnsOf(view.layers[layer][direction]))
                    if (!column.values.empty())
                        if (auto written = file.array(groupName(layer, direction) + "/" + column.name,
                                                      {static_cast<std::int64_t>(column.values.size())}, column.values);
                            !written.ok())
                            return written;
        const auto nudges = static_cast<std::int64_t>(view.nudge.steps.size());
        if (nudges > 0) {
            if (auto written = file.array("/nudge/step", {nudges}, std::span<const std::int64_t>(view.nudge.steps));
                !written.ok())
                return written;
            if (auto written = file.array("/nudge/moved", {nudges}, view.nudge.moved); !written.ok()) return written;
        }
        if (auto written = file.attribute("/", "weight_gradient", view.weightGradient); !written.ok()) return written;
        return writeFacts(file, view.window, view.weights, run);
    });
}

}  // namespace

Result<> exportGates(const GateView& view, const InspectedRun& run, const std::filesystem::path& path) {
    if (path.extension() == ".csv") return gatesToCsv(view, path);
    return isHdf5(path) ? gatesToHdf5(view, run, path) : unknownEnding(path);
}

Result<> exportGradient(const GradientView& view, const InspectedRun& run, const std::filesystem::path& path) {
    if (path.extension() == ".csv") return gradientToCsv(view, path);
    return isHdf5(path) ? gradientToHdf5(view, run, path) : unknownEnding(path);
}

Result<> exportGateFilm(const std::vector<GateView>& views, const InspectedRun& run,
                        const std::filesystem::path& path) {
    if (views.empty()) return Error{ErrorCode::NotFound, GATELAB_TEXT("Files", "the run has no film")};
    return writeHdf5(path, [&](Hdf5Writer& file) -> Result<> {
        const GateView& first = views.front();
        const auto frames = static_cast<std::int64_t>(views.size());
        std::vector<std::int64_t> steps;
        std::vector<double> losses;
        for (const GateView& view : views) steps.push_back(view.weights.step), losses.push_back(view.window.loss);
        if (auto written = file.array("/film/step", {frames}, std::span<const std::int64_t>(steps)); !written.ok())
            return written;
        if (auto written = file.array("/film/loss", {frames}, losses); !written.ok()) return written;
        for (std::size_t layer = 0; layer < first.layers.size(); ++layer)
            for (std::size_t direction = 0; direction < first.layers[layer].size(); ++direction)
                for (std::size_t k = 0; k < first.layers[layer][direction].size(); ++k) {
                    const GateTrack& track = first.layers[layer][direction][k];
                    std::vector<double> values;
                    for (const GateView& view : views)
                        values.insert(values.end(), view.layers[layer][direction][k].values.begin(),
                                      view.layers[layer][direction][k].values.end());
                    if (auto written = file.array(groupName(layer, direction) + "/" + track.key,
                                                  {frames, first.window.steps, track.units}, values);
                        !written.ok())
                        return written;
                }
        if (auto written = writeWindow(file, first.window, run); !written.ok()) return written;
        return writeFacts(file, first.window, first.weights, run);
    });
}

}  // namespace gatelab
