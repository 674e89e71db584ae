// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/run_facts.h"

#include "io/phrase_json.h"
#include "run/run_event_json.h"
#include "store/record/packed_values.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace gatelab {
namespace {

using With = RunFact::With;

template <auto kMember>
using Type = std::remove_cvref_t<decltype(std::declval<RunSummary>().*kMember)>;

template <auto kMember>
void copyMember(const RunSummary& from, RunSummary& to) {
    to.*kMember = from.*kMember;
}

/// A member that is kept as it is: text, number, integer or yes and no.
template <auto kMember>
constexpr RunFact plain(const char* key, With with, unsigned places) {
    using T = Type<kMember>;
    using Kept = std::conditional_t<std::is_integral_v<T>, std::int64_t, T>;
    return {key,
            with,
            places,
            std::is_same_v<Kept, std::int64_t> ? 0U
            : std::is_same_v<Kept, double>     ? 1U
                                               : 2U,
            [](const RunSummary& run) -> FactValue { return static_cast<Kept>(run.*kMember); },
            [](RunSummary& run, FactValue value) {
                if (Kept* kept = std::get_if<Kept>(&value)) run.*kMember = static_cast<T>(std::move(*kept));
            },
            copyMember<kMember>};
}

/// A member that is kept as a text.
template <auto kMember, auto kPack, auto kUnpack>
constexpr RunFact packed(const char* key, With with, unsigned places) {
    return {key,
            with,
            places,
            2,  // a text
            [](const RunSummary& run) -> FactValue { return std::string(kPack(run.*kMember)); },
            [](RunSummary& run, FactValue value) {
                if (std::string* text = std::get_if<std::string>(&value)) kUnpack(run.*kMember, std::move(*text));
            },
            copyMember<kMember>};
}

/// Unpacked when it is looked at.
template <auto kMember, auto kPack, auto kUnpack>
constexpr RunFact lazy(const char* key, With with, unsigned places) {
    constexpr auto pack = [](const Type<kMember>& value) { return kPack(*value); };
    constexpr auto unpack = [](Type<kMember>& value, std::string text) { value = {std::move(text), kUnpack}; };
    return packed<kMember, pack, unpack>(key, with, places);
}

void takeState(RunState& state, const std::string& text) {
    if (const auto known = runStateFromName(text)) state = *known;
}
void takePhrase(Phrase& phrase, const std::string& text) { phrase = phraseFromText(text); }
void takeChanges(std::vector<RunChange>& changes, const std::string& text) { changes = unpackRunChanges(text); }

using S = RunSummary;
using F = RunFact;
constexpr unsigned kBoth = F::kRecord | F::kManifest;

constexpr RunFact kFacts[] = {
    plain<&S::number>("number", With::All, kBoth),
    plain<&S::name>("name", With::Edits, F::kRecord),
    plain<&S::parent>("parent", With::All, kBoth),
    plain<&S::branchStep>("branch_step", With::All, kBoth),
    plain<&S::startWeights>("start_weights", With::All, F::kRecord | F::kManifestIfAny),
    packed<&S::state, runStateName, takeState>("state", With::Progress, kBoth | F::kWatched),
    plain<&S::created>("created", With::All, kBoth),
    plain<&S::ended>("ended", With::Progress, F::kRecord),
    plain<&S::seconds>("seconds", With::Progress, kBoth | F::kWatched),
    plain<&S::step>("step", With::Progress, kBoth | F::kWatched),
    plain<&S::epoch>("epoch", With::Progress, kBoth | F::kWatched),
    plain<&S::epochs>("epochs", With::Progress, F::kRecord),
    plain<&S::bestValidation>("best", With::Progress, kBoth | F::kWatched),
    plain<&S::bestEpoch>("best_epoch", With::Progress, kBoth | F::kWatched),
    plain<&S::colour>("colour", With::Edits, F::kRecord),
    plain<&S::starred>("starred", With::Edits, F::kRecord),
    plain<&S::archived>("archived", With::Edits, F::kRecord),
    plain<&S::tags>("tags", With::Edits, F::kRecord),
    plain<&S::note>("note", With::Edits, F::kRecord),
    plain<&S::dataName>("data_name", With::All, kBoth),
    plain<&S::bytes>("bytes", With::Progress, F::kIndexOnly),
    packed<&S::problem, phraseToText, takePhrase>("problem", With::All, F::kIndexOnly),
    plain<&S::isUnread>("unread", With::All, F::kIndexOnly),
    lazy<&S::config, packConfig, unpackConfig>("config", With::All, F::kIndexOnly),
    packed<&S::changes, packRunChanges, takeChanges>("changes", With::All, F::kIndexOnly),
    lazy<&S::lastValues, packValues, unpackValues>("last", With::Progress, F::kWatched),  // the record: metric_keys
    lazy<&S::bestValues, packValues, unpackValues>("best_values", With::Progress, F::kRecord | F::kWatched),
    lazy<&S::keptValues, packValues, unpackValues>("kept_values", With::Progress, F::kRecord | F::kWatched),
    lazy<&S::scores, packScores, unpackScores>("scores", With::Progress, F::kIndexOnly),  // the record: scores
};

}  // namespace

std::span<const RunFact> runFacts() { return kFacts; }

const RunFact* findRunFact(std::string_view key) {
    const auto found = std::ranges::find(kFacts, key, &RunFact::key);
    return found == std::end(kFacts) ? nullptr : &*found;
}

const char* factType(const RunFact& fact) {
    constexpr const char* kTypes[] = {"INTEGER", "REAL", "TEXT"};
    return kTypes[fact.kind];
}

FactValue factIn(const DatabaseRow& row, int column, const RunFact& fact) {
    switch (fact.kind) {
        case 0:
            return row.integer(column);
        case 1:
            return row.number(column);
        default:
            return row.text(column);
    }
}

std::string recordKeys(RunFact::With with) {
    std::string keys;
    for (const RunFact& fact : kFacts)
        if (fact.with == with && (fact.places & RunFact::kRecord) != 0)
            keys += std::string(keys.empty() ? "'" : ", '") + fact.key + "'";
    return keys;
}

void copyEdits(const RunSummary& from, RunSummary& to) {
    for (const RunFact& fact : kFacts)
        if (fact.with == With::Edits) fact.copy(from, to);
}

void copyWatched(const RunSummary& from, RunSummary& to) {
    for (const RunFact& fact : kFacts)
        if ((fact.places & RunFact::kWatched) != 0) fact.copy(from, to);
}

void FactValues::addFacts(const RunSummary& run) {
    for (const RunFact& fact : kFacts) add(fact.get(run));
}

void FactValues::addFacts(const RunSummary& run, RunFact::With with) {
    for (const RunFact& fact : kFacts)
        if (fact.with == with) add(fact.get(run));
}

DatabaseValue boundValue(const FactValue& value) {
    return std::visit([](const auto& kept) { return DatabaseValue(kept); }, value);
}

std::vector<DatabaseValue> FactValues::bound() const {
    std::vector<DatabaseValue> bound;
    bound.reserve(values_.size());
    for (const FactValue& value : values_) bound.push_back(boundValue(value));
    return bound;
}

}  // namespace gatelab
