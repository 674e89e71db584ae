// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include "base/number_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <cmath>

namespace gatelab {
namespace {

constexpr QChar kThinSpace(0x202F);
constexpr QChar kMinus(0x2212);

/// Narrow spaces between the thousands of an unsigned number's integer part, whatever stands behind it ("64 %"); four
/// digits get one too, as columns are right-aligned.
QString grouped(QString digits) {
    qsizetype point = 0;
    while (point < digits.size() && digits[point].isDigit()) ++point;
    for (qsizetype i = point - 3; i > 0; i -= 3) digits.insert(i, kThinSpace);
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
    if (!std::isfinite(bytes)) return QStringLiteral("-");
    static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double magnitude = std::abs(bytes);
    int unit = 0;
    while (magnitude >= 1023.95 && unit < 4) magnitude /= 1024, ++unit;
    const QString digits = QString::number(magnitude, 'f', unit == 0 || magnitude >= 99.95 ? 0 : 1);
    return signedText(bytes < 0, grouped(digits)) + QChar(0x00A0) + kUnits[unit];
}

QString formatDuration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return QStringLiteral("-");
    if (seconds < 1) return QCoreApplication::translate("Theme", "%1 ms").arg(std::lround(seconds * 1000));
    const qint64 whole = std::llround(seconds);
    if (whole < 60)
        return QCoreApplication::translate("Theme", "%1 s")
            .arg(seconds < 9.95 ? QString::number(seconds, 'f', 1) : QString::number(whole));
    const QString tail = QStringLiteral("%1:%2")
                             .arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QChar('0'))
                             .arg(whole % 60, 2, 10, QChar('0'));
    if (whole < 3600) return tail;
    if (whole < 86400) return QStringLiteral("%1:%2").arg(whole / 3600).arg(tail);
    return QCoreApplication::translate("Theme", "%1 d %2 h").arg(whole / 86400).arg(whole / 3600 % 24);
}

QString formatTimeLeft(double seconds) {
    return seconds >= 0 && seconds < 1 ? QCoreApplication::translate("Theme", "less than 1 s")
                                       : formatDuration(seconds);
}

QString formatMoment(double seconds) {
    return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(seconds)).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

}  // namespace gatelab
