// SPDX-License-Identifier: GPL-3.0-or-later
// A column before and after it is mended, drawn before anything is done.
#include "common/theme.h"
#include "pages/data/mend_drawing.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace gatelab;

class TestMendDrawing : public QObject {
    Q_OBJECT
    Theme theme_;

    static FindingRemedy rescaled(std::int64_t rows, double times, double plus) {
        FindingRemedy remedy;
        remedy.preview = "The rows before are rescaled.";
        remedy.rescaled = {0, rows}, remedy.times = times, remedy.plus = plus;
        return remedy;
    }

private Q_SLOTS:
    void bothCurves() {
        Channel channel{"power", "", {}};
        for (int r = 0; r < 10'000; ++r) channel.values.append(r < 4000 ? 1 + (r % 2) : 1000.0 * (1 + (r % 2)));
        channel.values.edit()[17] = std::numeric_limits<double>::quiet_NaN();
        const MendDrawing drawing(theme_, channel, rescaled(4000, 1000, 0));
        const auto& [is, becomes] = drawing.curves();
        QCOMPARE(is.size(), becomes.size());
        QVERIFY(is.size() > 50 && is.size() < 1000);
        QCOMPARE(is.front().low, 1.0);
        QCOMPARE(is.front().high, 2.0);
        for (const auto& one : becomes) QVERIFY(one.low == 1000 && one.high == 2000);
        QCOMPARE(is.back().high, 2000.0);
        QCOMPARE(drawing.accessibleName(), QStringLiteral("The rows before are rescaled."));
    }

    /// The rows that become others are drawn in another place; the others once.
    void itIsDrawn() {
        Channel channel{"level", "", {}};
        for (int r = 0; r < 400; ++r) channel.values.append(std::sin(0.3 * r) + (r < 200 ? 0 : 40));
        const auto picture = [&](double plus) {
            MendDrawing drawing(theme_, channel, rescaled(200, 1, plus));
            drawing.resize(300, drawing.sizeHint().height());
            return drawing.grab().toImage();
        };
        QVERIFY(picture(40) != picture(0));
        const QImage mended = picture(40), other = picture(20);
        QVERIFY(mended != other);
    }

    void fewValues() {
        for (const int rows : {0, 1, 2}) {
            Channel channel{"few", "", {}};
            for (int r = 0; r < rows; ++r) channel.values.append(std::numeric_limits<double>::quiet_NaN());
            MendDrawing drawing(theme_, channel, rescaled(1, 2, 3));
            drawing.resize(100, 60);
            QVERIFY(!drawing.grab().isNull());
            QCOMPARE(drawing.curves()[0].size(), static_cast<std::size_t>(rows));
        }
    }
};

QTEST_MAIN(TestMendDrawing)
#include "tst_mend_drawing.moc"
