// SPDX-License-Identifier: GPL-3.0-or-later
// Tab goes from a page to what is on it, and to its inspector after that.
#include "common/background_job.h"
#include "support/whole_program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestTabOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void thePageComesBeforeItsInspector_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"data", "model", "train"}) QTest::newRow(key) << QString::fromLatin1(key);
    }
    void thePageComesBeforeItsInspector() {
        QFETCH(QString, key);
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(key);
        Page* page = program.window->page(key);
        QVERIFY(page->inspector());
        // Of what can be reached by Tab, the first that belongs to either.
        QWidget* first = page->nextInFocusChain();
        const auto counts = [&](QWidget* widget) {
            const bool isOfEither = page->isAncestorOf(widget) || page->inspector()->isAncestorOf(widget);
            return isOfEither && widget->isVisible() && widget->isEnabled() &&
                   (widget->focusPolicy() & Qt::TabFocus) != 0;
        };
        while (first != page && !counts(first)) first = first->nextInFocusChain();
        QVERIFY(first != page);
        QVERIFY2(!page->inspector()->isAncestorOf(first), first->metaObject()->className());
    }
};

QTEST_MAIN(TestTabOrder)
#include "tst_tab_order.moc"
