// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/review.h"

#include "io/json/json_text.h"

#include <algorithm>
#include <tuple>

namespace gatelab {

namespace {

constexpr std::int64_t kMostRights = 6;  ///< waits 64 rounds
/// More than anyone plays; their numbers can be added without overflow.
constexpr std::int64_t kMostRounds = 1'000'000'000;

/// Of a file that may be damaged; throws what nlohmann throws.
std::int64_t numberOf(const nlohmann::json& json, const char* key, std::int64_t most) {
    return std::clamp<std::int64_t>(json.at(key).get<std::int64_t>(), 0, most);
}

const ReviewMemory& memoryOf(const ReviewProgress& progress, const std::string& key) {
    static const ReviewMemory kNew;
    const auto found = progress.memory.find(key);
    return found == progress.memory.end() ? kNew : found->second;
}

bool isDue(const ReviewQuestion& question, const ReviewProgress& progress) {
    return memoryOf(progress, question.key).due <= progress.rounds;
}

/// A number of key and round that looks like chance (FNV-1a, then the finalizer of MurmurHash3).
std::uint64_t mixed(const std::string& key, std::int64_t round) {
    std::uint64_t hash = 14695981039346656037ULL + static_cast<std::uint64_t>(round);
    for (const char letter : key) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdULL;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return hash ^ (hash >> 33);
}

}  // namespace

std::vector<ReviewQuestion> reviewQuestions(const std::vector<const Lesson*>& done) {
    std::vector<ReviewQuestion> all;
    for (const Lesson* lesson : done) {
        const LessonCard* quiz = lesson->find(LessonCard::Kind::Quiz);
        if (quiz == nullptr) continue;
        for (std::size_t i = 0; i < quiz->questions.size(); ++i)
            all.push_back({lesson->key + "/" + std::to_string(i + 1), lesson->key, quiz->questions[i]});
    }
    return all;
}

std::string reviewToJson(const ReviewProgress& progress) {
    nlohmann::json json{{"rounds", progress.rounds}, {"questions", nlohmann::json::object()}};
    for (const auto& [key, one] : progress.memory) json["questions"][key] = {{"rights", one.rights}, {"due", one.due}};
    return json.dump();
}

Result<ReviewProgress> reviewFromJson(const std::string& text) {
    const auto json = tryParseJson<nlohmann::json>(text);
    ReviewProgress progress;
    try {
        progress.rounds = numberOf(json, "rounds", kMostRounds);
        for (const auto& [key, one] : json.at("questions").items())
            progress.memory[key] = {numberOf(one, "rights", kMostRights), numberOf(one, "due", kMostRounds)};
    } catch (const nlohmann::json::exception&) {
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Lesson", "this does not say what is remembered of questions; take another file")};
    }
    return progress;
}

std::size_t dueQuestions(const std::vector<ReviewQuestion>& questions, const ReviewProgress& progress) {
    return static_cast<std::size_t>(
        std::ranges::count_if(questions, [&](const ReviewQuestion& one) { return isDue(one, progress); }));
}

ReviewRound::ReviewRound(const std::vector<ReviewQuestion>& questions, const ReviewProgress& progress) {
    std::vector<ReviewQuestion> due;
    std::ranges::copy_if(questions, std::back_inserter(due),
                         [&](const ReviewQuestion& one) { return isDue(one, progress); });
    std::ranges::sort(due, {}, [&](const ReviewQuestion& one) {
        return std::tuple(memoryOf(progress, one.key).rights, mixed(one.key, progress.rounds));
    });
    if (due.size() > kReviewQuestions) due.resize(kReviewQuestions);
    std::ranges::sort(due, {}, [&](const ReviewQuestion& one) { return mixed(one.key, progress.rounds); });
    while (!due.empty()) {
        // Of the lesson with the most questions left, so that the last ones are not all of one.
        auto next = due.begin();
        std::ptrdiff_t most = 0;
        for (auto one = due.begin(); one != due.end(); ++one) {
            if (!waiting_.empty() && one->lesson == waiting_.back().lesson) continue;
            const auto left = std::ranges::count(due, one->lesson, &ReviewQuestion::lesson);
            if (left > most) most = left, next = one;
        }
        waiting_.push_back(std::move(*next));
        due.erase(next);
    }
}

bool ReviewRound::answer(std::size_t given, ReviewProgress& progress) {
    ReviewQuestion answered = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    const bool isRight = given == answered.question.right;
    ReviewMemory& memory = progress.memory[answered.key];
    const bool isFirst = !wrong_.contains(answered.key);
    if (isFirst) ++asked_, rights_ += isRight;
    if (isRight && isFirst) {
        memory.rights = std::min(memory.rights + 1, kMostRights);
        memory.due = progress.rounds + (std::int64_t{1} << memory.rights);
    } else {  // right at the second go is not yet known
        memory = {0, progress.rounds + 1};
    }
    if (!isRight) {
        wrong_.insert(answered.key);
        const auto place = std::min(kReviewGap, waiting_.size());
        waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(place), std::move(answered));
    }
    if (waiting_.empty()) ++progress.rounds;
    return isRight;
}

}  // namespace gatelab
