// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/recurrent.h"

#include "config/setting_predicates.h"
#include "kernels/implementations.h"
#include "kernels/step_loop.h"

namespace gatelab {

std::vector<RecurrentSpec::WeightShape> RecurrentSpec::weightShapes() const {
    const std::int64_t rows = cell->blocks() * hidden, columns = cell->hiddenColumns(outputsPerDirection());
    std::vector<WeightShape> shapes{{"weight_ih", {rows, inputs}, true}};
    if (columns > 0) shapes.push_back({"weight_hh", {rows, columns}, true});
    shapes.push_back({"bias_ih", {rows}, false});
    if (cell->biases() == 2) shapes.push_back({"bias_hh", {rows}, false});
    if (projection > 0) shapes.push_back({"weight_hr", {projection, hidden}, true});
    return shapes;
}

std::span<const RecurrentImplementation> recurrentImplementations() {
    static const RecurrentImplementation rows[] = {
        {"native", GATELAB_TEXT("Implementation", "Gatelab kernel"), true, nativeSupported, runNative},
        // The layers are the same; the trainer does the rest
        {"whole", GATELAB_TEXT("Implementation", "Whole step"), true, nativeSupported, runNative},
        {"time-parallel", GATELAB_TEXT("Implementation", "Parallel in time"), true, timeParallelSupported,
         runTimeParallel},
        {"library", GATELAB_TEXT("Implementation", "LibTorch layer"), false, librarySupported, runLibrary, false,
         runLibraryStack},
        {"scan", GATELAB_TEXT("Implementation", "Scan over time"), true, scanSupported, runScan},
        {"cell", GATELAB_TEXT("Implementation", "Fused gates, loop over time"), true, stepLoopSupported, runCell, true},
        {"naive", GATELAB_TEXT("Implementation", "One product per gate"), true, stepLoopSupported, runNaive, true},
    };
    return rows;
}

Result<const RecurrentImplementation*> chooseImplementation(std::span<const RecurrentImplementation> rows,
                                                            std::string_view key, const RecurrentSpec& spec,
                                                            at::Device device, at::ScalarType dtype) {
    Phrase reason;
    for (const RecurrentImplementation& row : rows) {
        if (!picksImplementation(key) && key != row.key) continue;
        reason = row.supported(spec, device, dtype);
        if (reason.empty()) return &row;
    }
    if (reason.empty()) {
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT(
                 "Implementation",
                 "The recurrent implementation '%1' is not there on this machine; choose 'auto' or another one."),
             {std::string(key)}}};
    }
    if (picksImplementation(key)) return Error{ErrorCode::Unsupported, reason};
    return Error{
        ErrorCode::Unsupported,
        {GATELAB_TEXT("Implementation",
                      "The recurrent implementation '%1' cannot run this model. %2 Choose 'auto' or another one."),
         {std::string(key), reason}}};
}

}  // namespace gatelab
