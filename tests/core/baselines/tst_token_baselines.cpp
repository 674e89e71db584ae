// SPDX-License-Identifier: GPL-3.0-or-later
// What counts say of the next token: by hand, and probabilities that add to one.
#include "baselines/token_baselines.h"
#include "data/sequences/running_text.h"
#include "run/heldout_scores.h"

#include <QtTest>

#include <cmath>
#include <numeric>

using namespace gatelab;

namespace {

/// Pieces of a text of letters; 'a' is token 1.
SequenceSet textOf(std::initializer_list<std::string_view> pieces, std::int64_t tokens) {
    SequenceSet set;
    set.report.format = kRunningText;
    set.tokens = tokens;
    set.tokenNames = {"<other>", "a", "b", "c"};
    for (const std::string_view piece : pieces) {
        SequenceSet::Item item;
        for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
            item.values.push_back(piece[i] - 'a' + 1);
            item.targets.push_back(piece[i + 1] - 'a' + 1);
        }
        item.steps = std::ssize(item.values);
        set.items.push_back(std::move(item));
    }
    return set;
}

std::vector<SequenceScore> scoresOf(const SequenceSet& set, std::vector<std::int64_t> train,
                                    std::vector<std::int64_t> test) {
    auto scores = runSequenceBaselines(set, train, test);
    return scores.ok() ? *scores : std::vector<SequenceScore>();
}

}  // namespace

class TestTokenBaselines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void byHand() {
        // Training: a b, b a, a b, b c. Next tokens: b twice, a once, c once.
        const SequenceSet set = textOf({"ababc", "ab"}, 4);
        const auto scores = scoresOf(set, {0}, {1});
        QCOMPARE(scores.size(), std::size_t{3});
        const double flat = (2 + 3 * 0.25) / (4 + 3);    // b: 2 of 4, 3 kinds
        const double bigram = (2 + 1 * flat) / (2 + 1);  // behind a: b twice, 1 kind
        QCOMPARE(scores[0].crossEntropy, -std::log(flat));
        QCOMPARE(scores[1].crossEntropy, -std::log(bigram));
        QCOMPARE(scores[2].crossEntropy, -std::log(bigram));  // nothing stands before the first token
        QCOMPARE(scores[0].accuracy, 1.0);
        QCOMPARE(scores[0].key, std::string("majority"));
        QCOMPARE(scores[1].key, std::string("bigram"));
        const auto longer = scoresOf(textOf({"ababc", "bab"}, 4), {0}, {1});
        // b -> a: behind b a and c once; then a -> b behind b a: b once.
        const double a = (1 + 3 * 0.25) / 7, ba = (1 + 2 * a) / 4, bab = (1 + 1 * bigram) / 2;
        QCOMPARE(longer[2].crossEntropy, -(std::log(ba) + std::log(bab)) / 2);
    }

    /// Of what may follow, each with its probability: all together one.
    void probabilitiesAddToOne() {
        for (const std::string_view before : {"ab", "ba", "cb", "cc"}) {
            double sum[3] = {};
            for (const char next : {'`', 'a', 'b', 'c'}) {  // '`' is token 0
                std::string test(before);
                test += next;
                SequenceSet set = textOf({"abacabcababc", test}, 4);
                // The last step alone is judged.
                set.items[1].targets[0] = -1;
                const auto scores = scoresOf(set, {0}, {1});
                for (int k = 0; k < 3; ++k) sum[k] += std::exp(-scores[static_cast<std::size_t>(k)].crossEntropy);
            }
            for (const double one : sum) QVERIFY(std::abs(one - 1) < 1e-12);
        }
    }

    void scoresAreTold() {
        std::vector<TestScore> told;
        for (const SequenceScore& score : scoresOf(textOf({"ababc", "ab"}, 4), {0}, {1})) addScores(score, told);
        const auto find = [&](const char* method, const char* metric) {
            for (const TestScore& score : told)
                if (score.method == method && score.metric == metric) return score.value;
            return std::nan("");
        };
        QCOMPARE(find("majority", "perplexity"), 7 / 2.75);
        QCOMPARE(find("majority", "bits_per_character"), std::log2(7 / 2.75));
        QVERIFY(std::isnan(find("majority", "bits_per_word")));
        QVERIFY(findScore("perplexity") != nullptr && findScore("bits_per_word") != nullptr);
        std::vector<TestScore> words;
        addTextScores("model", std::log(8.0), true, words);
        QCOMPARE(words[0].metric, std::string("bits_per_word"));
        QCOMPARE(words[0].value, 3.0);
    }

    void cancelling() {
        const SequenceSet set = textOf({"ababc", "ab"}, 4);
        const std::vector<std::int64_t> train{0}, test{1};
        const auto stopped = tokenBaselines(set, train, test, [](double) { return false; });
        QVERIFY(!stopped.ok() && stopped.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestTokenBaselines)
#include "tst_token_baselines.moc"
