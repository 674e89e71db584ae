// SPDX-License-Identifier: GPL-3.0-or-later
// Names that begin alike are told apart in little room.
#include "common/name_text.h"
#include "common/theme.h"

#include <QTest>

#include <set>

using namespace gatelab;

class TestNameText : public QObject {
    Q_OBJECT
    Theme theme_;
    QFontMetrics metrics_{theme_.font(13, 500)};

    QString cut(const std::vector<std::string>& names, std::size_t which, int width = 116) const {
        return nameToldApart(names[which], names, metrics_, width);
    }

private Q_SLOTS:
    void whatFitsStays() {
        const std::vector<std::string> names{"load", "load_2"};
        QCOMPARE(cut(names, 0), QStringLiteral("load"));
        QCOMPARE(cut(names, 1), QStringLiteral("load_2"));
    }

    void wordsOfOneColumn() {
        const std::vector<std::string> names{"Verwendungszweck=EDEKA", "Verwendungszweck=Rewe",
                                             "Verwendungszweck=Gehalt Muster", "Verwendungszweck=Lastschrift PayPal",
                                             "Verwendungszweck=Lastschrift Netz"};
        std::set<QString> shown;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const QString text = cut(names, i);
            QVERIFY2(metrics_.horizontalAdvance(text) <= 116, qPrintable(text));
            QVERIFY2(text.contains(QChar(0x2026)), qPrintable(text));
            shown.insert(text);
        }
        QCOMPARE(shown.size(), names.size());
        QVERIFY2(cut(names, 0).startsWith(QLatin1String("Ver")) && cut(names, 0).endsWith(QLatin1String("=EDEKA")),
                 qPrintable(cut(names, 0)));
        QVERIFY2(cut(names, 3).contains(QLatin1String("PayPal")), qPrintable(cut(names, 3)));
    }

    /// Alone, and of letters that take several bytes each.
    void nothingAlike() {
        const std::vector<std::string> alone{"a name that is much too long for its place, 17"};
        const QString text = cut(alone, 0);
        QVERIFY2(text.startsWith(QLatin1String("a na")) && text.endsWith(QLatin1String("17")), qPrintable(text));
        const std::vector<std::string> chinese{"交易对方名称和备注说明内容=超市", "交易对方名称和备注说明内容=房租"};
        QVERIFY2(cut(chinese, 0, 90).endsWith(QStringLiteral("=超市")), qPrintable(cut(chinese, 0, 90)));
        QVERIFY(cut(chinese, 0, 90) != cut(chinese, 1, 90));
        QVERIFY(cut({"", ""}, 0).isEmpty());
    }
};

QTEST_MAIN(TestNameText)
#include "tst_name_text.moc"
