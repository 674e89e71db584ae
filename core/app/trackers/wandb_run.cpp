// SPDX-License-Identifier: GPL-3.0-or-later
// Formats: wandb/proto/wandb_internal.proto in records of a log of LevelDB (doc/log_format.md there), whose checksum is
// CRC-32 of kind and bytes.
#include "app/trackers/wandb_run.h"

#include "app/trackers/json_values.h"
#include "io/crc.h"
#include "io/file_view.h"
#include "io/protobuf.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace gatelab {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kBlock = 32768, kHead = 7, kFileHead = 7, kMostRecord = 64 << 20;
constexpr std::string_view kMark = ":W&B", kNumber = "\xE1\xBE";
enum Kind : std::uint8_t { kFull = 1, kFirst, kMiddle, kLast };

/// Records of the log, whole, in their order.
class LevelLog {
public:
    explicit LevelLog(std::string_view bytes) : bytes_(bytes) {}
    /// False: there is no further one, or it is damaged.
    bool next(std::string_view& record) {
        joined_.clear();
        for (bool isWithin = false;;) {
            if (const std::size_t left = kBlock - at_ % kBlock; left < kHead) at_ += left;
            if (at_ >= bytes_.size()) return damaged_ |= isWithin, false;
            const std::size_t from = at_;
            std::string_view part;
            std::uint8_t kind = 0;
            const bool isSound = piece(part, kind) && (kind == kFull || kind == kFirst) != isWithin &&
                                 joined_.size() + part.size() <= kMostRecord;
            if (!isSound) return at_ = from, damaged_ = true, false;
            if (kind == kFull) return record = part, true;
            joined_.append(part);
            isWithin = true;
            if (kind == kLast) return record = joined_, true;
        }
    }
    [[nodiscard]] bool isDamaged() const { return damaged_; }
    [[nodiscard]] std::size_t at() const { return std::min(at_, bytes_.size()); }

private:
    bool piece(std::string_view& part, std::uint8_t& kind) {
        if (bytes_.size() - at_ < kHead) return false;
        const std::string_view head = bytes_.substr(at_, kHead);
        const auto length = littleEndianAt<std::uint16_t>(head.substr(4, 2));
        kind = static_cast<std::uint8_t>(head[6]);
        const std::size_t room = std::min(bytes_.size(), (at_ / kBlock + 1) * kBlock) - at_ - kHead;
        if (length > room || kind < kFull || kind > kLast) return false;
        const std::string_view summed = bytes_.substr(at_ + 6, 1 + length);
        if (littleEndianAt<std::uint32_t>(head) != crc32(summed)) return false;
        part = summed.substr(1);
        at_ += kHead + length;
        return true;
    }
    std::string_view bytes_;
    std::string joined_;
    std::size_t at_ = kFileHead;
    bool damaged_ = false;
};

struct JsonItem {
    std::string name;
    std::string_view json;
};
/// Of config and history: a name, or the parts of one, and a value as JSON.
JsonItem itemOf(std::string_view bytes) {
    JsonItem item;
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (field.number == 1 || field.number == 2)
            item.name.append(item.name.empty() ? "" : ".").append(field.bytes.substr(0, 200));
        if (field.number == 16) item.json = field.bytes;
    }
    return item;
}

void takeConfig(std::string_view bytes, TrackedRun& run) {
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);) {
        if (field.number != 1) continue;
        const JsonItem item = itemOf(field.bytes);
        if (item.name.empty() || item.name.starts_with("_wandb")) continue;
        forJsonValues(item.name, item.json, [&](const std::string& name, const auto&, const std::string& text) {
            run.addParameter(name, text);
        });
    }
}

class WandbReading {
public:
    void take(std::string_view bytes) {
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);) {
            if (field.type != WireType::Bytes) continue;
            if (field.number == 17) takeRun(field.bytes);
            if (field.number == 2) takeHistory(field.bytes);
            if (field.number == 5) takeConfig(field.bytes, run);
            if (field.number == 18) takeExit(field.bytes);
        }
    }
    TrackedRun run;
    bool isEnded = false;

private:
    void takeRun(std::string_view bytes) {
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);) {
            if (field.number == 1) run.from.key = boundedText(field.bytes, 200);
            if (field.number == 3) run.from.project = boundedText(field.bytes, 200);
            if (field.number == 4) takeConfig(field.bytes, run);
            if (field.number == 8) run.name = boundedText(field.bytes, 200);
            if (field.number == 9) run.note = boundedText(field.bytes, 2000);
            if (field.number == 10) run.addTag(field.bytes, "");
            if (field.number == 17) takeStart(field.bytes);
        }
    }
    void takeStart(std::string_view bytes) {
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);)
            if (field.number == 1) run.started = static_cast<double>(field.integer());
    }
    void takeExit(std::string_view bytes) {
        isEnded = true;
        run.state = RunState::Finished;
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);)
            if (field.number == 1 && field.bits != 0) run.state = RunState::Failed;
    }
    void takeHistory(std::string_view bytes) {
        std::vector<std::pair<std::string, double>> values;
        TrackedPoint point{step_ + 1, 0, 0};
        ProtobufReader reader(bytes);
        for (ProtobufField field; reader.next(field);) {
            if (field.number == 2) takeStep(field.bytes, point.step);
            if (field.number != 1) continue;
            const JsonItem item = itemOf(field.bytes);
            if (item.name == "_timestamp")
                point.wall = jsonNumber(item.json).value_or(0);
            else if (!item.name.starts_with('_'))
                forJsonValues(item.name, item.json,
                              [&](const std::string& name, const std::optional<double>& number, const auto&) {
                                  if (number) values.emplace_back(name, *number);
                              });
        }
        if (!std::isfinite(point.wall)) point.wall = 0;
        step_ = point.step;
        run.ended = std::max(run.ended, point.wall);
        for (const auto& [name, value] : values) run.curves.add(name, {point.step, point.wall, value});
    }
    static void takeStep(std::string_view bytes, std::int64_t& step) {
        ProtobufReader reader(bytes);
        step = 0;  // a zero is not written
        for (ProtobufField field; reader.next(field);)
            if (field.number == 1 && field.integer() >= 0) step = field.integer();
    }
    std::int64_t step_ = -1;
};

}  // namespace

bool isWandbLog(std::string_view bytes) {
    return bytes.substr(0, kMark.size()) == kMark && bytes.substr(kMark.size(), kNumber.size()) == kNumber;
}

Result<TrackedRun> readWandbRun(const fs::path& path, const Progress& progress) {
    const auto file = FileView::open(path, kMostTrackerBytes, progress);
    if (!file.ok()) return file.error();
    WandbReading reading;
    reading.run.from.tool = "W&B";
    reading.run.state = RunState::Interrupted;
    LevelLog log(file->bytes());
    std::string_view record;
    for (std::size_t count = 0; isWandbLog(file->bytes()) && log.next(record); ++count) {
        reading.take(record);
        if (count % 1024 == 0 &&
            !report(progress, static_cast<double>(log.at()) / static_cast<double>(file->bytes().size())))
            return importStopped();
    }
    TrackedRun& run = reading.run;
    if (run.from.key.empty())
        return Error{
            ErrorCode::Corrupt,
            {GATELAB_TEXT("Imported", "'%1' holds no run of W&B that can be read; copy it again"), {path.string()}}};
    if (log.isDamaged())
        run.notes.push_back(
            {GATELAB_TEXT("Imported", "'%1' is cut or damaged at byte %2 of %3; what lies before was read"),
             {path.filename().string(), log.at(), file->bytes().size()}});
    return std::move(run);
}

}  // namespace gatelab
