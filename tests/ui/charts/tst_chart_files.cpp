// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a chart is saved as: their names, a title that stays within the picture, and the times of rows.
#include "charts/chart_export.h"
#include "charts/chart_legend.h"
#include "charts/line_chart.h"
#include "common/theme.h"
#include "pages/data/row_format.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestChartFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesArePlain() {
        QCOMPARE(plainFileName(QStringLiteral("Loss, LSTM 1×16 · seed 2 · run 4, ETTh1.csv")),
                 QStringLiteral("Loss-LSTM-1x16-seed-2-run-4-ETTh1"));
        QCOMPARE(plainFileName(QStringLiteral("Über/alles: 1.5")), QStringLiteral("Uber-alles-1-5"));
        QCOMPARE(plainFileName(QStringLiteral("损失")), QStringLiteral("chart"));
    }

    void aLongTitleIsCutWhereThatShows() {
        Theme theme;
        ChartContent content;
        content.title = QStringLiteral("Throughput");
        content.unit = QStringLiteral("windows/s");
        content.x = {0, 1, false}, content.y = {0, 1, false};
        ChartLegend legend(content, theme, nullptr);
        const auto drawn = [&] {
            return QString::fromUtf8(
                       chartPicture(content, legend, theme, QSize(400, 240)).bytes(QStringLiteral("svg"), 1))
                .section(QStringLiteral("<defs>"), 1);
        };
        content.owner = QStringLiteral("run 4");
        QVERIFY(drawn().contains(content.owner));
        content.owner = QStringLiteral("LSTM 1x16 and many more words on it ").repeated(4) + QStringLiteral("LAST");
        QVERIFY(drawn().contains(QChar(0x2026)) && !drawn().contains(QStringLiteral("LAST")));
        content.title = QStringLiteral("A title that is far too long ").repeated(8) + QStringLiteral("END");
        QVERIFY(!drawn().contains(QStringLiteral("END")));
    }

    void rowsHaveTheirTimes() {
        Theme theme;
        auto time = std::make_shared<TimeAxis>();
        time->values = {0, 3'600'000'000, 7'200'000'000};
        time->stepMicros = 3'600'000'000;
        LineChart chart(theme, QStringLiteral("Forecast"), {});
        ChartLine line;
        line.name = QStringLiteral("a, b"), line.x = {1, 2, 3}, line.y = {0.5, 1, 2};
        chart.setLines({line});
        const QTemporaryDir folder;
        const auto written = [&] {
            const QString path = folder.filePath(QStringLiteral("a.csv"));
            if (const QString error = chart.exportTo(path); !error.isEmpty()) return error.toUtf8();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        chart.setXTimes(rowSeconds(time), rowTimes(time));
        QCOMPARE(
            written(),
            QByteArray(
                "row,time,\"a, b\"\n1,1970-01-01 01:00:00,0.5\n2,1970-01-01 02:00:00,1\n3,1970-01-01 03:00:00,2\n"));
        chart.setXTimes(rowSeconds({}), rowTimes({}));
        chart.setXLabel(QStringLiteral("row"));
        QCOMPARE(written(), QByteArray("row,\"a, b\"\n1,0.5\n2,1\n3,2\n"));
    }
};

QTEST_MAIN(TestChartFiles)
#include "tst_chart_files.moc"
