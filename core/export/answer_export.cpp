// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/answer_export.h"

#include "io/csv_cell.h"
#include "io/file_io.h"
#include "io/hdf5_file.h"

#include <utility>
#include <vector>

namespace gatelab {

namespace {

std::string headerOf(const SequenceAnswers& answers) {
    std::string header = answers.step.empty() ? "sample,sequence," : "sample,sequence,step,";
    if (answers.classes.empty()) return header + "target,truth,prediction,error\n";
    header += "truth,prediction";
    for (const std::string& name : answers.classes) header += ',' + csvText("probability_" + name);
    return header + '\n';
}

/// Nothing where the data do not say the class.
std::string className(const SequenceAnswers& answers, std::int32_t number) {
    return number < 0 ? std::string() : csvText(answers.classes.at(static_cast<std::size_t>(number)));
}

void appendPlace(std::string& out, const SequenceAnswers& answers, std::size_t row) {
    out += std::to_string(answers.sample[row]) + ',' + std::to_string(answers.sequence[row]) + ',';
    if (!answers.step.empty()) out += std::to_string(answers.step[row]) + ',';
}

void appendRow(std::string& out, const SequenceAnswers& answers, std::size_t row) {
    if (!answers.classes.empty()) {
        appendPlace(out, answers, row);
        out += className(answers, answers.truth[row]) + ',' + className(answers, answers.answer[row]);
        for (std::size_t k = 0; k < answers.classes.size(); ++k) {
            out += ',';
            appendCsvNumber(out, answers.probability[row * answers.classes.size() + k]);
        }
        out += '\n';
        return;
    }
    const auto targets = static_cast<std::size_t>(answers.targets);
    for (std::size_t target = 0; target < targets; ++target) {
        const double truth = answers.trueNumbers[row * targets + target],
                     number = answers.numbers[row * targets + target];
        appendPlace(out, answers, row);
        out += std::to_string(target + 1);
        for (const double value : {truth, number, number - truth}) {
            out += ',';
            appendCsvNumber(out, value);
        }
        out += '\n';
    }
}

}  // namespace

Result<> exportAnswersCsv(const SequenceAnswers& answers, const std::filesystem::path& path) {
    constexpr std::size_t kBlockBytes = 1u << 20;
    return writeFileDurably(path, [&](FileSink& sink) -> Result<> {
        std::string block = headerOf(answers);
        for (std::size_t row = 0; row < answers.rows(); ++row) {
            appendRow(block, answers, row);
            if (block.size() < kBlockBytes) continue;
            if (auto written = sink.write(block); !written.ok()) return written;
            block.clear();
        }
        return sink.write(block);
    });
}

Result<> writeAnswerArrays(Hdf5Writer& writer, const SequenceAnswers& answers) {
    const auto rows = static_cast<std::int64_t>(answers.rows());
    for (const auto& [name, values] : {std::pair("/sample", &answers.sample), std::pair("/sequence", &answers.sequence),
                                       std::pair("/step", &answers.step)})
        if (!values->empty())
            if (auto written = writer.array(name, {rows}, *values); !written.ok()) return written;
    if (answers.classes.empty()) {
        if (auto written = writer.array("/truth", {rows, answers.targets}, answers.trueNumbers); !written.ok())
            return written;
        if (auto written = writer.array("/prediction", {rows, answers.targets}, answers.numbers); !written.ok())
            return written;
        return writer.attribute("/prediction", "dimensions", "row, target");
    }
    const std::vector<std::int64_t> truth(answers.truth.begin(), answers.truth.end()),
        answer(answers.answer.begin(), answers.answer.end());
    if (auto written = writer.array("/truth", {rows}, truth); !written.ok()) return written;
    if (auto written =
            writer.attribute("/truth", "meaning", "number of the class in /classes, from 0; -1: the data do not say");
        !written.ok())
        return written;
    if (auto written = writer.array("/prediction", {rows}, answer); !written.ok()) return written;
    if (auto written = writer.array("/probability", {rows, static_cast<std::int64_t>(answers.classes.size())},
                                    answers.probability);
        !written.ok())
        return written;
    if (auto written = writer.attribute("/probability", "dimensions", "row, class"); !written.ok()) return written;
    return writer.texts("/classes", answers.classes);
}

}  // namespace gatelab
