// SPDX-License-Identifier: GPL-3.0-or-later
// Formats: tensorflow/core/util/event.proto, framework/summary.proto, tensorboard/plugins/hparams/plugin_data.proto.
#include "app/trackers/tensorboard_run.h"

#include "io/crc.h"
#include "io/file_view.h"
#include "io/protobuf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace gatelab {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kHead = 12, kTail = 4;  ///< of a record: length with its checksum; checksum of the bytes

/// The double or float of a field that holds one, packed or not; of any other kind nothing.
std::optional<double> realIn(const ProtobufField& field) {
    if (field.type == WireType::Fixed32) return field.shortReal();
    if (field.type == WireType::Fixed64) return field.real();
    if (field.bytes.size() == 4) return std::bit_cast<float>(littleEndianAt<std::uint32_t>(field.bytes));
    if (field.bytes.size() == 8) return std::bit_cast<double>(littleEndianAt<std::uint64_t>(field.bytes));
    return std::nullopt;
}

/// A tensor of one float (1) or double (2).
std::optional<double> tensorValue(std::string_view bytes) {
    std::optional<double> value;
    std::int64_t kind = 0;
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (field.number == 1) kind = field.integer();
        if (field.number == 4 || field.number == 5 || field.number == 6) value = realIn(field);
    }
    return (kind == 1 || kind == 2) && reader.ended().ok() ? value : std::nullopt;
}

/// The value of protobuf's own Value: number, text, or true and false.
std::string plainValue(std::string_view bytes) {
    std::string text;
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (field.number == 2) {
            std::array<char, 32> digits{};
            text.assign(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), field.real()).ptr);
        }
        if (field.number == 3) text = std::string(field.bytes);
        if (field.number == 4) text = field.bits != 0 ? "true" : "false";
    }
    return text;
}

/// What the plugin hparams keeps: settings of a session (3), or how it ended (4).
void takeHparams(std::string_view bytes, TrackedRun& run) {
    ProtobufReader reader(bytes);
    for (ProtobufField part; reader.next(part);) {
        ProtobufReader session(part.bytes);
        for (ProtobufField field; session.next(field);) {
            if (part.number == 4 && field.number == 1 && field.type == WireType::Varint)
                run.state = field.bits == 1   ? RunState::Finished
                            : field.bits == 2 ? RunState::Failed
                                              : RunState::Interrupted;
            if (part.number == 4 && field.number == 2) run.ended = field.real();
            if (part.number != 3 || field.number != 1) continue;
            std::string name, value;
            ProtobufReader pair(field.bytes);
            for (ProtobufField side; pair.next(side);) {
                if (side.number == 1) name = std::string(side.bytes);
                if (side.number == 2) value = plainValue(side.bytes);
            }
            run.addParameter(name, value);
        }
    }
}

struct PluginContent {
    std::string_view name, content;
};
PluginContent pluginOf(std::string_view metadata) {
    PluginContent plugin;
    ProtobufReader reader(metadata);
    for (ProtobufField field; reader.next(field);) {
        if (field.number != 1) continue;
        ProtobufReader inner(field.bytes);
        for (ProtobufField part; inner.next(part);) {
            if (part.number == 1) plugin.name = part.bytes;
            if (part.number == 2) plugin.content = part.bytes;
        }
    }
    return plugin;
}

void takeValue(std::string_view bytes, std::int64_t step, double wall, TrackedRun& run) {
    std::string_view tag;
    std::optional<double> simple, tensor;
    PluginContent plugin;
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (field.number == 1) tag = field.bytes;
        if (field.number == 2 && field.type == WireType::Fixed32) simple = field.shortReal();
        if (field.number == 8) tensor = tensorValue(field.bytes);
        if (field.number == 9) plugin = pluginOf(field.bytes);
    }
    if (!reader.ended().ok()) return;
    if (plugin.name == "hparams") return takeHparams(plugin.content, run);
    // Only the first event of a tag has its plugin; a tensor of one number without one is a scalar as well.
    const auto value = simple ? simple : tensor;
    if (value && (plugin.name.empty() || plugin.name == "scalars")) run.curves.add(tag, {step, wall, *value});
}

/// False: the bytes are no event.
bool takeEvent(std::string_view bytes, TrackedRun& run) {
    double wall = 0;
    std::int64_t step = 0;
    std::vector<std::string_view> summaries;
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (field.number == 1 && field.type == WireType::Fixed64) wall = field.real();
        if (field.number == 2) step = field.integer();
        if (field.number == 5 && field.type == WireType::Bytes) summaries.push_back(field.bytes);
    }
    if (!reader.ended().ok()) return false;
    if (!std::isfinite(wall)) wall = 0;
    // The one that opens a file is no part of the run: it may be continued in another.
    if (wall > 0 && !summaries.empty()) {
        run.started = run.started > 0 ? std::min(run.started, wall) : wall;
        run.ended = std::max(run.ended, wall);
    }
    for (const std::string_view summary : summaries) {
        ProtobufReader values(summary);
        for (ProtobufField field; values.next(field);)
            if (field.number == 1 && field.type == WireType::Bytes) takeValue(field.bytes, step, wall, run);
    }
    return true;
}

/// The byte of the first fault; none: all of it was read. `events`: grows by those that were read.
Result<std::optional<std::size_t>> takeFile(std::string_view bytes, TrackedRun& run, std::size_t& events,
                                            const Progress& progress) {
    std::size_t at = 0;
    for (std::size_t count = 0; at < bytes.size(); ++count) {
        if (count % 4096 == 0 && !report(progress, static_cast<double>(at) / static_cast<double>(bytes.size())))
            return importStopped();
        if (!isTfRecords(bytes.substr(at))) return std::optional(at);
        const auto length = littleEndianAt<std::uint64_t>(bytes.substr(at, 8));
        const std::size_t left = bytes.size() - at - kHead;
        if (left < kTail || length > left - kTail) return std::optional(at);
        const std::string_view record = bytes.substr(at + kHead, length);
        const auto sum = littleEndianAt<std::uint32_t>(bytes.substr(at + kHead + length, kTail));
        if (sum != maskedCrc32c(record) || !takeEvent(record, run)) return std::optional(at);
        ++events;
        at += kHead + length + kTail;
    }
    return std::optional<std::size_t>();
}

}  // namespace

bool isTfRecords(std::string_view bytes) {
    return bytes.size() >= kHead &&
           littleEndianAt<std::uint32_t>(bytes.substr(8, 4)) == maskedCrc32c(bytes.substr(0, 8));
}

Result<TrackedRun> readTensorboardRun(const std::vector<fs::path>& files, const Progress& progress) {
    TrackedRun run;
    run.from.tool = "TensorBoard";
    run.state = RunState::Queued;  // until an event tells another
    std::size_t events = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto part = [&](double share) {
            return report(progress, (static_cast<double>(i) + share) / static_cast<double>(files.size()));
        };
        const auto file = FileView::open(files[i], kMostTrackerBytes, part);
        if (!file.ok()) return file.error();
        const auto fault = takeFile(file->bytes(), run, events, part);
        if (!fault.ok()) return fault.error();
        if (*fault)
            run.notes.push_back(
                {GATELAB_TEXT("Imported", "'%1' is cut or damaged at byte %2 of %3; what lies before was read"),
                 {files[i].filename().string(), **fault, file->bytes().size()}});
    }
    if (events == 0)
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Imported", "'%1' holds no event of TensorBoard that can be read; copy it again"),
                      {files.empty() ? std::string() : files.front().string()}}};
    if (run.curves.points() == 0 && run.from.parameters.empty())
        return Error{
            ErrorCode::Corrupt,
            {GATELAB_TEXT("Imported", "'%1' holds no value: nothing was logged, or it was cut behind its head"),
             {files.front().string()}}};
    if (run.state == RunState::Queued) {
        run.state = RunState::Finished;
        run.notes.push_back(noStateNote(run));
    }
    return run;
}

}  // namespace gatelab
