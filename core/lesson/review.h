// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "lesson/lesson.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

/// The mixed review: questions of the lessons that are done, in no order of theirs, and those that were answered wrong
/// come again. Spaced as by Leitner (1972): what is right waits twice as long each time.
namespace gatelab {

struct ReviewQuestion {
    std::string key;     ///< "conveyor/2": its lesson and its number from 1
    std::string lesson;  ///< key of it
    LessonQuestion question;
};
/// All questions of these lessons, in their order.
std::vector<ReviewQuestion> reviewQuestions(const std::vector<const Lesson*>& done);

/// What is remembered of one question.
struct ReviewMemory {
    std::int64_t rights = 0;  ///< in a row
    std::int64_t due = 0;     ///< the round from which on it is asked again
    bool operator==(const ReviewMemory&) const = default;
};
struct ReviewProgress {
    std::int64_t rounds = 0;  ///< that are finished
    std::map<std::string, ReviewMemory> memory;
    bool operator==(const ReviewProgress&) const = default;
};

std::string reviewToJson(const ReviewProgress& progress);
/// Corrupt where it is no such text.
Result<ReviewProgress> reviewFromJson(const std::string& text);

inline constexpr std::size_t kReviewLessons = 5;    ///< done: from then on there is a review
inline constexpr std::size_t kReviewQuestions = 8;  ///< of a round
inline constexpr std::size_t kReviewGap = 3;        ///< others, before a wrong one comes again

/// How many are due.
std::size_t dueQuestions(const std::vector<ReviewQuestion>& questions, const ReviewProgress& progress);

/// One round: its questions one after the other. A wrong one comes again behind three others until it is right, and in
/// the next round as well.
class ReviewRound {
public:
    /// Those that are due, the ones never asked or wrong before the others; mixed, so that two of one lesson stand side
    /// by side only where there is no other. The same round has the same order.
    ReviewRound(const std::vector<ReviewQuestion>& questions, const ReviewProgress& progress);

    [[nodiscard]] bool isOver() const { return waiting_.empty(); }
    [[nodiscard]] const ReviewQuestion& question() const { return waiting_.front(); }
    [[nodiscard]] std::size_t left() const { return waiting_.size(); }
    [[nodiscard]] std::size_t asked() const { return asked_; }        ///< different questions, that are answered
    [[nodiscard]] std::size_t firstRight() const { return rights_; }  ///< of them, right the first time
    /// Of the question; then the next one stands there. Whether it was right.
    bool answer(std::size_t given, ReviewProgress& progress);

private:
    std::vector<ReviewQuestion> waiting_;
    std::set<std::string> wrong_;  ///< in this round
    std::size_t asked_ = 0, rights_ = 0;
};

}  // namespace gatelab
