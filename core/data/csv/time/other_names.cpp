// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/layout/layout.h"
#include "data/csv/time/times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

namespace gatelab {
namespace {

/// The words of a name in small letters: "totalSales_2 (kWh)" has total, sales and kwh.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words(1);
    char before = ' ';
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isLetter = std::isalpha(byte) != 0 || byte >= 0x80;
        const bool begins = std::isupper(byte) != 0 && std::islower(static_cast<unsigned char>(before)) != 0;
        if ((!isLetter || begins) && !words.back().empty()) words.emplace_back();
        if (isLetter) words.back() += static_cast<char>(byte < 0x80 ? std::tolower(byte) : c);
        before = c;
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

bool isTimeWord(const std::string& word) {
    static const std::set<std::string> kWords = {
        "time",  "times", "date",  "dates", "datetime", "timestamp", "stamp", "stamps", "ts",    "epoch", "unix",
        "day",   "days",  "hour",  "hours", "week",     "month",     "year",  "datum",  "zeit",  "fecha", "hora",
        "heure", "jour",  "clock", "utc",   "datenum",  "julian",    "jd",    "mjd",    "ticks", "moment"};
    return kWords.contains(word);
}

bool isOtherWord(const std::string& word) {
    static const std::set<std::string> kWords = {
        // Money and counts
        "sale", "sales", "sold", "price", "prices", "cost", "costs", "amount", "total", "totals", "sum", "revenue",
        "income", "profit", "budget", "balance", "value", "values", "val", "count", "counts", "cnt", "qty", "quantity",
        "volume", "stock", "inventory", "orders", "units", "users", "visitors", "visits", "clicks", "views", "calls",
        "passengers", "population", "score", "points", "cumulative", "cum", "umsatz", "preis", "betrag", "menge",
        "anzahl", "summe", "gesamt", "wert", "bestand", "ventas", "precio", "valor", "cantidad", "importe", "prix",
        "ventes", "quantite", "quantit\u00E9", "valeur", "montant",
        // Quantities
        "load", "power", "energy", "demand", "consumption", "production", "generation", "usage", "kwh", "mwh", "gwh",
        "wh", "kw", "mw", "temp", "temperature", "humidity", "pressure", "speed", "flow", "level", "weight", "mass",
        "length", "distance", "height", "width", "depth", "altitude", "elevation", "mileage", "odometer", "voltage",
        "current", "torque", "rpm", "meter", "reading", "verbrauch", "leistung", "energie", "temperatur", "druck",
        "strom", "spannung", "z\u00E4hler", "zaehler", "zaehlerstand", "z\u00E4hlerstand", "strecke"};
    static constexpr std::string_view kChinese[] = {"\u9500",       "\u4EF7",       "\u91D1\u989D", "\u6570\u91CF",
                                                    "\u603B",       "\u8D1F\u8377", "\u529F\u7387", "\u6E29\u5EA6",
                                                    "\u7535\u91CF", "\u7F16\u53F7", "\u4EA7\u91CF", "\u8BA1\u6570"};
    return kWords.contains(word) ||
           std::ranges::any_of(kChinese, [&](std::string_view part) { return word.find(part) != std::string::npos; });
}

bool isIdentifierWord(const std::string& word) {
    static const std::set<std::string> kWords = {"id",      "ids",     "uid",  "uuid",     "key",     "code",
                                                 "sku",     "zip",     "plz",  "ean",      "phone",   "postcode",
                                                 "barcode", "account", "isbn", "customer", "invoice", "ticket"};
    return kWords.contains(word);
}

bool isUnitOfTime(std::string_view unit) {
    static const std::set<std::string> kUnits = {"s",    "sec",   "secs", "second", "seconds", "ms",  "us",  "\u00B5s",
                                                 "ns",   "min",   "mins", "minute", "minutes", "h",   "hr",  "hrs",
                                                 "hour", "hours", "d",    "day",    "days",    "utc", "gmt", "local"};
    return kUnits.contains(lowered(unit));
}

}  // namespace

bool namesOtherThanTime(const std::string& name) {
    if (isTimeName(name) || endsLikeTime(name)) return false;
    const std::vector<std::string> words = wordsOf(name);
    if (std::ranges::any_of(words, isTimeWord)) return false;
    const std::string unit = unitOfName(name);
    const bool hasOtherUnit = !unit.empty() && !isUnitOfTime(unit);
    return hasOtherUnit || std::ranges::any_of(words, isOtherWord) || std::ranges::any_of(words, isIdentifierWord);
}

bool namesIdentifier(const std::string& name) { return std::ranges::any_of(wordsOf(name), isIdentifierWord); }

}  // namespace gatelab
