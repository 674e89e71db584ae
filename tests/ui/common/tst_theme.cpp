// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/theme.h"

#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace gatelab;

namespace {

double channel(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double luminance(const QColor& c) {
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}
/// CIELAB of linear sRGB, white D65.
std::array<double, 3> labOf(const std::array<double, 3>& c) {
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (841.0 / 108) * t + 4.0 / 29; };
    const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047),
                 y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]),
                 z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
double distance(const QColor& a, const QColor& b) {
    const auto lab = [](const QColor& c) {
        return labOf({channel(c.redF()), channel(c.greenF()), channel(c.blueF())});
    };
    return distance(lab(a), lab(b));
}
/// WCAG 2 contrast ratio.
double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textIsReadableOnEveryArea();
    void runColoursStandOutFromTheChart();
    void highContrastIsSevenToOne();
    void twentyRunsLookDifferent();
    void runsAreNeitherTextNorGround();
    void tenRunsDifferWithoutColourVision();
    void everyAppearanceHasAKey();
    void fontsAreOursAndFiguresEqualInWidth();
    void anIconWithoutSizeIsNoPicture();
    void everyIconDraws();
    void iconsFollowThePalette();
    void styleSheetHasNoTokenLeft();
    void appearanceSignals();
    void numbers_data();
    void numbers();
    void whatWasSetHasNoZerosAtItsEnd();
    void bytesAndDurations();
    void heatColoursMeetTheirStops();
};

void TestTheme::textIsReadableOnEveryArea() {
    for (const Palette& p : {lightPalette(), darkPalette()}) {
        for (const QColor& area : {p.bg, p.surface, p.raised, p.selection}) {
            QVERIFY(contrast(p.text, area) > 9.5);
            for (const QColor& ink : {p.muted, p.accent})
                QVERIFY2(contrast(ink, area) >= 4.5, qPrintable(ink.name() + area.name()));
        }
        QVERIFY(contrast(p.success, p.successTint) >= 4.5);
        QVERIFY(contrast(p.warning, p.warningTint) >= 4.5);
        QVERIFY(contrast(p.error, p.errorTint) >= 4.5);
        QVERIFY(contrast(p.onfill, p.fill) >= 4.5);
    }
}

void TestTheme::runColoursStandOutFromTheChart() {
    for (const Palette& p : {lightPalette(), darkPalette()})
        for (const QColor& run : p.runs) QVERIFY2(contrast(run, p.surface) >= 2.99, qPrintable(run.name()));
}

void TestTheme::highContrastIsSevenToOne() {
    const Palette p = highContrastPalette();
    const auto readable = [](const QColor& ink, const QColor& area) {
        QVERIFY2(contrast(ink, area) >= 7,
                 qPrintable(QString("%1 on %2: %3").arg(ink.name(), area.name()).arg(contrast(ink, area))));
    };
    for (const QColor& area : {p.bg, p.surface, p.raised, p.selection})
        for (const QColor& ink : {p.text, p.muted, p.accent}) readable(ink, area);
    for (const QColor& ink :
         {p.disabled, p.border, p.strong, p.axis, p.success, p.warning, p.error, p.hatch, p.envelope})
        readable(ink, p.surface);
    readable(p.disabled, p.bg);
    readable(p.onfill, p.fill);
    readable(p.success, p.successTint), readable(p.warning, p.warningTint), readable(p.error, p.errorTint),
        readable(p.accent, p.infoTint);
    for (const QColor& tint : {p.successTint, p.warningTint, p.errorTint, p.infoTint}) readable(p.text, tint);
    // Lines of charts: runs, and the stops that curves of a category take.
    for (int slot = 0; slot < kRunSlots; ++slot) readable(runColour(p, slot), p.surface);
    for (const std::size_t stop : {2, 4, 6, 8}) readable(p.gate[stop], p.surface);
}

void TestTheme::twentyRunsLookDifferent() {
    for (const Palette& p : {lightPalette(), darkPalette(), highContrastPalette()}) {
        for (int slot = 0; slot < kRunSlots; ++slot)
            QVERIFY2(contrast(runColour(p, slot), p.surface) >= 2.99, qPrintable(runColour(p, slot).name()));
        for (int slot = 0; slot < kRunColours; ++slot) {
            const QColor a = runColour(p, slot), b = runColour(p, slot + kRunColours);
            QVERIFY2(
                std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) >= 40,
                qPrintable(a.name() + b.name()));
            QCOMPARE(runColour(p, slot + kRunSlots), a);
        }
    }
    const auto drawn = [](int slot) {
        QImage image(24, 24, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        Theme::drawMarker(painter, QPointF(12, 12), slot, Qt::black, 18);
        return image;
    };
    for (int a = 0; a < kRunSlots; ++a)
        for (int b = 0; b < a; ++b) QVERIFY2(drawn(a) != drawn(b), qPrintable(QString("%1 %2").arg(a).arg(b)));
}

void TestTheme::runsAreNeitherTextNorGround() {
    // By their lightness alone, too: a thin line has hardly a hue. The high contrast palette cannot: all is light
    // there.
    for (const auto& [p, least] : {std::pair(lightPalette(), 1.8), std::pair(darkPalette(), 1.6)})
        for (int slot = 0; slot < kRunSlots; ++slot)
            QVERIFY2(contrast(runColour(p, slot), p.text) >= least,
                     qPrintable(QStringLiteral("%1: %2").arg(slot).arg(contrast(runColour(p, slot), p.text))));
    for (const Palette& p : {lightPalette(), darkPalette(), highContrastPalette()})
        for (int slot = 0; slot < kRunSlots; ++slot) {
            const QColor run = runColour(p, slot);
            QVERIFY2(distance(run, p.text) >= 22 && distance(run, p.surface) >= 30,
                     qPrintable(QStringLiteral("%1: %2 from text").arg(run.name()).arg(distance(run, p.text))));
            for (int other = 0; other < slot; ++other)
                QVERIFY2(distance(run, runColour(p, other)) >= 9, qPrintable(run.name() + runColour(p, other).name()));
        }
}

void TestTheme::tenRunsDifferWithoutColourVision() {
    // Without red, green, blue: Machado, Oliveira and Fernandes 2009, for linear sRGB.
    using Matrix = std::array<double, 9>;
    const Matrix kinds[] = {
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
    for (const Palette& p : {lightPalette(), darkPalette(), highContrastPalette()})
        for (const Matrix& kind : kinds) {
            std::vector<std::array<double, 3>> seen;
            for (int slot = 0; slot < kRunColours; ++slot) {
                const QColor run = runColour(p, slot);
                const double in[] = {channel(run.redF()), channel(run.greenF()), channel(run.blueF())};
                std::array<double, 3> out{};
                for (std::size_t i = 0; i < 3; ++i)
                    out[i] =
                        std::clamp(kind[3 * i] * in[0] + kind[3 * i + 1] * in[1] + kind[3 * i + 2] * in[2], 0.0, 1.0);
                seen.push_back(labOf(out));
                for (int other = 0; other < slot; ++other)
                    QVERIFY2(distance(seen.back(), seen[static_cast<std::size_t>(other)]) >= 9,
                             qPrintable(run.name() + runColour(p, other).name()));
            }
        }
}

void TestTheme::everyAppearanceHasAKey() {
    for (const AppearanceChoice& choice : appearanceChoices()) QCOMPARE(appearanceOf(choice.key), choice.value);
    QCOMPARE(appearanceOf("high-contrast"), Appearance::HighContrast);
    QCOMPARE(appearanceOf("no such"), Appearance::System);
    Theme theme;
    theme.setAppearance(Appearance::HighContrast);
    QCOMPARE(QApplication::palette().color(QPalette::Window), highContrastPalette().bg);
}

void TestTheme::fontsAreOursAndFiguresEqualInWidth() {
    Theme theme;
    for (const int weight : {400, 500, 600}) {
        const QFont font = theme.font(13, weight);
        QCOMPARE(QFontInfo(font).family(), QString("Gatelab Sans"));
        const QFontMetricsF metrics(font);
        for (char digit = '0'; digit <= '9'; ++digit)
            QCOMPARE(metrics.horizontalAdvance(QChar(digit)), metrics.horizontalAdvance(QChar('0')));
        QVERIFY(metrics.inFont(QChar(0x2212)) && metrics.inFont(QChar(0x202F)) && metrics.inFont(QChar(0x2192)));
    }
    theme.setTextScale(1.3);
    QCOMPARE(theme.font(13).pixelSize(), 17);
    QCOMPARE(QApplication::font().pixelSize(), 17);
}

void TestTheme::everyIconDraws() {
    const Theme theme;
    int count = 0;
    for (QDirIterator it(":/icons", {"*.svg"}, QDir::Files); it.hasNext(); ++count) {
        it.next();
        const QImage image = theme.icon(it.fileInfo().completeBaseName()).pixmap(QSize(32, 32), 1.0).toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) inked += qAlpha(image.pixel(x, y)) > 128;
        QVERIFY2(inked > 8, qPrintable(it.filePath()));
    }
    QVERIFY(count > 60);
}

void TestTheme::iconsFollowThePalette() {
    Theme theme;
    theme.setAppearance(Appearance::Light);
    const QIcon icon = theme.icon("stop"), fixed = theme.icon("stop", QColor(Qt::red)),
                muted = theme.icon("stop", Ink::Muted);
    const auto edge = [](const QIcon& i, QIcon::Mode mode = QIcon::Normal) {
        return i.pixmap(QSize(64, 64), 1.0, mode).toImage().pixelColor(15, 32);
    };
    QCOMPARE(edge(icon), lightPalette().text);
    QCOMPARE(edge(muted), lightPalette().muted);
    QCOMPARE(edge(icon, QIcon::Disabled), lightPalette().disabled);
    theme.setAppearance(Appearance::Dark);
    QCOMPARE(edge(icon), darkPalette().text);
    QCOMPARE(edge(muted), darkPalette().muted);
    QCOMPARE(edge(fixed), QColor(Qt::red));
    QCOMPARE(icon.pixmap(QSize(16, 16), 2.0).size(), QSize(32, 32));
}

void TestTheme::styleSheetHasNoTokenLeft() {
    Theme theme;
    theme.setTextScale(1.15);
    const QString sheet = theme.styleSheet();
    QVERIFY(sheet.size() > 4000);
    QVERIFY2(!sheet.contains('@') || sheet.indexOf('@') < sheet.indexOf("*/"), "a token was not replaced");
    static const QRegularExpression kMissing("(: *;|url\\(:/icons/([^)]+)\\))");
    for (auto match = kMissing.globalMatch(sheet); match.hasNext();) {
        const auto found = match.next();
        QVERIFY2(!found.captured(2).isEmpty(), qPrintable(sheet.mid(found.capturedStart() - 60, 80)));
        QVERIFY2(QFile::exists(":/icons/" + found.captured(2)), qPrintable(found.captured(2)));
    }
}

void TestTheme::appearanceSignals() {
    Theme theme;
    QSignalSpy spy(&theme, &Theme::changed);
    theme.setAppearance(Appearance::Dark);
    QCOMPARE(spy.count(), 1);
    QVERIFY(theme.palette().dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), darkPalette().bg);
    theme.setAppearance(Appearance::Dark);
    QCOMPARE(spy.count(), 1);
}

void TestTheme::numbers_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    const QString s(QChar(0x202F)), m(QChar(0x2212));
    QTest::newRow("loss") << 0.18734 << "0.1873";
    QTest::newRow("carry") << 999.96 << "1" + s + "000";
    QTest::newRow("carry below one") << 0.99999 << "1.000";
    QTest::newRow("thousands") << 12480.0 << "12" + s + "480";
    QTest::newRow("negative") << -3.25 << m + "3.250";
    QTest::newRow("small") << 3e-7 << "3e" + m + "7";
    QTest::newRow("not yet large") << 1234567.0 << "1" + s + "234" + s + "567";
    QTest::newRow("of a diverged run") << -172629622784.0 << m + "1.726e11";
    QTest::newRow("large") << 1.25e16 << "1.25e16";
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("nan") << std::nan("") << "-";
    QTest::newRow("inf") << -std::numeric_limits<double>::infinity() << m + QString(QChar(0x221E));
}

void TestTheme::numbers() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(formatNumber(value), text);
}

void TestTheme::whatWasSetHasNoZerosAtItsEnd() {
    QCOMPARE(formatSetting(3e-4), QStringLiteral("0.0003"));
    QCOMPARE(formatSetting(0.5), QStringLiteral("0.5"));
    QCOMPARE(formatSetting(1), QStringLiteral("1"));
    QCOMPARE(formatSetting(100), QStringLiteral("100"));
    QCOMPARE(formatSetting(2.847e-4), QStringLiteral("0.0002847"));
    QCOMPARE(formatSetting(1e-7), formatNumber(1e-7));
    QCOMPARE(formatSetting(std::nan("")), QStringLiteral("-"));
}

void TestTheme::bytesAndDurations() {
    const QString s(QChar(0x202F)), n(QChar(0x00A0)), m(QChar(0x2212));
    QCOMPARE(formatCount(2140184), "2" + s + "140" + s + "184");
    QCOMPARE(formatCount(std::numeric_limits<qint64>::min()).front(), m.front());
    QCOMPARE(formatBytes(512.0 * 1024 * 1024), "512" + n + "MiB");
    QCOMPARE(formatBytes(2.1 * 1024 * 1024 * 1024), "2.1" + n + "GiB");
    QCOMPARE(formatBytes(1023.99 * 1024), "1.0" + n + "MiB");
    QCOMPARE(formatBytes(std::nan("")), QString("-"));
    QCOMPARE(formatDuration(288), QString("4:48"));
    QCOMPARE(formatDuration(3727), QString("1:02:07"));
    QCOMPARE(formatDuration(12), QString("12 s"));
    QCOMPARE(formatDuration(59.7), QString("1:00"));
    QCOMPARE(formatDuration(-1), QString("-"));
}

void TestTheme::heatColoursMeetTheirStops() {
    const Palette p = lightPalette();
    for (std::size_t i = 0; i < 9; ++i) QCOMPARE(heatColour(p.gate, static_cast<double>(i) / 8), p.gate[i]);
    QCOMPARE(heatColour(p.tide, -3), p.tide.front());
    QVERIFY(!heatColour(p.tide, std::nan("")).isValid());
}

void TestTheme::anIconWithoutSizeIsNoPicture() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter")));
    const Theme theme;
    for (const QSize& size : {QSize(0, 0), QSize(16, 0)})
        QVERIFY(theme.icon(QStringLiteral("play")).pixmap(size).isNull());
    QVERIFY(!theme.icon(QStringLiteral("play")).pixmap(QSize(16, 16)).isNull());
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
