// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/array_columns.h"
#include "data/arrays/sound_file.h"
#include "data/reader_members.h"
#include "data/tables/file_part.h"
#include "io/file_io.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <string_view>

namespace gatelab {
namespace {

/// What the "fmt " chunk of a RIFF file says (Microsoft, Multimedia Programming Interface 1.0; WAVEFORMATEXTENSIBLE).
struct Sound {
    int format = 0;  ///< 1 whole numbers, 3 floating point
    int channels = 0, bits = 0;
    std::uint32_t rate = 0;      ///< samples a second
    std::string_view samples;    ///< as far as the file has them
    std::uint64_t promised = 0;  ///< bytes that the header tells of
    [[nodiscard]] std::size_t frameBytes() const { return static_cast<std::size_t>(channels * bits / 8); }
    [[nodiscard]] std::int64_t frames() const { return static_cast<std::int64_t>(samples.size() / frameBytes()); }
};

template <class Number>
Number littleEndian(std::string_view bytes, std::size_t at) {
    static_assert(std::endian::native == std::endian::little);
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

Result<> readFormat(std::string_view chunk, Sound& sound) {
    if (chunk.size() < 16)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the header of the recording is cut or damaged")};
    constexpr int kExtensible = 0xFFFE;
    sound.format = littleEndian<std::uint16_t>(chunk, 0);
    sound.channels = littleEndian<std::uint16_t>(chunk, 2);
    sound.rate = littleEndian<std::uint32_t>(chunk, 4);
    sound.bits = littleEndian<std::uint16_t>(chunk, 14);
    if (sound.format == kExtensible && chunk.size() >= 26) sound.format = littleEndian<std::uint16_t>(chunk, 24);
    const bool isKnown = sound.format == 1 ? sound.bits == 8 || sound.bits == 16 || sound.bits == 24 || sound.bits == 32
                                           : sound.format == 3 && (sound.bits == 32 || sound.bits == 64);
    if (!isKnown)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading",
                                   "the recording is coded (format %1 with %2 bits); PCM with 8, 16, 24 or 32 bits and "
                                   "floating point are read: convert it, for instance with ffmpeg -c:a pcm_s16le"),
                      {sound.format, sound.bits}}};
    if (sound.channels < 1 || sound.channels > 1024 || sound.rate < 1 || sound.rate > 1'000'000)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the header of the recording is cut or damaged")};
    return {};
}

Result<Sound> readHeader(std::string_view file) {
    Sound sound;
    for (std::size_t at = 12; at + 8 <= file.size();) {
        const std::string_view name = file.substr(at, 4);
        const std::size_t size = littleEndian<std::uint32_t>(file, at + 4), there = file.size() - at - 8;
        const std::string_view chunk = file.substr(at + 8, std::min(size, there));
        if (name == "fmt ")
            if (auto read = readFormat(chunk, sound); !read) return read.error();
        if (name == "data" && sound.format != 0) {
            constexpr std::size_t kUnknown = 0xFFFFFFFF;  // written while it was recorded
            sound.samples = size == 0 || size == kUnknown ? file.substr(at + 8) : chunk;
            sound.promised = size == 0 || size == kUnknown ? sound.samples.size() : size;
            return sound;
        }
        if (size > there) break;
        at += 8 + size + size % 2;
    }
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Reading", "the recording holds no sound; it is cut or damaged: copy it again")};
}

/// Full scale is 1.
double sampleAt(const Sound& sound, std::size_t at) {
    const std::string_view bytes = sound.samples;
    if (sound.format == 3)
        return sound.bits == 32 ? static_cast<double>(littleEndian<float>(bytes, at)) : littleEndian<double>(bytes, at);
    if (sound.bits == 8) return (static_cast<unsigned char>(bytes[at]) - 128) / 128.0;
    if (sound.bits == 16) return littleEndian<std::int16_t>(bytes, at) / 32768.0;
    if (sound.bits == 32) return littleEndian<std::int32_t>(bytes, at) / 2147483648.0;
    const auto low = static_cast<unsigned char>(bytes[at]), middle = static_cast<unsigned char>(bytes[at + 1]);
    return (static_cast<signed char>(bytes[at + 2]) * 65536 + middle * 256 + low) / 8388608.0;
}

StoredArray soundArray(const Sound& sound) {
    StoredArray array{.path = "sound",
                      .shape = {sound.frames(), sound.channels},
                      .type = (sound.format == 3 ? "float" : "int") + std::to_string(sound.bits),
                      .usable = true};
    if (sound.channels == 1)
        array.names = {"sound"};
    else if (sound.channels == 2)
        array.names = {"left", "right"};
    else
        for (int c = 0; c < sound.channels; ++c) array.names.push_back("channel_" + std::to_string(c + 1));
    if (sound.format == 1)
        array.told.push_back(
            {GATELAB_TEXT("Reading", "samples of %1 bits were scaled so that full scale is 1"), {sound.bits}});
    if (sound.promised > sound.samples.size())
        array.told.push_back({GATELAB_TEXT("Reading",
                                           "the recording ends early: its header tells of %1 samples, the file holds "
                                           "%2; it may be cut"),
                              {sound.promised / sound.frameBytes(), sound.frames()}});
    return array;
}

Result<Dataset> readWav(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    auto bytes = readFileBytes(path, UINT64_C(4) << 30, partOf(progress, 0, 0.3));
    if (!bytes) return bytes.error();
    const auto sound = readHeader(*bytes);
    if (!sound) return sound.error().withContext(path.string());
    ExperimentConfig all = options;
    all.hdf5Datasets.clear();  // there is one recording
    const StoredArray time{
        .path = "time", .shape = {sound->frames()}, .type = "int64", .usable = true, .unit = "us", .isTime = true};
    const auto values = [&](const StoredArray& array, const Progress& each) -> Result<std::vector<double>> {
        const std::size_t width = static_cast<std::size_t>(sound->bits) / 8;
        const auto count = static_cast<std::size_t>(sound->frames() * (array.isTime ? 1 : sound->channels));
        std::vector<double> read(count);
        for (std::size_t i = 0; i < count; ++i) {
            read[i] =
                array.isTime ? std::round(static_cast<double>(i) * 1e6 / sound->rate) : sampleAt(*sound, i * width);
            if (i % 1'000'000 == 0 && !report(each, static_cast<double>(i) / static_cast<double>(count)))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        }
        return read;
    };
    return readArrays({"wav", path, {time, soundArray(*sound)}, values}, all, partOf(progress, 0.3, 1));
}

int probeWav(std::span<const char> head, const std::filesystem::path&) {
    const std::string_view bytes(head.data(), head.size());
    return bytes.size() >= 12 && bytes.starts_with("RIFF") && bytes.substr(8).starts_with("WAVE") ? 100 : 0;
}

}  // namespace

Result<SoundHeader> readSoundHeader(const std::filesystem::path& path) {
    constexpr std::uint64_t kHead = 64 * 1024;
    const auto head = readFileStart(path, kHead);
    if (!head) return head.error();
    if (probeWav(std::span(head->bytes.data(), head->bytes.size()), path) == 0)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "%1: this is no WAV file, although its name says so; it may be cut or "
                                   "damaged: copy it again"),
                      {path.string()}}};
    const auto sound = readHeader(head->bytes);
    if (!sound) return sound.error().withContext(path.string());
    const auto at = static_cast<std::uint64_t>(sound->samples.data() - head->bytes.data());
    const std::uint64_t there = head->fileBytes - std::min(at, head->fileBytes);
    // Of a header without a size the samples are what was read.
    const bool isTold = sound->promised > sound->samples.size() || at + sound->promised < head->bytes.size();
    const std::uint64_t bytes = isTold ? std::min<std::uint64_t>(sound->promised, there) : there;
    return SoundHeader{static_cast<std::int64_t>(bytes / sound->frameBytes()), sound->channels, sound->rate};
}

Reader wavReader() {
    return {"wav", GATELAB_TEXT("readers", "Sound (WAV)"), {"wav", "wave"}, probeWav, readWav, nullptr, true};
}

}  // namespace gatelab
