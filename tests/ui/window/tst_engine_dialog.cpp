// SPDX-License-Identifier: GPL-3.0-or-later
// The question for the training engine: nothing is cut, an archive that is none says why and changes nothing.
// Holds ui/window/engine_dialog.cpp.
#include "common/theme.h"
#include "support/quick_folder.h"
#include "widgets/labels/wrapped_label.h"
#include "window/engine_dialog.h"

#include <QCheckBox>
#include <QFile>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace gatelab;

namespace {
constexpr int kPatience = 120000;  // a wait, no demand
}

class TestEngineDialog : public QObject {
    Q_OBJECT
private:
    QuickFolder folder_;
    static QPushButton* button(const EngineDialog& dialog, const QString& text) {
        for (auto* one : dialog.findChildren<QPushButton*>())
            if (one->text() == text) return one;
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("GATELAB_CACHE", QByteArray::fromStdString((folder_.path() / "cache").string())); }

    void nothingIsCut() {
        Theme theme;
        EngineDialog dialog(theme);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        for (const auto* label : dialog.findChildren<WrappedLabel*>())
            if (label->isVisible()) QVERIFY(label->height() >= label->heightForWidth(label->width()));
        for (const auto* one : dialog.findChildren<QPushButton*>())
            QVERIFY(dialog.rect().contains(QRect(one->mapTo(&dialog, QPoint()), one->size())));
        QVERIFY(EngineDialog::isMissing());
        QVERIFY(button(dialog, QStringLiteral("Fetch"))->isEnabled());
    }

    void whatIsNoArchiveSaysWhy() {
        const QString archive = QString::fromStdString((folder_.path() / "a.tar").string());
        QFile file(archive);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("hello") == 5);
        file.close();
        Theme theme;
        EngineDialog dialog(theme);
        const QSignalSpy accepted(&dialog, &QDialog::accepted);
        dialog.show();
        dialog.fetch(archive);
        QVERIFY(!button(dialog, QStringLiteral("Fetch"))->isEnabled());
        QVERIFY(dialog.findChild<QProgressBar*>()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.findChild<QProgressBar*>()->isVisible(), kPatience);
        QCOMPARE(accepted.count(), 0);
        bool isSaid = false;
        for (const auto* label : dialog.findChildren<WrappedLabel*>())
            isSaid = isSaid || (label->isVisible() && (label->fullText().contains(QStringLiteral("archive")) ||
                                                       label->fullText().contains(QStringLiteral("pip"))));
        QVERIFY(isSaid && dialog.isVisible());
        QVERIFY(button(dialog, QStringLiteral("Fetch"))->isEnabled());
    }
};

QTEST_MAIN(TestEngineDialog)
#include "tst_engine_dialog.moc"
