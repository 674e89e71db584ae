// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of large files: said, limited and removed.
#include "common/theme.h"
#include "support/quick_folder.h"
#include "widgets/labels/wrapped_label.h"
#include "window/kept_columns_dialog.h"

#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTest>
#include <memory>

using namespace gatelab;

class TestKeptColumnsDialog : public QObject {
    Q_OBJECT
    QuickFolder folder_;

private Q_SLOTS:
    void isSaidLimitedAndRemoved() {
        ColumnCache cache(folder_.path() / "columns", {0, 0});
        Series series;
        series.channels = {{"a", "", std::vector<double>(5000, 2.5)}};
        cache.keep("one", std::make_shared<const Series>(series));
        QVERIFY(cache.setLimit(UINT64_C(3) << 30).ok());
        QTRY_VERIFY(cache.bytes() > 40000);
        Theme theme;
        KeptColumnsDialog dialog(cache, theme);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        for (const auto* label : dialog.findChildren<WrappedLabel*>())
            if (label->isVisible()) QVERIFY(label->height() >= label->heightForWidth(label->width()));
        auto* most = dialog.findChild<QDoubleSpinBox*>();
        QCOMPARE(most->value(), 3.0);
        // Half of a number that is being typed removes nothing.
        most->selectAll();
        QTest::keyClicks(most, QStringLiteral("4"));
        QCOMPARE(cache.limit(), std::uint64_t{3} << 30);
        most->setValue(1);
        QCOMPARE(cache.limit(), std::uint64_t{1} << 30);
        const auto buttons = dialog.findChildren<QPushButton*>();
        const auto remove = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* one) {
            return one->text() == QLatin1String("&Remove all");
        });
        QVERIFY(remove != buttons.end() && (*remove)->isEnabled());
        (*remove)->click();
        QCOMPARE(cache.bytes(), std::uint64_t{0});
        QVERIFY(!(*remove)->isEnabled());
    }
};

QTEST_MAIN(TestKeptColumnsDialog)
#include "tst_kept_columns_dialog.moc"
