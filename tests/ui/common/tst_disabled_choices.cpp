// SPDX-License-Identifier: GPL-3.0-or-later
// What cannot be chosen is drawn so, also in the list of a combo box, in every look.
#include "common/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QStandardItemModel>
#include <QTest>

using namespace gatelab;

class TestDisabledChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatCannotBeChosenIsGreyInTheList_data() {
        QTest::addColumn<Appearance>("appearance");
        QTest::newRow("light") << Appearance::Light;
        QTest::newRow("dark") << Appearance::Dark;
        QTest::newRow("high contrast") << Appearance::HighContrast;
    }
    void whatCannotBeChosenIsGreyInTheList() {
        QFETCH(Appearance, appearance);
        Theme theme;
        theme.setAppearance(appearance);
        QWidget window;
        window.setStyleSheet(theme.styleSheet());
        QComboBox box(&window);
        box.addItems({QStringLiteral("MMMM"), QStringLiteral("MMMM")});
        qobject_cast<QStandardItemModel*>(box.model())->item(1)->setEnabled(false);
        box.resize(200, 30);
        window.resize(300, 100);
        window.show();
        box.setCurrentIndex(-1);  // none is marked by the list
        box.showPopup();
        QTRY_VERIFY(box.view()->isVisible());
        const QPixmap list = box.view()->viewport()->grab();
        const QImage image = list.toImage();
        const auto inkOf = [&](int row) {
            const QRect place = box.view()->visualRect(box.model()->index(row, 0));
            int count = 0;
            for (int y = place.top(); y <= place.bottom(); ++y)
                for (int x = place.left(); x <= place.right(); ++x)
                    count += image.pixelColor(qRound(x * list.devicePixelRatio()),
                                              qRound(y * list.devicePixelRatio())) == theme.palette().text;
            return count;
        };
        QVERIFY(inkOf(0) > 0);
        QCOMPARE(inkOf(1), 0);
    }
};

QTEST_MAIN(TestDisabledChoices)
#include "tst_disabled_choices.moc"
