// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/lesson/lesson_review.h"

#include "worker/output/console.h"

#include "io/file_io.h"
#include "lesson/review.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>

namespace gatelab::worker {

namespace {

constexpr std::uint64_t kMemoryBytes = 1U << 20;

/// The number of an answer from 0; what is none is asked for again. Nothing: the input has ended.
std::optional<std::size_t> answerOf(std::size_t answers) {
    for (std::string line; std::getline(std::cin, line);) {
        const long number = std::strtol(line.c_str(), nullptr, 10);
        if (number >= 1 && number <= static_cast<long>(answers)) return static_cast<std::size_t>(number - 1);
        std::printf("a number from 1 to %zu: ", answers);
        std::fflush(stdout);
    }
    return std::nullopt;
}

Result<ReviewProgress> readMemory(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return ReviewProgress{};
    const auto bytes = readFileBytes(file, kMemoryBytes);
    if (!bytes.ok()) return bytes.error();
    auto progress = reviewFromJson(*bytes);
    if (!progress.ok()) return progress.error().withContext(file.string());
    return progress;
}

}  // namespace

int reviewLessons(const std::vector<const Lesson*>& lessons, const std::filesystem::path& memory,
                  const ReviewWords& words, bool json) {
    auto progress = readMemory(memory);
    if (!progress.ok()) return fail(progress.error(), json);
    const auto questions = reviewQuestions(lessons);
    ReviewRound round(questions, *progress);
    if (round.isOver() && !json) std::printf("Nothing is due: every question was right, and comes again later.\n");
    if (round.isOver()) ++progress->rounds;  // else what waits would wait for ever
    while (!round.isOver()) {
        const ReviewQuestion asked = round.question();
        const LessonQuestion& question = asked.question;
        if (!json) {
            std::printf("\n%zu to go. %s\n", round.left(), words(asked.lesson, question.text).c_str());
            for (std::size_t i = 0; i < question.answers.size(); ++i)
                std::printf("  %zu  %s\n", i + 1, words(asked.lesson, question.answers[i]).c_str());
            std::printf("> ");
            std::fflush(stdout);
        }
        const auto given = answerOf(question.answers.size());
        if (!given) break;
        const bool isRight = round.answer(*given, *progress);
        if (!json)
            std::printf("%s %s\n", isRight ? "Right." : "Not this one.", words(asked.lesson, question.why).c_str());
    }
    if (auto written = writeFileDurably(memory, reviewToJson(*progress)); !written.ok())
        return fail(written.error(), json);
    if (json)
        std::printf("{\"asked\": %zu, \"right\": %zu, \"left\": %zu}\n", round.asked(), round.firstRight(),
                    round.left());
    else
        std::printf("\n%zu of %zu right at the first go.\n", round.firstRight(), round.asked());
    return kDone;
}

}  // namespace gatelab::worker
