// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/arrow_export.h"

#include "export/series_names.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {
namespace {

constexpr std::int64_t kBatchRows = 65'536;

/// One column of a batch: its values stay those of the series, only the bits of missing ones are made.
struct Child {
    ArrowArray array{};
    std::vector<std::uint8_t> valid;
    std::vector<std::int32_t> offsets;  ///< of texts
    std::string texts;
    std::array<const void*, 3> buffers{};
};
struct Batch {
    std::vector<std::unique_ptr<Child>> children;
    std::vector<ArrowArray*> pointers;
    std::array<const void*, 1> buffers{};
};

struct SchemaText {
    std::vector<std::string> names;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
};

/// The series as batches. The reader of the stream ends before the series.
struct SeriesStream {
    const Series& series;
    const Progress& progress;
    SeriesNames names;
    std::int64_t row = 0;
    bool isCancelled = false;
};

/// A parent frees all that is below it.
template <class Item>
void releaseNothing(Item* item) {
    item->release = nullptr;
}
template <class Item, class Kept>
void releaseKept(Item* item) {
    delete static_cast<Kept*>(item->private_data);
    item->release = nullptr;
}

/// Whether the file's clocks were understood as UTC; else they are those that were written, of no zone.
bool isUtc(const Series& series) {
    return std::ranges::any_of(series.report.guesses, [](const ReadGuess& guess) {
        return guess.key == "time_zone" && guess.value == "auto" && guess.shown.english() == "UTC";
    });
}

int getSchema(ArrowArrayStream* stream, ArrowSchema* out) {
    const auto& source = *static_cast<SeriesStream*>(stream->private_data);
    const Series& series = source.series;
    auto text = std::make_unique<SchemaText>();
    if (series.time.known()) text->names.push_back(series.time.name.empty() ? "time" : series.time.name);
    const std::size_t ofNames = source.names.members.empty() ? SIZE_MAX : text->names.size();
    if (!source.names.members.empty()) text->names.push_back(source.names.column);
    for (const Channel* channel : source.names.channels) text->names.push_back(channel->name);
    text->children.resize(text->names.size());
    for (std::size_t c = 0; c < text->names.size(); ++c) {
        constexpr std::int64_t kNullable = 2;
        ArrowSchema& child = text->children[c];
        child.format = c == ofNames ? "u" : c > 0 || !series.time.known() ? "g" : isUtc(series) ? "tsu:UTC" : "tsu:";
        child.name = text->names[c].c_str();
        child.flags = kNullable;
        child.release = releaseNothing;
        text->pointers.push_back(&child);
    }
    *out = {};
    out->format = "+s";
    out->name = "";
    out->n_children = std::ssize(text->pointers);
    out->children = text->pointers.data();
    out->release = releaseKept<ArrowSchema, SchemaText>;
    out->private_data = text.release();
    return 0;
}

void addChild(Batch& batch, const void* values, std::int64_t rows) {
    auto child = std::make_unique<Child>();
    child->buffers[1] = values;
    child->array.length = rows;
    child->array.n_buffers = 2;
    child->array.buffers = child->buffers.data();
    child->array.release = releaseNothing;
    batch.pointers.push_back(&child->array);
    batch.children.push_back(std::move(child));
}

/// The name of each row's series.
void addNames(Batch& batch, const SeriesNames& names, std::int64_t first, std::int64_t rows) {
    addChild(batch, nullptr, rows);
    Child& child = *batch.children.back();
    child.offsets.push_back(0);
    for (std::int64_t row = first; row < first + rows; ++row) {
        child.texts += names.at(row);
        child.offsets.push_back(static_cast<std::int32_t>(child.texts.size()));
    }
    child.buffers[1] = child.offsets.data();
    child.buffers[2] = child.texts.data();
    child.array.n_buffers = 3;
}

/// A bit for each value that is there.
void markMissing(Child& child, const double* values) {
    const std::int64_t rows = child.array.length;
    child.valid.assign(static_cast<std::size_t>((rows + 7) / 8), 0);
    for (std::int64_t r = 0; r < rows; ++r) {
        const bool isMissing = std::isnan(values[r]);
        child.array.null_count += isMissing ? 1 : 0;
        if (!isMissing) child.valid[static_cast<std::size_t>(r / 8)] |= static_cast<std::uint8_t>(1 << (r % 8));
    }
    if (child.array.null_count > 0) child.buffers[0] = child.valid.data();
}

int getNext(ArrowArrayStream* stream, ArrowArray* out) {
    auto& source = *static_cast<SeriesStream*>(stream->private_data);
    const Series& series = source.series;
    *out = {};
    const std::int64_t rows = std::min(kBatchRows, series.rows() - source.row);
    if (rows <= 0) return 0;
    if (!report(source.progress, static_cast<double>(source.row) / static_cast<double>(series.rows()))) {
        source.isCancelled = true;
        return ECANCELED;
    }
    auto batch = std::make_unique<Batch>();
    if (series.time.known()) addChild(*batch, series.time.values.data() + source.row, rows);
    if (!source.names.members.empty()) addNames(*batch, source.names, source.row, rows);
    for (const Channel* channel : source.names.channels) {
        addChild(*batch, channel->values.data() + source.row, rows);
        markMissing(*batch->children.back(), channel->values.data() + source.row);
    }
    source.row += rows;
    out->length = rows;
    out->n_buffers = 1;
    out->buffers = batch->buffers.data();
    out->n_children = std::ssize(batch->pointers);
    out->children = batch->pointers.data();
    out->release = releaseKept<ArrowArray, Batch>;
    out->private_data = batch.release();
    return 0;
}

const char* lastError(ArrowArrayStream*) { return "cancelled"; }

}  // namespace

Result<> exportArrow(const Series& series, const std::filesystem::path& path, ArrowFormat format,
                     const Progress& progress) {
    SeriesStream source{.series = series, .progress = progress, .names = seriesNames(series)};
    ArrowArrayStream stream{getSchema, getNext, lastError, releaseNothing, &source};
    auto written = writeArrowStream(path, format, stream);
    if (source.isCancelled)
        return Error{ErrorCode::Cancelled, GATELAB_TEXT("Files", "writing was cancelled; nothing was kept")};
    return written;
}

}  // namespace gatelab
