// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "data/synthetic/synthetic_members.h"

#include <array>
#include <string_view>
#include <utility>

namespace gatelab::synthetic {
namespace {

/// A word with its singular and its plural.
struct Inflected {
    const char* forms[2];
};
constexpr std::array kNouns = {Inflected{{"cat", "cats"}},       Inflected{{"teacher", "teachers"}},
                               Inflected{{"river", "rivers"}},   Inflected{{"engine", "engines"}},
                               Inflected{{"child", "children"}}, Inflected{{"lamp", "lamps"}},
                               Inflected{{"pilot", "pilots"}},   Inflected{{"house", "houses"}}};
constexpr std::array kVerbs = {Inflected{{"is", "are"}}, Inflected{{"was", "were"}}, Inflected{{"looks", "look"}},
                               Inflected{{"seems", "seem"}}};
constexpr std::array kAdjectives = {"old", "quiet", "red", "tall", "happy", "small", "new", "strange"};
constexpr std::array kPrepositions = {"near", "behind", "with", "beside"};
constexpr std::array kEndings = {"often", "here", "today", "again", "there"};
constexpr std::array kSmallWords = {"the", "very", "."};

/// Token numbers by word, in the order of the tables above.
class Vocabulary {
public:
    Vocabulary() {
        for (const char* word : kSmallWords) names.emplace_back(word);
        for (const auto& noun : kNouns) names.emplace_back(noun.forms[0]), names.emplace_back(noun.forms[1]);
        for (const auto& verb : kVerbs) names.emplace_back(verb.forms[0]), names.emplace_back(verb.forms[1]);
        for (const char* word : kAdjectives) names.emplace_back(word);
        for (const char* word : kPrepositions) names.emplace_back(word);
        for (const char* word : kEndings) names.emplace_back(word);
    }
    [[nodiscard]] float number(std::string_view word) const {
        std::size_t i = 0;
        while (names[i] != word) ++i;
        return static_cast<float>(i);
    }
    std::vector<std::string> names;
};

/// Writes one sentence: the + adjectives + noun, up to `mostPhrases` phrases with nouns of any number between, verb,
/// ending.
class Sentence {
public:
    Sentence(const Vocabulary& words, Rng& rng, std::uint64_t mostPhrases)
        : words_(words), rng_(rng), mostPhrases_(mostPhrases) {}

    SequenceSet::Item write(bool agrees) {
        const std::size_t plural = rng_.below(2);
        nounPhrase(plural);
        for (std::uint64_t phrases = rng_.below(mostPhrases_ + 1); phrases > 0; --phrases) {
            add(pick(kPrepositions));
            nounPhrase(rng_.below(2));
        }
        add(kVerbs[rng_.below(kVerbs.size())].forms[agrees ? plural : 1 - plural]);
        if (rng_.below(2) == 0) add("very");
        add(pick(kAdjectives));
        for (std::uint64_t endings = rng_.below(3); endings > 0; --endings) add(pick(kEndings));
        add(".");
        item_.steps = static_cast<std::int64_t>(item_.values.size());
        item_.label = agrees ? 1 : 0;
        return std::move(item_);
    }

private:
    template <class List>
    const char* pick(const List& list) {
        return list[rng_.below(list.size())];
    }
    void add(std::string_view word) { item_.values.push_back(words_.number(word)); }
    void nounPhrase(std::size_t plural) {
        add("the");
        for (std::uint64_t adjectives = rng_.below(4); adjectives > 0; --adjectives) add(pick(kAdjectives));
        add(kNouns[rng_.below(kNouns.size())].forms[plural]);
    }

    const Vocabulary& words_;
    Rng& rng_;
    std::uint64_t mostPhrases_;
    SequenceSet::Item item_;
};

Dataset sentences(const char* key, const char* name, std::uint64_t mostPhrases, std::int64_t length,
                  std::uint64_t seed) {
    const Vocabulary words;
    SequenceSet set = emptySet(key, name, {"word"});
    set.tokens = static_cast<std::int64_t>(words.names.size());
    set.tokenNames = words.names;
    set.classNames = {"wrong", "right"};
    for (std::int64_t i = 0; i < length; ++i) {
        Rng rng(seed, RandomPurpose::Synthetic, static_cast<std::uint64_t>(i));
        const bool agrees = rng.below(2) == 0;
        set.items.push_back(Sentence(words, rng, mostPhrases).write(agrees));
    }
    return finishSet(std::move(set));
}

}  // namespace

/// English-like sentences of 5 to 33 words, right or wrong in number: the verb must agree with the first noun, whatever
/// nouns stand between (agreement attraction, after Linzen, Dupoux and Goldberg 2016). Half of the sentences are wrong.
Dataset grammar(std::int64_t length, std::uint64_t seed) {
    constexpr std::uint64_t kMostPhrases = 4;
    return sentences("grammar", "Labelled grammar", kMostPhrases, length, seed);
}

/// The same with up to twelve phrases between: 5 to 83 words.
Dataset longGrammar(std::int64_t length, std::uint64_t seed) {
    constexpr std::uint64_t kMostPhrases = 12;
    return sentences("grammar-long", "Labelled grammar, long", kMostPhrases, length, seed);
}

}  // namespace gatelab::synthetic
