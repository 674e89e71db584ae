// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "base/text.h"
#include "export/network/export_check.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// What a kept run can be carried off as.
enum class ExportKind : std::uint8_t { Onnx, C, PyTorch, LibTorch, TensorBoard, Perfetto };
struct ExportKindRow {
    ExportKind kind;
    const char* key;     ///< "onnx": of the command line
    Text label, help;    ///< what it is for
    const char* suffix;  ///< of its file; empty: a folder
    bool isNetwork;      ///< computes: it is checked against the run
};
/// THE table.
std::span<const ExportKindRow> exportKinds();
const ExportKindRow& exportKind(ExportKind kind);
const ExportKindRow* findExportKind(std::string_view key);

struct RunExportRequest {
    std::filesystem::path runFolder;
    ExportKind kind = ExportKind::Onnx;
    std::filesystem::path path;  ///< a file, or of some kinds a folder; files there are replaced
    std::string checkpoint = "best";
    bool int8 = false;   ///< of a C file
    bool checks = true;  ///< against the run's own forecasts
};
struct RunExport {
    std::vector<std::filesystem::path> files;
    std::optional<ExportCheck> check;  ///< none: it is no network, or was not asked for
    std::vector<Phrase> notes;         ///< what is otherwise than one may think
};

/// What exportRun() does at this share of its work.
Text exportStage(ExportKind kind, double share);

/// Opens the engine where it is needed.
using OpenEngine = std::function<Result<std::shared_ptr<Engine>>()>;

/// Writes it, then checks it. Without an engine to ask it is written and not checked, which `check` says. Cancelled
/// between its parts, and while a LibTorch program is compiled; what was written by then stays. What the check finds
/// wrong is removed again: Internal. Unsupported: the network cannot be of this kind, with the reason. Blocks; call it
/// from a job thread.
Result<RunExport> exportRun(const RunExportRequest& request, const OpenEngine& openEngine, const Progress& progress);

}  // namespace gatelab
