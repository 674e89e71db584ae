// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text/code_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace gatelab {
namespace {

unsigned byteAt(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
}
bool within(unsigned byte, unsigned first, unsigned last) { return byte >= first && byte <= last; }
bool isAsciiLetter(unsigned byte) { return within(byte | 0x20u, 'a', 'z'); }

/// Pairs of bytes, the first of them above 127.
struct Pairs {
    std::size_t all = 0, typical = 0, highTails = 0, neighbours = 0;
    bool isSound = true;  ///< no byte above 127 that cannot be there
};

/// Shift-JIS: kana and the frequent characters begin with 81 to 9F, which are control characters or marks elsewhere;
/// their second byte is above 127 in about every other one. A1 to DF alone are narrow kana.
Pairs japanesePairs(std::string_view text) {
    Pairs pairs;
    std::size_t last = std::string_view::npos;
    for (std::size_t at = 0; at < text.size();) {
        const unsigned lead = byteAt(text, at), tail = byteAt(text, at + 1);
        if (lead < 0x80 || within(lead, 0xA1, 0xDF)) {
            at += 1;
            continue;
        }
        const bool isPair =
            (within(lead, 0x81, 0x9F) || within(lead, 0xE0, 0xFC)) && within(tail, 0x40, 0xFC) && tail != 0x7F;
        pairs.isSound = pairs.isSound && (isPair || at + 1 >= text.size());
        pairs.all += 1;
        pairs.typical += within(lead, 0x81, 0x9F) ? 1 : 0;
        pairs.highTails += within(lead, 0x81, 0x9F) && tail >= 0x80 ? 1 : 0;
        pairs.neighbours += last == at ? 1 : 0;
        at += 2;
        last = at;
    }
    return pairs;
}

bool isJapanese(std::string_view text) {
    const Pairs pairs = japanesePairs(text);
    // Marks of Western texts, such as the apostrophe 92, stand before a letter of ASCII and alone.
    return pairs.isSound && pairs.all >= 2 && pairs.typical * 5 >= pairs.all * 4 &&
           pairs.highTails * 5 >= pairs.typical && pairs.neighbours > 0;
}

/// Big5: A4 to C6 begin the frequent characters, of which GB2312 has kana and no letters below B0; their second byte is
/// one of ASCII in about every third. Marks of Western texts stand alone before a letter, each time the same ones, as
/// in °C and µs: of the different pairs some stand side by side, and some end above 127.
bool isTraditionalChinese(std::string_view text) {
    constexpr std::size_t kPairs = 0x10000;
    std::size_t all = 0, frequent = 0, foreign = 0, last = std::string_view::npos;
    std::vector<bool> seen(kPairs), besideOthers(kPairs);
    std::size_t pairBefore = 0;
    bool endsHigh = false;
    for (std::size_t at = 0; at < text.size();) {
        const unsigned lead = byteAt(text, at), tail = byteAt(text, at + 1);
        if (lead < 0x80) {
            at += 1;
            continue;
        }
        if (!within(lead, 0xA1, 0xF9) || !(within(tail, 0x40, 0x7E) || within(tail, 0xA1, 0xFE))) return false;
        all += 1;
        frequent += within(lead, 0xA4, 0xC6) ? 1 : 0;
        foreign += within(lead, 0xA4, 0xAF) || (within(lead, 0xB0, 0xC6) && tail < 0x80) ? 1 : 0;
        endsHigh = endsHigh || tail >= 0xA1;
        seen[lead << 8 | tail] = true;
        if (last == at) besideOthers[pairBefore] = besideOthers[lead << 8 | tail] = true;
        pairBefore = lead << 8 | tail;
        at += 2;
        last = at;
    }
    const auto different = std::ranges::count(seen, true), neighbours = std::ranges::count(besideOthers, true);
    return all >= 2 && frequent * 10 >= all * 9 && foreign * 4 >= all && endsHigh && neighbours * 4 >= different;
}

/// EUC-KR: syllables from B0 to C8 alone, and more of the frequent ones of tables than of the frequent Chinese
/// characters, which are other pairs of the same bytes.
bool isKorean(std::string_view text) {
    // 일시자날짜간년월오전후력온도습기량값사용합계시장가
    static constexpr std::uint16_t kKorean[] = {0xC0CF, 0xBDC3, 0xC0DA, 0xB3AF, 0xC2A5, 0xB0A3, 0xB3E2, 0xBFF9,
                                                0xBFC0, 0xC0FC, 0xC8C4, 0xB7C2, 0xBFC2, 0xB5B5, 0xBDC0, 0xB1E2,
                                                0xB7AE, 0xB0AA, 0xBBE7, 0xBFEB, 0xC7D5, 0xB0E8, 0xC0E5, 0xB0A1};
    // 时间日期年月温度负荷电量数值名称功率价格
    static constexpr std::uint16_t kChinese[] = {0xCAB1, 0xBCE4, 0xC8D5, 0xC6DA, 0xC4EA, 0xD4C2, 0xCEC2,
                                                 0xB6C8, 0xB8BA, 0xBAC9, 0xB5E7, 0xC1BF, 0xCAFD, 0xD6B5,
                                                 0xC3FB, 0xB3C6, 0xB9A6, 0xC2CA, 0xBCDB, 0xB8F1};
    std::size_t all = 0, syllables = 0, korean = 0, chinese = 0;
    for (std::size_t at = 0; at < text.size();) {
        const unsigned lead = byteAt(text, at), tail = byteAt(text, at + 1);
        if (lead < 0x80) {
            at += 1;
            continue;
        }
        if (!within(lead, 0xA1, 0xFD) || !within(tail, 0xA1, 0xFE)) return false;
        const auto pair = static_cast<std::uint16_t>(lead << 8 | tail);
        all += 1;
        syllables += within(lead, 0xB0, 0xC8) ? 1 : 0;
        korean += std::ranges::find(kKorean, pair) != std::end(kKorean) ? 1 : 0;
        chinese += std::ranges::find(kChinese, pair) != std::end(kChinese) ? 1 : 0;
        at += 2;
    }
    return all >= 2 && syllables * 20 >= all * 19 && korean > 0 && korean > 2 * chinese;
}

/// Bytes of `letters` that stand between letters of ASCII, or between one and another of them; not the mark of m³h.
std::size_t insideWords(std::string_view text, std::string_view letters) {
    std::size_t found = 0;
    for (std::size_t at = 1; at + 1 < text.size(); ++at) {
        if (byteAt(text, at) < 0x80) continue;
        if (letters.find(text[at]) == std::string_view::npos) continue;
        if (text[at] == '\xB3' && (byteAt(text, at - 1) | 0x20u) == 'm') continue;
        const auto isLetter = [&](std::size_t i) { return isAsciiLetter(byteAt(text, i)) || byteAt(text, i) >= 0xC0; };
        found += isLetter(at - 1) && isLetter(at + 1) ? 1 : 0;
    }
    return found;
}

/// ı twice in one word, as vowels of Turkish follow each other: sıcaklık.
bool repeatsDotless(std::string_view text) {
    bool isWord = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const unsigned byte = byteAt(text, at);
        const bool isDotless = byte == 0xFD && insideWords(text.substr(at - (at > 0 ? 1 : 0), 3), "\xFD") > 0;
        if (isDotless && isWord) return true;
        isWord = isDotless || (isWord && (isAsciiLetter(byte) || byte >= 0xC0));
    }
    return false;
}

/// ı beside ğ ş İ Ş, or those beside ü ç: in Windows-1252 the first are letters of Icelandic, which has others beside
/// them and no ü and ç. ı alone is the ý of other languages, ğ alone an ð.
bool isTurkish(std::string_view text) {
    if (insideWords(text, "\xE1\xE9\xED\xF3\xFA\xE6") > 0) return false;
    const bool isMarked = insideWords(text, "\xF0\xFE\xDD\xDE\xD0") > 0;
    const bool isTyped = isMarked && (insideWords(text, "\xFD") > 0 || insideWords(text, "\xFC\xE7\xDC\xC7") > 0);
    return isTyped || repeatsDotless(text);
}

}  // namespace

CodePageGuess guessCodePage(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (isJapanese(bytes))
        return {"shift-jis",
                GATELAB_TEXT("Guess", "its pairs of bytes begin as those of Japanese characters do (81 to 9F)")};
    if (isKorean(bytes))
        return {"euc-kr", GATELAB_TEXT("Guess", "its pairs of bytes are Korean syllables that tables often have")};
    if (isTraditionalChinese(bytes))
        return {"big5", GATELAB_TEXT("Guess", "its pairs of bytes are those of traditional Chinese characters")};
    // ą ł ż ľ ť Ż; in Windows-1252 they are marks, which stand in no word
    // and zł, the currency
    if (insideWords(bytes, "\xB9\xB3\xBF\xBE\x9D\xA3\xAF\xA5"sv) > 0 ||
        bytes.find(" z\xB3"sv) != std::string_view::npos || bytes.find("\xA0z\xB3"sv) != std::string_view::npos)
        return {"cp1250",
                GATELAB_TEXT("Guess", "letters of Central European words stand where Windows-1252 has marks")};
    if (isTurkish(bytes))
        return {"cp1254",
                GATELAB_TEXT("Guess", "letters of Turkish words stand where Windows-1252 has Icelandic ones")};
    return {};
}

}  // namespace gatelab
