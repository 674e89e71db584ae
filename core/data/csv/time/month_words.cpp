// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/month_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace gatelab::time_text {
namespace {

/// In lower case: English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Finnish, Polish, Czech,
/// Hungarian, Romanian, Turkish, Indonesian, Russian, Ukrainian, Greek, Chinese; with the forms that stand in dates.
constexpr std::array<std::string_view, 12> kMonths = {
    "january jan januar jänner jän janvier janv enero ene gennaio gen janeiro januari tammikuuta tammi styczeń "
    "stycznia "
    "sty leden ledna led január ianuarie ian ocak oca январь января янв січень січня січ ιανουαρίου ιαν 一月",
    "february feb februar feber février févr fév fevrier fevr febrero febbraio febb fevereiro fev februari helmikuuta "
    "helmi luty lutego lut únor února úno február februarie şubat şub subat sub февраль февраля февр фев лютий лютого "
    "лют φεβρουαρίου φεβ 二月",
    "march mar märz mär mrz maerz mars marzo março marco maart mrt marts maaliskuuta maalis marzec marca březen března "
    "bře március márc martie mart maret март марта мар березень березня бер μαρτίου μαρ 三月",
    "april apr avril avr abril abr aprile huhtikuuta huhti kwiecień kwietnia kwi duben dubna dub április ápr aprilie "
    "nisan nis апрель апреля апр квітень квітня кві απριλίου απρ 四月",
    "may mai mayo maggio mag maio mei maj toukokuuta touko maja květen května kvě május máj mayıs май мая травень "
    "травня тра μαΐου μάιος μαΐ μαϊ 五月",
    "june jun juni juin junio giugno giu junho kesäkuuta kesä czerwiec czerwca cze červen června čvn június jún iunie "
    "iun haziran haz июнь июня июн червень червня чер ιουνίου ιουν 六月",
    "july jul juli juillet juil julio luglio lug julho heinäkuuta heinä lipiec lipca lip červenec července čvc július "
    "júl iulie iul temmuz tem июль июля июл липень липня лип ιουλίου ιουλ 七月",
    "august aug août aout agosto ago agos augustus augusti elokuuta elo sierpień sierpnia sie srpen srpna srp "
    "augusztus "
    "ağustos ağu agustos agu agustus август августа авг серпень серпня сер αυγούστου αυγ 八月",
    "september sep sept septembre septiembre setiembre set settembre sett setembro syyskuuta syys wrzesień września "
    "wrz "
    "září zář szeptember szept septembrie eylül eyl eylul сентябрь сентября сент сен вересень вересня вер σεπτεμβρίου "
    "σεπ 九月",
    "october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta loka październik października paź říjen "
    "října říj október octombrie ekim eki октябрь октября окт жовтень жовтня жов οκτωβρίου οκτ 十月",
    "november nov novembre noviembre novembro marraskuuta marras listopad listopada listopadu lis noiembrie noi kasım "
    "kas kasim ноябрь ноября нояб ноя листопад листопада νοεμβρίου νοε 十一月",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro desember des joulukuuta joulu "
    "grudzień grudnia gru prosinec prosince pro decembrie aralık ara aralik декабрь декабря дек грудень грудня гру "
    "δεκεμβρίου δεκ 十二月"};
constexpr std::string_view kWeekdays =
    "monday mon tuesday tue wednesday wed thursday thu friday fri saturday sat sunday sun "
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so lundi mardi mercredi "
    "jeudi vendredi samedi dimanche lun mer jeu ven sam dim "
    "lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica "
    "segunda terça quarta quinta sexta "
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo "
    "понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс "
    "星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 周六 周日";

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
unsigned char byteAt(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

/// The letter of two bytes of UTF-8 at `at`, small; 0: none stands there.
unsigned smallLetter(std::string_view text, std::size_t at) {
    const unsigned lead = byteAt(text, at), tail = byteAt(text, at + 1);
    if (lead < 0xC3 || lead > 0xD3 || (tail & 0xC0u) != 0x80u) return 0;
    const unsigned c = (lead & 0x1Fu) << 6 | (tail & 0x3Fu);
    const auto within = [c](unsigned first, unsigned last) { return c >= first && c <= last; };
    if (within(0xC0, 0xDE) && c != 0xD7) return c + 0x20;
    if ((within(0x100, 0x137) || within(0x14A, 0x177)) && c % 2 == 0) return c + 1;
    if ((within(0x139, 0x148) || within(0x179, 0x17E)) && c % 2 == 1) return c + 1;
    if (within(0x391, 0x3A9) || within(0x410, 0x42F)) return c + 0x20;
    if (within(0x400, 0x40F)) return c + 0x50;
    return c;
}

struct Word {
    std::string_view text;
    int month = 0;
};

/// Words by the first byte with which a text in any case may begin; longer ones first, for some begin others.
class WordIndex {
public:
    void add(std::string_view words, int month) {
        while (!words.empty()) {
            const std::size_t end = std::min(words.find(' '), words.size());
            const std::string_view word = words.substr(0, end);
            words.remove_prefix(std::min(end + 1, words.size()));
            const unsigned char first = byteAt(word, 0);
            lists_[first].push_back({word, month});
            // Capitals of the second half of Greek and Cyrillic begin as small ones of the first half do.
            if (first == 0xCF || first == 0xD1) lists_[static_cast<std::size_t>(first - 1)].push_back({word, month});
        }
    }
    void sort() {
        for (auto& list : lists_)
            std::ranges::stable_sort(list, [](const Word& a, const Word& b) { return a.text.size() > b.text.size(); });
    }
    [[nodiscard]] Word find(std::string_view text) const {
        const unsigned char first = byteAt(text, 0);
        for (const Word& word : lists_[first < 0x80 ? static_cast<unsigned char>(std::tolower(first)) : first])
            if (startsWithWord(text, word.text)) return word;
        return {};
    }

private:
    std::array<std::vector<Word>, 256> lists_;
};

const WordIndex& months() {
    static const WordIndex index = [] {
        WordIndex made;
        for (std::size_t m = 0; m < kMonths.size(); ++m) made.add(kMonths[m], static_cast<int>(m) + 1);
        made.sort();
        return made;
    }();
    return index;
}

const WordIndex& weekdays() {
    static const WordIndex index = [] {
        WordIndex made;
        made.add(kWeekdays, 0);
        made.sort();
        return made;
    }();
    return index;
}

}  // namespace

bool startsWithWord(std::string_view text, std::string_view lower) {
    for (std::size_t i = 0; i < lower.size(); ++i) {
        if (const unsigned letter = smallLetter(lower, i); letter != 0) {
            if (smallLetter(text, i) != letter) return false;
            ++i;  // it has two bytes
            continue;
        }
        const unsigned char byte = byteAt(text, i);
        if ((byte < 0x80 ? std::tolower(byte) : byte) != static_cast<unsigned char>(lower[i])) return false;
    }
    const std::size_t last = lower.size() - std::min<std::size_t>(lower.size(), 2);
    const bool endsInLetter = !lower.empty() && (isLetter(lower.back()) || smallLetter(lower, last) != 0);
    const char next = lower.size() < text.size() ? text[lower.size()] : '\0';
    return !(isLetter(next) && endsInLetter) && smallLetter(text, lower.size()) == 0;
}

MonthWord monthAt(std::string_view text) {
    const Word word = months().find(text);
    return {word.month, word.text.size()};
}

std::size_t weekdayAt(std::string_view text) { return weekdays().find(text).text.size(); }

}  // namespace gatelab::time_text
