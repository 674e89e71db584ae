// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/node_words.h"

#include "base/phrase.h"
#include "common/texts.h"
#include "common/theme.h"

#include <QCoreApplication>

namespace gatelab {

QString filledText(const FilledLine& line) {
    QString text;
    walkPattern(
        std::string_view(line.pattern),
        [&](std::string_view piece) { text += QString::fromUtf8(piece.data(), static_cast<qsizetype>(piece.size())); },
        [&](std::size_t index) {
            const QString number = index < line.numbers.size() ? formatNumber(line.numbers[index], 4) : QString();
            // A number below 0 behind a sign stands in brackets.
            text += number.startsWith(QChar(0x2212)) && !text.isEmpty() && text.back() == QLatin1Char(' ') &&
                            !text.endsWith(QLatin1String("= "))
                        ? QLatin1Char('(') + number + QLatin1Char(')')
                        : number;
        });
    return text;
}

QString subscript(const QString& symbol, std::int64_t number) {
    QString text = symbol;
    for (const QChar digit : QString::number(number)) text += QChar(0x2080 + digit.digitValue());
    return text;
}

NodeWords nodeWords(const WalkNode& node) {
    NodeWords words;
    words.symbol = fromUtf8(node.symbol), words.name = translated(node.name), words.formula = fromUtf8(node.formula),
    words.back = fromUtf8(node.backFormula), words.paper = fromUtf8(node.paper);
    words.filled = node.filled.pattern.empty() ? QString() : filledText(node.filled);
    words.backFilled = node.backFilled.pattern.empty() ? QString() : filledText(node.backFilled);
    return words;
}

QString NodeWords::text(bool withGradient) const {
    QStringList lines{QCoreApplication::translate("NodeWords", "%1: %2").arg(symbol, name), formula};
    if (!filled.isEmpty()) lines << filled;
    if (withGradient) lines << back;
    if (withGradient && !backFilled.isEmpty()) lines << backFilled;
    if (!paper.isEmpty()) lines << paper;
    return lines.join(QLatin1Char('\n'));
}

}  // namespace gatelab
