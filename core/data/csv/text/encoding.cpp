// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text/encoding.h"

#include "data/csv/text/code_pages.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <iconv.h>

namespace gatelab {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Length of the valid UTF-8 character at `at` (RFC 3629: no surrogates, no overlong forms); 0 when there is none.
std::size_t utf8Length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    const unsigned first = byte(at), second = byte(at + 1);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return tail(at + 1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool right =
            tail(at + 1) && tail(at + 2) && !(first == 0xE0 && second < 0xA0) && !(first == 0xED && second > 0x9F);
        return right ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool right = tail(at + 1) && tail(at + 2) && tail(at + 3) && !(first == 0xF0 && second < 0x90) &&
                           !(first == 0xF4 && second > 0x8F);
        return right ? 4 : 0;
    }
    return 0;
}

/// First byte that is not UTF-8. Plain ASCII goes by eight bytes at a time.
std::size_t firstInvalidUtf8(std::string_view text, std::size_t at = 0) {
    while (at < text.size()) {
        std::uint64_t word = 0;
        if (at + sizeof word <= text.size()) {
            std::memcpy(&word, text.data() + at, sizeof word);
            if ((word & 0x8080808080808080ull) == 0) {
                at += sizeof word;
                continue;
            }
        }
        const std::size_t length = utf8Length(text, at);
        if (length == 0) return at;
        at += length;
    }
    return at;
}

/// Two letters of a Western word side by side, as in Größe and créée: frequent ones of cp1252 beside one of ASCII.
bool isWesternPair(std::string_view text, std::size_t at) {
    constexpr std::string_view kLetters = "\xC4\xC9\xD6\xDC\xDF\xE0\xE4\xE7\xE8\xE9\xEA\xF6\xFC";
    const auto isAscii = [&](std::size_t i) {
        return i < text.size() && ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z'));
    };
    return kLetters.find(text[at]) != std::string_view::npos && kLetters.find(text[at + 1]) != std::string_view::npos &&
           ((at > 0 && isAscii(at - 1)) || isAscii(at + 2));
}

/// Share of two-byte GB characters among the bytes above 127; 0 when a sequence is impossible.
double gbShare(std::string_view text) {
    std::size_t pairs = 0, high = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80) continue;
        ++high;
        if (byte == 0x80 || byte == 0xFF || i + 1 >= text.size()) return 0;
        const auto next = static_cast<unsigned char>(text[i + 1]);
        if (next >= 0xA1 && next <= 0xFE)
            pairs += isWesternPair(text, i) ? 0 : 1;  // the GB2312 core: what is written in practice
        else if (!(next >= 0x30 && next <= 0x39) && !(next >= 0x40 && next <= 0xFE && next != 0x7F))
            return 0;
        ++i;
    }
    return high == 0 ? 0 : static_cast<double>(pairs) / static_cast<double>(high);
}

/// Share of the bytes above 127 that stand in Cyrillic words of cp1251: three letters or more one behind the other, no
/// small one before a capital, no letter of ASCII in the word, and the frequent ones (а, е, и, о, н, т, р, с) often.
/// Western letters stand alone between those of ASCII; Chinese characters are pairs of any bytes.
double cyrillicShare(std::string_view text) {
    constexpr std::string_view kFrequent = "\xE0\xE5\xE8\xEE\xED\xF2\xF0\xF1";
    const auto isAscii = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto isCapital = [](unsigned char c) { return (c >= 0xC0 && c <= 0xDF) || c == 0xA8; };
    const auto isSmall = [](unsigned char c) { return c >= 0xE0 || c == 0xB8; };
    std::size_t all = 0, inWords = 0, frequent = 0, letters = 0, small = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (!isAscii(text[at]) && static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        std::size_t end = at, high = 0, ascii = 0, falls = 0, often = 0, lower = 0;
        for (; end < text.size() && (isAscii(text[end]) || static_cast<unsigned char>(text[end]) >= 0x80); ++end) {
            const auto byte = static_cast<unsigned char>(text[end]);
            ascii += byte < 0x80 ? 1 : 0;
            high += isCapital(byte) || isSmall(byte) ? 1 : 0;
            all += byte >= 0x80 ? 1 : 0;
            falls += end > at && isCapital(byte) && isSmall(static_cast<unsigned char>(text[end - 1])) ? 1 : 0;
            lower += isSmall(byte) ? 1 : 0;
            const auto folded = static_cast<char>(byte >= 0xC0 && byte <= 0xDF ? byte + 0x20 : byte);
            often += kFrequent.find(folded) != std::string_view::npos ? 1 : 0;
        }
        if (ascii == 0 && falls == 0 && high >= 3 && high == end - at) inWords += high;
        if (ascii == 0) frequent += often, letters += high, small += lower;
        at = end;
    }
    // Every second byte of Chinese characters is a capital or none.
    if (all == 0 || frequent * 3 < letters || (small > 0 && small * 2 < letters)) return 0;
    return static_cast<double>(inWords) / static_cast<double>(all);
}

std::string withReplacements(std::string_view text, std::vector<ReadWarning>* warnings) {
    std::string out;
    std::int64_t bad = 0, firstLine = -1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = firstInvalidUtf8(text, at);
        out += text.substr(at, end - at);
        if (end >= text.size()) break;
        if (bad++ == 0) firstLine = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
        out += kReplacement;
        at = end + 1;
    }
    if (bad > 0 && warnings)
        warnings->push_back({firstLine,
                             {GATELAB_TEXT("Reading",
                                           "%1 bytes are not valid in this encoding (the first is in this line); they "
                                           "are shown as \xEF\xBF\xBD. Choose another "
                                           "encoding if texts look wrong"),
                              {bad}}});
    return out;
}

const char* iconvName(const std::string& key) {
    constexpr std::pair<std::string_view, const char*> kNames[] = {
        {"utf-16le", "UTF-16LE"}, {"utf-16be", "UTF-16BE"}, {"cp1252", "CP1252"},      {"cp1250", "CP1250"},
        {"cp1251", "CP1251"},     {"cp1254", "CP1254"},     {"latin-1", "ISO-8859-1"}, {"gb18030", "GB18030"},
        {"big5", "BIG5"},         {"shift-jis", "CP932"},   {"euc-kr", "CP949"}};
    for (const auto& [name, system] : kNames)
        if (name == key) return system;
    return nullptr;
}

/// RAII for iconv's handle.
struct Converter {
    explicit Converter(const char* from) : handle(iconv_open("UTF-8", from)) {}
    ~Converter() {
        if (usable()) iconv_close(handle);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    [[nodiscard]] bool usable() const { return handle != reinterpret_cast<iconv_t>(-1); }
    iconv_t handle;
};

Result<std::string> convert(std::string_view bytes, const CsvEncoding& encoding, std::vector<ReadWarning>& warnings,
                            const Progress& progress) {
    const char* system = iconvName(encoding.key);
    if (!system)
        return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "there is no encoding '%1'"), {encoding.key}}};
    Converter converter(system);
    if (!converter.usable())
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Reading",
                          "this system cannot convert %1 (package libc-gconv-modules-extra); save the file as UTF-8"),
             {system}}};
    const bool wide = encoding.key.starts_with("utf-16");
    std::string out;
    std::string buffer(std::min(kPiece, bytes.size()) * 4 + 4, '\0');  // no encoding makes more of a byte
    std::int64_t bad = 0, firstLine = -1;
    auto* from = const_cast<char*>(bytes.data());  // iconv's old signature; it does not write
    std::size_t left = bytes.size();
    while (left > 0) {
        if (!report(progress, 1 - static_cast<double>(left) / static_cast<double>(bytes.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        char* to = buffer.data();
        std::size_t room = buffer.size();
        std::size_t piece = std::min(left, kPiece);
        const std::size_t before = piece;
        const std::size_t answer = iconv(converter.handle, &from, &piece, &to, &room);
        const int problem = answer == static_cast<std::size_t>(-1) ? errno : 0;
        left -= before - piece;
        out.append(buffer.data(), static_cast<std::size_t>(to - buffer.data()));
        const bool cutAtPiece = problem == EINVAL && left > piece;  // a character goes on in the next piece
        if (problem == 0 || problem == E2BIG || cutAtPiece) continue;
        if (bad++ == 0) firstLine = 1 + std::count(out.begin(), out.end(), '\n');
        out += kReplacement;
        const std::size_t skip = std::min<std::size_t>(left, wide ? 2 : 1);
        from += skip;
        left -= skip;
    }
    if (bad > 0)
        warnings.push_back(
            {firstLine,
             {GATELAB_TEXT(
                  "Reading",
                  "%1 characters are not valid in this encoding (the first is in this line); they are shown as "
                  "\xEF\xBF\xBD. Choose another encoding if texts look wrong"),
              {bad}}});
    return out;
}

}  // namespace

bool isUtf8(std::string_view bytes) { return firstInvalidUtf8(bytes) >= bytes.size(); }

CsvEncoding guessEncoding(std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) return {"utf-8", 3, true, {}};
    if (bytes.starts_with("\xFF\xFE")) return {"utf-16le", 2, true, {}};
    if (bytes.starts_with("\xFE\xFF")) return {"utf-16be", 2, true, {}};
    const std::string_view head = bytes.substr(0, kPiece);
    std::size_t zeros[2] = {0, 0};
    for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0' ? 1 : 0;
    // Latin letters and digits in UTF-16 have a zero in every second byte, always on the same side.
    if (zeros[1] > head.size() / 5 && zeros[0] * 20 < zeros[1]) return {"utf-16le", 0, true, {}};
    if (zeros[0] > head.size() / 5 && zeros[1] * 20 < zeros[0]) return {"utf-16be", 0, true, {}};
    const std::size_t invalid = firstInvalidUtf8(bytes);
    if (invalid >= bytes.size()) return {"utf-8", 0, true, {}};
    // A character cut off at the very end is a cut file, not another encoding.
    if (bytes.size() - invalid < 4 && static_cast<unsigned char>(bytes[invalid]) >= 0xC2 &&
        std::any_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(invalid),
                    [](char c) { return (c & 0x80) != 0; }))
        return {"utf-8", 0, false, "cp1252"};
    if (cyrillicShare(bytes) > 0.5) return {"cp1251", 0, false, "gb18030"};
    const bool isPaired = gbShare(bytes) > 0.45;
    if (CodePageGuess page = guessCodePage(bytes); !page.key.empty())
        return {page.key, 0, false, isPaired ? "gb18030" : "cp1252"};
    if (isPaired) return {"gb18030", 0, false, "cp1252"};
    return {"cp1252", 0, false, "latin-1"};
}

namespace {

/// The bytes above 127 and what they can be.
struct HighBytes {
    std::int64_t all = 0;
    std::int64_t ofUtf8 = 0;     ///< in whole characters of UTF-8
    std::int64_t ofWestern = 0;  ///< letters and marks of cp1252 beside ASCII, as words have them
    std::int64_t ofControl = 0;  ///< 128 to 159: control characters of Latin-1
};

HighBytes countHigh(std::string_view text) {
    constexpr std::string_view kUnassigned = "\x81\x8D\x8F\x90\x9D";
    HighBytes counts;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::size_t length = std::max<std::size_t>(1, utf8Length(text, at));
        if (byte >= 0x80) {
            counts.all += static_cast<std::int64_t>(length);
            counts.ofUtf8 += length > 1 ? static_cast<std::int64_t>(length) : 0;
        }
        for (std::size_t i = at; byte >= 0x80 && i < at + length; ++i) {
            const auto each = static_cast<unsigned char>(text[i]);
            const bool isAlone = i + 1 >= text.size() || static_cast<unsigned char>(text[i + 1]) < 0x80;
            counts.ofControl += each < 0xA0 ? 1 : 0;
            counts.ofWestern += isAlone && kUnassigned.find(text[i]) == std::string_view::npos ? 1 : 0;
        }
        at += length;
    }
    return counts;
}

}  // namespace

std::vector<ReadCandidate> weighEncodings(std::string_view bytes, const CsvEncoding& guess) {
    if (guess.bomBytes > 0)
        return {{guess.key, 1, GATELAB_TEXT("Guess", "the file begins with the byte order mark of this encoding")}};
    if (guess.key.starts_with("utf-16"))
        return {{guess.key, 1, GATELAB_TEXT("Guess", "every second byte of most characters is 0")}};
    const std::string_view head = bytes.substr(0, kPiece);
    const bool isAscii = std::ranges::none_of(head, [](char c) { return (c & 0x80) != 0; });
    const HighBytes high = isAscii ? HighBytes() : countHigh(head);
    if (isAscii) return {{"utf-8", 1, GATELAB_TEXT("Guess", "there are only characters of ASCII")}};
    const auto share = [&](std::int64_t some) { return static_cast<double>(some) / static_cast<double>(high.all); };
    // By chance, up to half of the bytes of another encoding are whole characters of UTF-8.
    const double utf8 = std::max(0.0, 2 * share(high.ofUtf8) - 1);
    const double cyrillic = cyrillicShare(head), chinese = gbShare(head) * (1 - cyrillic);
    std::vector<ReadCandidate> weighed = {
        {"utf-8",
         utf8,
         {GATELAB_TEXT("Guess", "%1 of %2 bytes beyond ASCII are in whole characters of it"), {high.ofUtf8, high.all}}},
        {"gb18030",
         chinese * (1 - utf8),
         {GATELAB_TEXT("Guess", "%1 % of the bytes beyond ASCII are in pairs of common Chinese characters"),
          {std::to_string(std::llround(100 * chinese))}}},
        {"cp1252",
         share(high.ofWestern) * (1 - utf8),
         {GATELAB_TEXT("Guess", "%1 of %2 bytes beyond ASCII stand alone in words, as Western letters do"),
          {high.ofWestern, high.all}}},
        {"latin-1",
         share(std::max<std::int64_t>(0, high.ofWestern - high.ofControl)) * (1 - utf8) * 0.9,
         {GATELAB_TEXT("Guess", "as cp1252, but %1 bytes are control characters in it"), {high.ofControl}}}};
    if (cyrillic > 0)
        weighed.push_back({"cp1251",
                           cyrillic * (1 - utf8),
                           {GATELAB_TEXT("Guess", "%1 % of the bytes beyond ASCII are letters of Cyrillic words"),
                            {std::to_string(std::llround(100 * cyrillic))}}});
    if (CodePageGuess page = guessCodePage(head); page.key == guess.key) {
        constexpr double kHalf = 0.5;
        for (ReadCandidate& each : weighed) each.score *= kHalf;
        weighed.push_back({page.key, 1 - utf8, std::move(page.reason)});
    }
    return weighed;
}

Result<std::string> toUtf8(std::string bytes, const CsvEncoding& encoding, std::vector<ReadWarning>& warnings,
                           const Progress& progress) {
    if (encoding.key == "utf-8") {
        if (encoding.bomBytes > 0) bytes.erase(0, encoding.bomBytes);
        if (firstInvalidUtf8(bytes) >= bytes.size()) return bytes;
        return withReplacements(bytes, &warnings);
    }
    return convert(std::string_view(bytes).substr(std::min(encoding.bomBytes, bytes.size())), encoding, warnings,
                   progress);
}

std::string decodeLeniently(std::string_view bytes) {
    const CsvEncoding encoding = guessEncoding(bytes);
    std::vector<ReadWarning> ignored;
    const auto text = toUtf8(std::string(bytes), encoding, ignored);
    return text ? *text : withReplacements(bytes, nullptr);
}

std::string cutText(std::string_view text, std::size_t longest) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (characters++ == longest) return out + "\xE2\x80\xA6";
        const std::size_t length = std::max<std::size_t>(1, utf8Length(text, at));
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x20 && byte != '\t')
            out += ' ';
        else if (length == 1 && byte >= 0x80)
            out += kReplacement;
        else
            out += text.substr(at, length);
        at += length;
    }
    return out;
}

}  // namespace gatelab
