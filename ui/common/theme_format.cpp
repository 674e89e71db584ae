// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include "base/number_text.h"
#include "common/texts.h"

#include <QDateTime>
#include <cmath>

namespace gatelab {
namespace {

constexpr QChar kThinSpace(0x202F);
constexpr QChar kMinus(0x2212);

/// Narrow spaces between the thousands of the integer part of a number without a minus, whatever stands behind it ("64
/// %"); four digits get one too, as columns are right-aligned.
QString grouped(QString digits) {
    const qsizetype first = digits.startsWith('+') ? 1 : 0;
    qsizetype point = first;
    while (point < digits.size() && digits[point].isDigit()) ++point;
    for (qsizetype i = point - 3; i > first; i -= 3) digits.insert(i, kThinSpace);
    return digits;
}

QString signedText(bool negative, const QString& text) { return negative ? kMinus + text : text; }

}  // namespace

QString formatNumber(double value, int significant) {
    if (std::isinf(value)) return signedText(value < 0, QString(QChar(0x221E)));
    if (std::isnan(value)) return QStringLiteral("-");
    return formatWritten(QString::fromStdString(numberText(value, significant)));
}

QString formatWritten(QString number) {
    const bool negative = number.startsWith('-');
    if (negative) number.remove(0, 1);
    return signedText(negative, number.contains('e') ? number.replace('-', kMinus) : grouped(number));
}

QString formatSetting(double value) {
    QString text = formatNumber(value);
    if (!text.contains('.') || text.contains('e')) return text;
    while (text.endsWith('0')) text.chop(1);
    if (text.endsWith('.')) text.chop(1);
    return text;
}

QString formatCount(qint64 value) {
    const quint64 magnitude = value < 0 ? 0 - static_cast<quint64>(value) : static_cast<quint64>(value);
    return signedText(value < 0, grouped(QString::number(magnitude)));
}

QString formatBytes(double bytes) {
    return std::isfinite(bytes) ? formatWritten(QString::fromStdString(sizeText(bytes))) : QStringLiteral("-");
}

QString formatDuration(double seconds) { return translated(durationPhrase(seconds)); }

QString formatTimeLeft(double seconds) { return formatDuration(seconds >= 0 && seconds < 1 ? 1 : seconds); }

QString formatMoment(double seconds) {
    return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(seconds)).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

}  // namespace gatelab
