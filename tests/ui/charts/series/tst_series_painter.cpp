// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/charts/series/series_painter.cpp: the numbers and names beside low rows can be read.
#include "charts/series/series_painter.h"
#include "common/background_job.h"
#include "support/drawn_texts.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace gatelab;

class TestSeriesPainter : public QObject {
    Q_OBJECT
    Theme theme_;

    /// The texts of rows so high, in a picture 900 pixels wide.
    QString faultsOf(const Series& series, double tall, std::vector<test::DrawnText>* texts = nullptr) {
        SeriesView view;
        view.setSeries(std::make_shared<Series>(series));
        SeriesPainter painter(theme_, view);
        for (std::size_t i = 0; i < series.channels.size(); ++i) painter.channels.push_back(i);
        view.want(painter.channels);
        const double height = tall * static_cast<double>(series.channels.size());
        painter.plot = QRectF(176, SeriesPainter::kStrip, 600, height), painter.width = 900;
        test::DrawnTexts paper(QSize(900, static_cast<int>(height) + 60));
        {
            QPainter on(&paper);
            painter.paint(on);
        }
        if (texts != nullptr) *texts = paper.texts();
        return paper.faults(QRectF(0, 0, 900, height + 60));
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void numbersDoNotTouch() {
        Series series;
        for (const auto& [low, high] : {std::pair(264.2, 274.1), std::pair(-1523.9, 12'000.0), std::pair(0.0, 1.0),
                                        std::pair(3e-7, 9e-7), std::pair(93.0, 101.0), std::pair(5.0, 5.0)}) {
            Channel channel{"c" + std::to_string(series.channels.size()), "", {}};
            std::vector<double> values;
            for (int row = 0; row < 200; ++row) values.push_back(low + (high - low) * (row * row % 97) / 96);
            channel.values = values;
            series.channels.push_back(std::move(channel));
        }
        for (const double tall : {56.0, 64.0, 80.0, 110.0, 160.0, 240.0}) {
            const QString faults = faultsOf(series, tall);
            QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("rows of %1 px: %2").arg(tall).arg(faults)));
        }
    }

    /// What stands still just before the split is named before it.
    void labelsKeepOffTheLinesOfTheSplit() {
        Series series;
        std::vector<double> values;
        for (int row = 0; row < 200; ++row) values.push_back(std::sin(0.3 * row));
        Channel channel{"y", "", {}};
        channel.values = values;
        series.channels.push_back(std::move(channel));
        SeriesView view;
        view.setSeries(std::make_shared<Series>(std::move(series)));
        view.setSplit({{0, 100}, {100, 150}, {150, 200}});
        view.want({0});
        SeriesPainter painter(theme_, view);
        painter.channels = {0};
        painter.marks = {{SeriesMark::Kind::Stretch, 0, {70, 88}, QStringLiteral("still 141 h")}};
        painter.plot = QRectF(176, SeriesPainter::kStrip, 600, 110), painter.width = 900;
        test::DrawnTexts paper(QSize(900, 170));
        {
            QPainter on(&paper);
            painter.paint(on);
        }
        const double border = 176 + 600 * (view.xOfRow(100) - view.low()) / (view.high() - view.low());
        const auto label = std::ranges::find(paper.texts(), QStringLiteral("still 141 h"), &test::DrawnText::words);
        QVERIFY(label != paper.texts().end());
        QVERIFY2(
            label->ink.right() < border || label->ink.left() > border,
            qPrintable(
                QStringLiteral("%1 to %2, line at %3").arg(label->ink.left()).arg(label->ink.right()).arg(border)));
    }

    void namesAreToldApart() {
        Series series;
        for (const char* word : {"EDEKA", "Gehalt", "Miete", "Strom"})
            series.channels.push_back(
                {std::string("Verwendungszweck=") + word, "", std::vector<double>{0, 1, 0, 1, 1, 0}});
        std::vector<test::DrawnText> texts;
        QVERIFY(faultsOf(series, 56, &texts).isEmpty());
        for (const char* word : {"EDEKA", "Gehalt", "Miete", "Strom"})
            QVERIFY2(std::ranges::any_of(
                         texts, [&](const test::DrawnText& one) { return one.words.endsWith(QLatin1String(word)); }),
                     word);
    }
};

QTEST_MAIN(TestSeriesPainter)
#include "tst_series_painter.moc"
