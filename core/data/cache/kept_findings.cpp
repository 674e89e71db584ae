// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cache/kept_findings.h"

#include "data/cache/column_cache.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "io/phrase_json.h"

#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWord = "findings";

struct Findings {
    std::vector<DataFinding> all;
};

struct Format : JsonFormat<Json> {
    template <class T>
    static Json toJson(const T& phrase) requires std::is_same_v<T, Phrase> {
        return phraseToJson(phrase);
    }
    static bool fromJson(const Json& json, Phrase& phrase) { return phraseFromJson(json, phrase); }
    template <class T>
    static Json toJson(const T& value) requires std::is_enum_v<T> {
        return static_cast<int>(value);
    }
    template <class T>
    static bool fromJson(const Json& json, T& value) requires std::is_enum_v<T> {
        value = static_cast<T>(json.get<int>());
        return true;
    }
    template <class T>
    static Json toJson(const T& number) requires std::is_same_v<T, double> {
        return std::isnan(number) ? Json() : Json(number);
    }
    static bool fromJson(const Json& json, double& number) {
        number = json.is_null() ? std::nan("") : json.get<double>();
        return true;
    }
};

void visitMembers(auto& v, Either<RowRange> auto& r) { v("begin", r.begin), v("end", r.end); }
void visitMembers(auto& v, Either<DataFinding> auto& f) {
    v("severity", f.severity), v("code", f.code), v("column", f.column), v("first", f.firstRow), v("last", f.lastRow);
    v("rows", f.rows), v("message", f.message), v("recipe", f.recipe), v("before", f.before), v("after", f.after);
    v("places", f.places), v("setting", f.setting), v("value", f.value);
}
void visitMembers(auto& v, Either<Findings> auto& f) { v("findings", f.all); }

std::optional<std::vector<DataFinding>> keptFindings(const ColumnCache& cache, const Series& series) {
    const auto text = cache.beside(series, kWord);
    if (!text) return std::nullopt;
    try {
        return MemberReader<Format>::as<Findings>(parseJson<Json>(*text)).all;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

}  // namespace

std::vector<DataFinding> examineOnce(const Series& series) {
    const ColumnCache* const cache = columnCache();
    if (cache == nullptr) return examine(series);
    if (auto kept = keptFindings(*cache, series)) return std::move(*kept);
    Findings found{examine(series)};
    try {
        cache->keepBeside(series, kWord, MemberWriter<Format>::toJson(found).dump());
    } catch (const Json::exception&) {
        // The name of a column is no UTF-8, as damaged files have it: then they are looked for again.
    }
    return std::move(found.all);
}

}  // namespace gatelab
