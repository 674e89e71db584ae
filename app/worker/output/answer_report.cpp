// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/answer_report.h"

#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/stream_lines.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// A step as the run reads it: tokens that have names by their name or number.
Result<std::vector<double>> stepOf(const SequenceStream& stream, const std::vector<std::string>& cells,
                                   const std::vector<StreamPlace>& places, std::size_t width, std::int64_t line) {
    if (const auto found = std::ranges::find(stream.tokens(), cells.front());
        cells.size() == 1 && found != stream.tokens().end())
        return std::vector<double>{static_cast<double>(found - stream.tokens().begin())};
    return rowOf(cells, places, width, line);
}

/// Lines on standard input, and what is written after each.
class AnswerStream {
public:
    AnswerStream(SequenceStream& stream, bool json) : stream_(stream), classes_(stream.classes()), json_(json) {
        for (std::size_t cell = 0; cell < stream.columns().size(); ++cell) places_.push_back({cell});
    }

    int run() {
        std::string line;
        for (line_ = 1; std::getline(std::cin, line); ++line_)
            if (const auto done = stream_.readsTexts() ? text(line) : step(line); !done.ok())
                return fail(done.error(), json_);
        return line_ > 1 ? kDone
                         : fail(lineError(1,
                                          "there is nothing on standard input; each line is a step of a sequence, "
                                          "an empty one ends it (of a run that reads texts each line is a text)"),
                                json_);
    }

private:
    Result<> text(const std::string& line) {
        const auto answer = stream_.read(line);
        if (!answer.ok() && answer.error().code != ErrorCode::InvalidInput) return answer.error();
        if (answer.ok())
            print(*answer);
        else
            std::fprintf(stderr, "line %lld: %s\n", static_cast<long long>(line_), answer.error().message.c_str());
        return {};
    }

    Result<> step(const std::string& line) {
        const std::vector<std::string> cells = cellsOf(line);
        if (cells.size() == 1 && cells.front().empty()) {
            if (step_ > 0) stream_.next(), ++sequence_;
            step_ = 0;
            return {};
        }
        auto values = stepOf(stream_, cells, places_, width_.value_or(places_.size()), line_);
        if (!width_ && !values.ok()) {  // it names the columns
            auto places = placesOf(stream_.columns(), cells);
            if (!places.ok()) return values.error();
            places_ = std::move(*places), width_ = cells.size();
            return {};
        }
        if (!values.ok()) return values.error();
        width_ = width_.value_or(places_.size());
        const auto answer = stream_.add(*values);
        if (!answer.ok()) return answer.error();
        ++step_;
        print(*answer);
        return {};
    }

    void print(const StreamAnswer& answer) {
        const bool hasSteps = !stream_.readsTexts();
        const long long number = hasSteps ? sequence_ : line_;
        Json told{{hasSteps ? "sequence" : "line", number}};
        std::string row = std::to_string(number);
        if (hasSteps) told["step"] = step_, row += "," + std::to_string(step_);
        if (answer.answer >= 0) {
            const auto at = static_cast<std::size_t>(answer.answer);
            char probability[32];
            const bool isKept = at < answer.probability.size();  // of very many steps and classes they are not
            const double share = isKept ? answer.probability[at] : 0;
            std::snprintf(probability, sizeof probability, isKept ? ",%.17g" : ",", share);
            row += "," + shown(classes_[at]) + probability;
            told["answer"] = classes_[at];
            for (std::size_t c = 0; isKept && c < classes_.size(); ++c)
                told["probability"][classes_[c]] = answer.probability[c];
        } else {
            told["numbers"] = answer.numbers;
            for (const double value : answer.numbers) {
                char text[32];
                std::snprintf(text, sizeof text, ",%.17g", value);
                row += text;
            }
        }
        if (!json_ && !std::exchange(hasHead_, true))
            std::printf("%s,%s\n", hasSteps ? "sequence,step" : "line",
                        answer.answer >= 0 ? "answer,probability" : "number");
        std::printf("%s\n", json_ ? jsonLine(told).c_str() : row.c_str());
        std::fflush(stdout);
    }

    SequenceStream& stream_;
    std::vector<std::string> classes_;
    bool json_, hasHead_ = false;
    std::vector<StreamPlace> places_;
    std::optional<std::size_t> width_;  ///< cells of a line; nothing: none was read
    long long line_ = 1, sequence_ = 1, step_ = 0;
};

}  // namespace

void printAnswers(const SequenceAnswers& answers) {
    const std::size_t classes = answers.classes.size();
    for (std::size_t row = 0; row < answers.rows(); ++row) {
        std::printf("%lld", static_cast<long long>(answers.sequence[row] + 1));
        if (!answers.step.empty()) std::printf("\t%lld", static_cast<long long>(answers.step[row]));
        if (classes > 0) {
            const auto answer = static_cast<std::size_t>(answers.answer[row]);
            std::printf("\t%s", shown(answers.classes[answer]).c_str());
            if (!answers.probability.empty()) std::printf("\t%.4f", answers.probability[row * classes + answer]);
            if (answers.truth[row] >= 0)
                std::printf(
                    "\t%s",
                    answers.truth[row] == answers.answer[row]
                        ? "right"
                        : ("wrong: " + shown(answers.classes[static_cast<std::size_t>(answers.truth[row])])).c_str());
        }
        for (std::int64_t target = 0; classes == 0 && target < answers.targets; ++target)
            std::printf(
                "\t%s",
                figureText(
                    answers.numbers[row * static_cast<std::size_t>(answers.targets) + static_cast<std::size_t>(target)],
                    6)
                    .c_str());
        std::printf("\n");
    }
}

int streamAnswers(SequenceStream& stream, bool json) { return AnswerStream(stream, json).run(); }

}  // namespace gatelab::worker
