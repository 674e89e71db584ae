// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/packed_file.h"

#include "compress/packed_layer.h"
#include "io/file_io.h"
#include "io/hash.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace gatelab {
namespace {

/// Metadata that stand for no matrix begin like this.
constexpr std::string_view kOurs = "gatelab_";
constexpr const char *kFormat = "gatelab_packed", *kKind = "gatelab_kind", *kRun = "gatelab_run",
                     *kAnew = "gatelab_steps_anew", *kFurther = "gatelab_steps_further", *kChecksum = "gatelab_sha256";
constexpr std::uint64_t kMostBytes = UINT64_C(4) << 30;
constexpr std::string_view kKinds[] = {"dense", "int8", "blocks", "blocks-int8", "sparse", "low-rank"};

template <class T>
RawTensor rawOf(const char* type, const std::vector<T>& values, std::size_t count) {
    RawTensor raw{type, {static_cast<std::int64_t>(count)}, std::vector<char>(count * sizeof(T))};
    std::memcpy(raw.bytes.data(), values.data(), raw.bytes.size());
    return raw;
}

void add(TensorFile& file, const std::string& name, const PackedMatrix& m) {
    const auto put = [&](const char* ending, const char* type, const auto& values, std::size_t count) {
        if (count > 0) file.tensors[name + ending] = rawOf(type, values, count);
    };
    put(".values", "F32", m.values, m.values.size());
    put(".bytes", "I8", m.bytes, m.bytes.size());
    put(".scales", "F32", m.scales, m.scales.empty() ? 0 : static_cast<std::size_t>(m.rows));
    put(".starts", "I32", m.starts, m.starts.size());
    put(".kept", "I32", m.kept, m.kept.size());
    if (m.kind == PackKind::LowRank) {
        add(file, name + ".right", m.factors[0]);
        add(file, name + ".left", m.factors[1]);
    }
    file.metadata[name] = std::string(kKinds[static_cast<std::size_t>(m.kind)]) + " " + std::to_string(m.rows) + " " +
                          std::to_string(m.columns);
}

template <class T>
bool take(const TensorFile& file, const std::string& name, const char* type, std::vector<T>& values) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end()) return true;
    if (found->second.dtype != type || found->second.bytes.size() % sizeof(T) != 0) return false;
    values.resize(found->second.bytes.size() / sizeof(T));
    std::memcpy(values.data(), found->second.bytes.data(), found->second.bytes.size());
    return true;
}

/// Every place that unpacked() reads and writes is there.
bool fits(const PackedMatrix& m) {
    const bool bytes = m.kind == PackKind::Int8 || m.kind == PackKind::BlocksInt8;
    const bool indexed = m.kind == PackKind::Blocks || m.kind == PackKind::BlocksInt8 || m.kind == PackKind::Sparse;
    const std::int64_t parts = m.kind == PackKind::Sparse ? m.rows : m.panels();
    if (bytes && std::ssize(m.scales) != m.paddedRows()) return false;
    if (!indexed) {
        const std::int64_t pairs = (m.columns + 1) / 2 * 2;
        return m.starts.empty() && m.kept.empty() &&
               (bytes ? std::ssize(m.bytes) == m.paddedRows() * pairs
                      : std::ssize(m.values) == m.paddedRows() * m.columns);
    }
    if (std::ssize(m.starts) != parts + 1 || m.starts.front() != 0 || m.starts.back() != std::ssize(m.kept) ||
        !std::ranges::is_sorted(m.starts))
        return false;
    if (bytes && std::ranges::any_of(m.starts, [](std::int32_t at) { return at % 2 != 0; })) return false;
    const std::int64_t each = m.kind == PackKind::Sparse ? 1 : kPanelRows;
    return (bytes ? std::ssize(m.bytes) : std::ssize(m.values)) == std::ssize(m.kept) * each &&
           std::ranges::all_of(m.kept, [&](std::int32_t c) { return c >= 0 && c < m.columns; });
}

/// "blocks 256 64"
std::optional<PackedMatrix> headOf(const std::string& text) {
    char kind[16] = {};
    long long rows = 0, columns = 0;
    constexpr long long kMost = 1 << 28;  // weights
    if (std::sscanf(text.c_str(), "%15s %lld %lld", kind, &rows, &columns) != 3 || rows < 1 || columns < 1 ||
        rows > kMost || columns > kMost / rows)
        return std::nullopt;
    const auto* found = std::ranges::find(kKinds, std::string_view(kind));
    if (found == std::end(kKinds)) return std::nullopt;
    return PackedMatrix{.kind = static_cast<PackKind>(found - kKinds), .rows = rows, .columns = columns};
}

std::optional<PackedMatrix> matrixOf(const TensorFile& file, const std::string& name) {
    const auto text = file.metadata.find(name);
    auto m = text == file.metadata.end() ? std::nullopt : headOf(text->second);
    if (!m) return std::nullopt;
    if (m->kind == PackKind::LowRank) {
        for (const char* ending : {".right", ".left"}) {
            auto factor = matrixOf(file, name + ending);
            if (!factor || factor->kind != PackKind::Dense) return std::nullopt;
            m->factors.push_back(std::move(*factor));
        }
        const PackedMatrix &right = m->factors[0], &left = m->factors[1];
        const bool belong = right.columns == m->columns && left.rows == m->rows && left.columns == right.rows;
        return belong ? m : std::nullopt;
    }
    if (!take(file, name + ".values", "F32", m->values) || !take(file, name + ".bytes", "I8", m->bytes) ||
        !take(file, name + ".scales", "F32", m->scales) || !take(file, name + ".starts", "I32", m->starts) ||
        !take(file, name + ".kept", "I32", m->kept))
        return std::nullopt;
    if (!m->scales.empty()) m->scales.resize(static_cast<std::size_t>(m->paddedRows()), 1.0F);
    return fits(*m) ? m : std::nullopt;
}

Result<std::string> checksumOf(TensorFile file) {
    file.metadata.erase(kChecksum);
    auto bytes = serializeTensors(file);
    if (!bytes.ok()) return bytes;
    return sha256(*bytes);
}

Error damagedFile(const std::filesystem::path& path) {
    return {
        ErrorCode::Corrupt,
        {GATELAB_TEXT("Compression",
                      "'%1' is damaged, or not a compressed network; 'compress RUN --write FOLDER' writes it again"),
         {path.filename().string()}}};
}

std::string valueOf(const TensorFile& file, const char* key) {
    const auto found = file.metadata.find(key);
    return found == file.metadata.end() ? std::string() : found->second;
}

std::int64_t countOf(const TensorFile& file, const char* key) {
    return std::strtoll(valueOf(file, key).c_str(), nullptr, 10);
}

Error damaged(const std::string& name) {
    return {ErrorCode::Corrupt, {GATELAB_TEXT("Compression", "the compressed matrix '%1' is damaged"), {name}}};
}

}  // namespace

TensorFile packedFile(const ParameterStore& store, PackKind kind) {
    TensorFile file = store.save();
    file.metadata[kFormat] = "1";
    file.metadata[kKind] = std::string(kKinds[static_cast<std::size_t>(kind)]);
    for (const Parameter& parameter : store.all()) {
        const bool isInput = parameter.name.find("weight_ih") != std::string::npos;
        const bool isHidden = parameter.name.find("weight_hh") != std::string::npos;
        if (kind == PackKind::Dense || (!isInput && !isHidden)) continue;
        const PackedMatrix packed = isHidden ? packRecurrent(kind, parameter.value) : packInput(kind, parameter.value);
        if (packed.kind == PackKind::Dense) continue;
        file.tensors.erase(parameter.name);
        add(file, parameter.name, packed);
    }
    return file;
}

Result<> sealPackedFile(TensorFile& file, const PackedOrigin& origin) {
    file.metadata[kRun] = origin.run;
    file.metadata[kAnew] = std::to_string(origin.anew);
    file.metadata[kFurther] = std::to_string(origin.further);
    auto checksum = checksumOf(file);
    if (!checksum.ok()) return checksum.error();
    file.metadata[kChecksum] = std::move(*checksum);
    return {};
}

Result<PackedFile> readPackedFile(const std::filesystem::path& path) {
    const auto bytes = readFileBytes(path, kMostBytes);
    if (!bytes.ok()) return bytes.error();
    const auto packed = parseTensors(*bytes);
    if (!packed.ok()) return damagedFile(path);
    const auto checksum = checksumOf(*packed);
    const auto* kind = std::ranges::find(kKinds, std::string_view(valueOf(*packed, kKind)));
    if (!checksum.ok() || *checksum != valueOf(*packed, kChecksum) || kind == std::end(kKinds))
        return damagedFile(path);
    auto weights = unpackedFile(*packed);
    if (!weights.ok()) return damagedFile(path);
    const auto hidden = weights->tensors.find("rnn.weight_hh_l0");
    if (hidden == weights->tensors.end() || hidden->second.shape.size() != 2) return damagedFile(path);
    return PackedFile{.weights = std::move(*weights),
                      .kind = static_cast<PackKind>(kind - std::begin(kKinds)),
                      .origin = {valueOf(*packed, kRun), countOf(*packed, kAnew), countOf(*packed, kFurther)},
                      .units = hidden->second.shape[1],
                      .bytes = std::ssize(*bytes)};
}

Result<TensorFile> unpackedFile(const TensorFile& packed) {
    TensorFile file;
    for (const auto& [name, text] : packed.metadata) {
        if (name.starts_with(kOurs) || name.ends_with(".left") || name.ends_with(".right")) continue;
        const auto matrix = matrixOf(packed, name);
        if (!matrix) return damaged(name);
        const std::vector<float> whole = unpacked(*matrix);
        RawTensor raw = rawOf("F32", whole, whole.size());
        raw.shape = {matrix->rows, matrix->columns};
        file.tensors[name] = std::move(raw);
    }
    for (const auto& [name, raw] : packed.tensors) {
        const bool isPart =
            std::ranges::any_of(file.tensors, [&](const auto& whole) { return name.starts_with(whole.first + "."); });
        if (!isPart) file.tensors[name] = raw;
    }
    return file;
}

}  // namespace gatelab
