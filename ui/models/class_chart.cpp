// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/class_chart.h"

#include "common/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kShades = 32;
constexpr qsizetype kLongestName = 16;

QString shortName(const std::string& name) {
    const QString text = fromUtf8(name);
    return text.size() <= kLongestName ? text : text.left(kLongestName - 1) + QChar(0x2026);
}

}  // namespace

std::vector<ChartLine> confusionLines(const ConfusionMatrix& matrix, const Palette& palette) {
    if (matrix.empty()) return {};
    const std::vector<ClassScore> scores = classScores(matrix);
    const std::size_t count = matrix.size();
    ChartLine line;
    line.style = ChartLine::Style::Heat;
    line.column = QCoreApplication::translate("ChartLines", "classes");
    line.colour = palette.gate.back();
    for (int i = 0; i < kShades; ++i)
        line.ramp.push_back(heatColour(palette.gate, static_cast<double>(i) / (kShades - 1)));
    for (std::size_t answer = 0; answer < count; ++answer) {
        line.x.push_back(static_cast<double>(answer) - 0.5);
        line.y.push_back(-0.5);
        line.y2.push_back(static_cast<double>(count) - 0.5);
        std::vector<double>& cells = line.cells.emplace_back();
        std::vector<QString>& texts = line.texts.emplace_back();
        for (std::size_t row = count; row-- > 0;) {  // cells go upwards
            const std::int64_t times = matrix.at(row, answer);
            cells.push_back(times == 0 ? 0 : static_cast<double>(times) / static_cast<double>(scores[row].occurs));
            texts.push_back(times == 0 ? QString() : formatCount(times));
        }
    }
    return {line};
}

ConfusionAxes confusionAxes(const ConfusionMatrix& matrix) {
    ConfusionAxes axes;
    for (const std::string& name : matrix.classes) axes.answers.push_back(shortName(name));
    axes.truths.assign(axes.answers.rbegin(), axes.answers.rend());
    return axes;
}

}  // namespace gatelab
