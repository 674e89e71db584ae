// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include <QCoreApplication>
#include <cmath>

namespace gatelab {
namespace {

constexpr QChar kThinSpace(0x202F);
constexpr QChar kMinus(0x2212);
/// Measured numbers from here on are written with a power of ten; counts never are.
constexpr double kWrittenOut = 1e7;

/// Narrow spaces between the thousands of an unsigned number's integer part; four digits get one too, as columns are right-aligned.
QString grouped(QString digits) {
    qsizetype point = digits.indexOf('.');
    if (point < 0) point = digits.size();
    for (qsizetype i = point - 3; i > 0; i -= 3) digits.insert(i, kThinSpace);
    return digits;
}

QString signedText(bool negative, const QString& text) { return negative ? kMinus + text : text; }

/// "3e-4", "1.2e+9" without leading zeros of the exponent.
QString scientific(double magnitude, int significant) {
    QString text = QString::number(magnitude, 'e', significant - 1);
    const qsizetype e = text.indexOf('e');
    QString mantissa = text.left(e);
    if (mantissa.contains('.')) {
        while (mantissa.endsWith('0')) mantissa.chop(1);
        if (mantissa.endsWith('.')) mantissa.chop(1);
    }
    const int exponent = text.mid(e + 1).toInt();
    return mantissa + "e" + (exponent < 0 ? QString(kMinus) : QString()) + QString::number(std::abs(exponent));
}

}  // namespace

QString formatNumber(double value, int significant) {
    if (std::isnan(value)) return QStringLiteral("-");
    if (std::isinf(value)) return signedText(value < 0, QString(QChar(0x221E)));
    const double magnitude = std::abs(value);
    if (magnitude == 0) return QStringLiteral("0");
    if (magnitude < 1e-4 || magnitude >= kWrittenOut) return signedText(value < 0, scientific(magnitude, significant));
    // Rounding can carry into the next decade ("999.96"), so the exponent comes from the rounded number.
    const int exponent = QString::number(magnitude, 'e', significant - 1).section('e', 1).toInt();
    const int decimals = std::max(0, significant - 1 - exponent);
    return signedText(value < 0, grouped(QString::number(magnitude, 'f', decimals)));
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
    if (whole < 60) return QCoreApplication::translate("Theme", "%1 s").arg(seconds < 9.95 ? QString::number(seconds, 'f', 1) : QString::number(whole));
    const QString tail = QStringLiteral("%1:%2").arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QChar('0')).arg(whole % 60, 2, 10, QChar('0'));
    if (whole < 3600) return tail;
    if (whole < 86400) return QStringLiteral("%1:%2").arg(whole / 3600).arg(tail);
    return QCoreApplication::translate("Theme", "%1 d %2 h").arg(whole / 86400).arg(whole / 3600 % 24);
}

QString formatTimeLeft(double seconds) { return seconds >= 0 && seconds < 1 ? QCoreApplication::translate("Theme", "less than 1 s") : formatDuration(seconds); }

}  // namespace gatelab
