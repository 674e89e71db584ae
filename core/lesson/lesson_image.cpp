// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_image.h"

#include "data/tables/xml_walk.h"
#include "io/inflate.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>

namespace gatelab {

namespace {

constexpr std::uintmax_t kMostBytes = 8'000'000;
constexpr std::uint32_t kMostPixels = 4096;
constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

Error wrong(Phrase what) { return {ErrorCode::InvalidInput, std::move(what)}; }

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes[i]);
    return number;
}

Error broken(const std::string& name) {
    return wrong({GATELAB_TEXT("Lesson", "the image %1 is broken or cut; save it again as PNG or SVG"), {name}});
}

/// Chunk after chunk, from IHDR to IEND: https://www.w3.org/TR/png-3, 5.3.
Result<> checkPng(std::string_view bytes, const std::string& name) {
    constexpr std::size_t kFrame = 12, kHeader = 13;  // of a chunk: length, type, checksum; of IHDR
    std::size_t at = kSignature.size();
    bool hasPixels = false;
    for (bool isFirst = true; at + kFrame <= bytes.size(); isFirst = false) {
        const std::size_t length = bigEndian(bytes.substr(at));
        if (length > bytes.size() - at - kFrame) return broken(name);
        const std::string_view type = bytes.substr(at + 4, 4), body = bytes.substr(at + 8, length);
        if (crc32Of(bytes.substr(at + 4, 4 + length)) != bigEndian(bytes.substr(at + 8 + length)) ||
            isFirst != (type == "IHDR"))
            return broken(name);
        if (isFirst) {
            if (length != kHeader) return broken(name);
            const std::uint32_t wide = bigEndian(body), high = bigEndian(body.substr(4));
            if (wide == 0 || high == 0) return broken(name);
            if (std::max(wide, high) > kMostPixels)
                return wrong(
                    {GATELAB_TEXT("Lesson", "the image %1 has %2 x %3 pixels; make it smaller, at most 4096 a side"),
                     {name, static_cast<std::int64_t>(wide), static_cast<std::int64_t>(high)}});
        }
        hasPixels = hasPixels || type == "IDAT";
        if (type == "IEND") return hasPixels ? Result<>() : broken(name);
        at += kFrame + length;
    }
    return broken(name);
}

Result<> checkSvg(std::string_view bytes, const std::string& name) {
    bool isSvg = false, isFirst = true;
    std::string other;  // file that it would read
    XmlHandlers handlers;
    handlers.begin = [&](std::string_view element, const XmlHandlers::Attributes& attributes) {
        if (std::exchange(isFirst, false)) isSvg = element == "svg";
        for (const char* key : {"href", "xlink:href"})
            if (const auto link = attributes.find(key); link != attributes.end() && !link->second.empty() &&
                                                        !link->second.starts_with('#') &&
                                                        !link->second.starts_with("data:"))
                other = link->second;
    };
    XmlWalk walk(std::move(handlers));
    if (!walk.feed(bytes).ok() || !walk.finish().ok() || !isSvg) return broken(name);
    if (!other.empty())
        return wrong({GATELAB_TEXT("Lesson", "the image %1 reads another file, %2; put it into the image itself"),
                      {name, other}});
    return {};
}

}  // namespace

Result<std::filesystem::path> lessonImage(const std::filesystem::path& lesson, const std::string& name) {
    std::error_code problem;
    const auto folder = std::filesystem::weakly_canonical(std::filesystem::absolute(lesson).parent_path(), problem);
    const auto file = std::filesystem::weakly_canonical(folder / name, problem);
    const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    if (std::filesystem::path(name).is_absolute() || end != folder.end())
        return wrong({GATELAB_TEXT("Lesson", "the image %1 lies outside the lesson's folder; put it beside the lesson"),
                      {name}});
    if (!std::filesystem::is_regular_file(file, problem))
        return wrong({GATELAB_TEXT("Lesson", "the file %1 is not there; put it beside the lesson"), {file.string()}});
    if (const auto size = std::filesystem::file_size(file, problem); size > kMostBytes)
        return wrong({GATELAB_TEXT("Lesson", "the image %1 has %2 MB; make it smaller, at most 8 MB"),
                      {name, static_cast<std::int64_t>(size / 1'000'000)}});
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const bool isPng = std::string_view(bytes).starts_with(kSignature);
    if (!isPng && bytes.find("<svg") == std::string::npos)
        return wrong(
            {GATELAB_TEXT("Lesson", "the image %1 is neither PNG nor SVG; save it as one of the two"), {name}});
    if (auto checked = isPng ? checkPng(bytes, name) : checkSvg(bytes, name); !checked.ok()) return checked.error();
    return file;
}

}  // namespace gatelab
