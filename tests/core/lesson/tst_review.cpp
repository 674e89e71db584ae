// SPDX-License-Identifier: GPL-3.0-or-later
// The mixed review: which questions come, in which order, and when the wrong ones come again.
#include "lesson/lesson_file.h"
#include "lesson/review.h"

#include <QtTest>

#include <algorithm>

using namespace gatelab;

namespace {

ReviewQuestion question(const std::string& lesson, int number) {
    ReviewQuestion one{lesson + "/" + std::to_string(number), lesson, {}};
    one.question.right = 1;
    return one;
}

std::vector<ReviewQuestion> fiveLessons() {
    std::vector<ReviewQuestion> all;
    for (const char* lesson : {"a", "b", "c", "d", "e"})
        for (int number = 1; number <= 3; ++number) all.push_back(question(lesson, number));
    return all;
}

}  // namespace

class TestReview : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theQuestionsAreThoseOfTheLessons() {
        const LessonCatalogue shelf = readShippedLessons();
        std::vector<const Lesson*> done;
        for (const Lesson& lesson : shelf.lessons) done.push_back(&lesson);
        const auto all = reviewQuestions(done);
        QVERIFY(all.size() >= 2 * done.size());
        for (const ReviewQuestion& one : all) {
            QVERIFY(one.question.answers.size() > 1 && one.question.right < one.question.answers.size());
            QVERIFY(std::ranges::count(all, one.key, &ReviewQuestion::key) == 1);
        }
        QVERIFY(reviewQuestions({}).empty());
    }

    void aRoundIsMixed() {
        const auto all = fiveLessons();
        ReviewProgress progress;
        std::vector<std::string> orders;
        for (progress.rounds = 0; progress.rounds < 3; ++progress.rounds) {
            ReviewRound round(all, progress);
            QCOMPARE(round.left(), kReviewQuestions);
            std::string order, before;
            ReviewProgress own = progress;
            while (!round.isOver()) {
                QVERIFY2(round.question().lesson != before, order.c_str());
                before = round.question().lesson;
                order += round.question().key + " ";
                QVERIFY(round.answer(1, own));
            }
            orders.push_back(order);
        }
        QVERIFY(orders[0] != orders[1] && orders[1] != orders[2]);
        progress.rounds = 0;
        QCOMPARE(ReviewRound(all, progress).question().key, ReviewRound(all, progress).question().key);
    }

    void aWrongOneComesAgain() {
        const auto all = fiveLessons();
        ReviewProgress progress;
        ReviewRound round(all, progress);
        const std::string wrong = round.question().key;
        QVERIFY(!round.answer(0, progress));
        QCOMPARE(round.left(), kReviewQuestions);
        for (std::size_t i = 0; i < kReviewGap; ++i) {
            QVERIFY(round.question().key != wrong);
            QVERIFY(round.answer(1, progress));
        }
        QCOMPARE(round.question().key, wrong);
        QVERIFY(round.answer(1, progress));
        while (!round.isOver()) QVERIFY(round.answer(1, progress));
        QCOMPARE(round.asked(), kReviewQuestions);
        QCOMPARE(round.firstRight(), kReviewQuestions - 1);
        QCOMPARE(progress.rounds, std::int64_t(1));
        // In the next round it is asked again; what was right waits.
        QCOMPARE(progress.memory[wrong], (ReviewMemory{0, 1}));
        QCOMPARE(dueQuestions(all, progress), all.size() - kReviewQuestions + 1);
        ReviewRound second(all, progress);
        bool isThere = false;
        while (!second.isOver()) {
            isThere = isThere || second.question().key == wrong;
            QVERIFY(second.answer(1, progress));
        }
        QVERIFY(isThere);
    }

    /// As far out as JSON's numbers go: what is remembered stays within what can be added up.
    void aDamagedMemoryStaysWithinItsRange() {
        for (const char* number : {"-9223372036854775808", "9223372036854775807", "-1", "100"}) {
            const std::string one = number;
            auto progress = reviewFromJson(R"({"rounds": )" + one + R"(, "questions": {"a/1": {"rights": )" + one +
                                           R"(, "due": )" + one + "}}}");
            QVERIFY(progress.ok());
            QVERIFY(progress->rounds >= 0 && progress->memory.at("a/1").due >= 0);
            const std::vector<ReviewQuestion> all{question("a", 1)};
            progress->memory["a/1"].due = 0;
            ReviewRound round(all, *progress);
            QVERIFY(!round.isOver() && round.answer(1, *progress));
            QVERIFY(progress->memory.at("a/1").due > progress->rounds - 1);
        }
    }

    void whatIsKnownWaitsTwiceAsLongEachTime() {
        const std::vector<ReviewQuestion> one{question("a", 1)};
        ReviewProgress progress;
        std::vector<std::int64_t> asked;
        for (int i = 0; i < 20; ++i) {
            ReviewRound round(one, progress);
            if (round.isOver()) {
                ++progress.rounds;
                continue;
            }
            asked.push_back(progress.rounds);
            round.answer(1, progress);
        }
        QCOMPARE(asked, (std::vector<std::int64_t>{0, 2, 6, 14}));
    }
};

QTEST_GUILESS_MAIN(TestReview)
#include "tst_review.moc"
