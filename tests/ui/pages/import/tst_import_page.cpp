// SPDX-License-Identifier: GPL-3.0-or-later
// An import is a transaction: until it is confirmed the experiment, its data and its undo steps stay as they are, and
// one undo takes it back.
// Holds ui/pages/import/import_page.cpp.
#include "common/background_job.h"
#include "pages/import/import_page.h"
#include "pages/import/near_form.h"
#include "pages/import/raw_card.h"
#include "pages/import/raw_text.h"
#include "support/places.h"
#include "support/whole_program.h"
#include "widgets/banner.h"
#include "window/window_actions.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace gatelab;

class TestImportPage : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<test::WholeProgram> program_;

    QString put(const char* name, const QByteArray& bytes) const {
        QFile file(folder_->filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
        return file.fileName();
    }
    static QByteArray table(int rows) {
        QByteArray text("load\n");
        for (int i = 0; i < rows; ++i) text += QByteArray::number(20 + i * i % 17) + "\n";
        return text;
    }
    ImportPage& page() const { return *qobject_cast<ImportPage*>(program_->window->page(QStringLiteral("import"))); }
    ExperimentModel& draft() const { return *page().findChild<ExperimentModel*>(); }
    ExperimentModel& present() const { return program_->experiment; }
    bool read() const {
        return QTest::qWaitFor([this] { return !draft().loading(); });
    }
    void press(const char* words) const {
        for (auto* button : page().findChildren<QPushButton*>())
            if (button->text().startsWith(QLatin1String(words)) && button->isVisible()) return button->click();
        QFAIL(words);
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        program_ = std::make_unique<test::WholeProgram>(folder_->path());
        present().suggestForOpened();
        QTRY_VERIFY(present().prepared());
        present().set("lookback", std::int64_t{12});  // a step to be kept
        QTRY_VERIFY(!present().preparing());
    }
    void cleanup() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    /// While other shapes of a file are looked for the page says so, and not longer.
    void itSaysWhileShapesAreLookedFor() {
        class Shows : public QObject {
        public:
            int count = 0;

        private:
            bool eventFilter(QObject*, QEvent* event) override {
                count += event->type() == QEvent::Show ? 1 : 0;
                return false;
            }
        } shows;
        auto* looking = page().findChild<QWidget*>(QStringLiteral("looking"));
        QVERIFY(looking && looking->isHidden());
        looking->installEventFilter(&shows);
        program_->window->openPath(put("shapes.csv", table(40)));
        QVERIFY(read());
        QTRY_VERIFY(shows.count > 0);
        QTRY_VERIFY(looking->isHidden());
    }

    void cancelLeavesNoTraceOfFiveBadFiles() {
        const ExperimentConfig config = present().config();
        const auto data = present().dataset();
        const auto prepared = present().prepared();
        const int steps = present().undoStack().count();
        const QString scope = program_->board.scope();
        for (int i = 0; i < 5; ++i) {
            program_->window->openPath(put(qPrintable(QStringLiteral("bad%1.csv").arg(i)), "a,b\nx,y\nz,w\n"));
            QVERIFY(read());
            QVERIFY(!draft().dataError().isEmpty());
            QVERIFY(page().findChild<Banner*>()->isVisible());
            QVERIFY(present().dataError().isEmpty() && present().config() == config);
            QCOMPARE(present().dataset(), data);
        }
        press("Cancel");
        QCOMPARE(program_->window->shownPage(), QStringLiteral("data"));
        QCOMPARE(present().config(), config);
        QCOMPARE(present().dataset(), data);
        QCOMPARE(present().prepared(), prepared);
        QCOMPARE(present().undoStack().count(), steps);
        QCOMPARE(program_->board.scope(), scope);
        QVERIFY(!present().loading());
        // What is looked at next is the present file again.
        program_->window->showPage(QStringLiteral("import"));
        QCOMPARE(draft().config(), config);
        QVERIFY(!page().findChild<Banner*>()->isVisible());
    }

    void oneUndoTakesAnImportBack() {
        const ExperimentConfig config = present().config();
        const int steps = present().undoStack().count();
        program_->window->openPath(put("bad.csv", "a,b\nx,y\nz,w\n"));
        QVERIFY(read());
        program_->window->openPath(put("good.csv", table(400)));
        QVERIFY(read());
        QVERIFY2(draft().dataset(), qPrintable(draft().dataError()));
        draft().set("csv_decimal", std::string("point"));
        QVERIFY(read());
        const auto data = draft().dataset();
        press("Import");
        QCOMPARE(program_->window->shownPage(), QStringLiteral("data"));
        // The data that were looked at, not read a second time.
        QCOMPARE(present().dataset(), data);
        QVERIFY(!present().loading());
        QCOMPARE(present().undoStack().count(), steps + 1);
        QVERIFY2(present().undoStack().undoText().contains(QStringLiteral("good.csv")),
                 qPrintable(present().undoStack().undoText()));
        QCOMPARE(QString::fromStdString(present().config().dataPath), folder_->filePath(QStringLiteral("good.csv")));
        QTRY_VERIFY(present().prepared());
        present().undoStack().undo();
        QCOMPARE(present().config(), config);
        QTRY_VERIFY(present().dataset() && !present().loading());
        present().undoStack().redo();
        QTRY_VERIFY(present().dataset() && present().dataset()->series->rows() == 400);
    }

    // Rows that are put together take the rule of each column; what it is stands at the choice, and one can be typed.
    void resampledByColumn() {
        QByteArray text("date,amount,balance\n");
        double balance = 100;
        for (int i = 0; i < 90; ++i) {
            const double amount = i * 37 % 50 - 20.5;
            text += "2024-0" + QByteArray::number(1 + i / 45) + "-" + QByteArray::number(10 + i % 45 / 3) + "," +
                    QByteArray::number(amount) + "," + QByteArray::number(balance += amount) + "\n";
        }
        program_->window->openPath(put("bank.csv", text));
        QVERIFY(read());
        auto* step = page().findChild<QComboBox*>(QStringLiteral("resample"));
        auto* rule = page().findChild<QComboBox*>(QStringLiteral("resample_by"));
        QVERIFY(step && rule && rule->isEditable());
        const int steps = draft().undoStack().count();
        Q_EMIT step->activated(step->findData(QStringLiteral("1d")));
        QVERIFY(read());
        QCOMPARE(draft().undoStack().count(), steps + 1);
        // What auto decided is what a run repeats.
        const QString decided = QString::fromStdString(draft().config().resampleBy);
        QVERIFY2(decided.contains(QStringLiteral("balance=last")), qPrintable(decided));
        QVERIFY(draft().dataset());
        const Series& series = *draft().dataset()->series;
        QCOMPARE(series.channels[1].values.back(), balance);
        QVERIFY(std::abs(series.channels[1].values[0] - series.channels[0].values[0] - 100) < 1e-9);
        QCOMPARE(rule->currentText(), decided);
        rule->lineEdit()->setText(QStringLiteral("sum, balance=max"));
        rule->lineEdit()->setModified(true);
        Q_EMIT rule->lineEdit()->editingFinished();
        QVERIFY(read());
        QCOMPARE(draft().config().resampleBy, std::string("sum, balance=max"));
        draft().undoStack().undo();
        draft().undoStack().undo();
        QCOMPARE(draft().config().resample, std::string("none"));
        QVERIFY(read());
    }

    void undoOnThePageIsThatOfItsChoices() {
        const ExperimentConfig config = present().config();
        program_->window->openPath(put("good.csv", table(400)));
        QVERIFY(read());
        const std::string before = draft().config().csvDecimal;
        draft().set("csv_decimal", std::string("comma"));
        QVERIFY(read());
        program_->window->actions()["undo"]->trigger();
        QCOMPARE(draft().config().csvDecimal, before);
        QCOMPARE(present().config(), config);
        QVERIFY(read());
        press("Cancel");
        program_->window->actions()["undo"]->trigger();
        QVERIFY(present().config() != config);  // the step before the import
    }

    void leavingThePageImportsNothing() {
        const ExperimentConfig config = present().config();
        program_->window->openPath(put("good.csv", table(400)));
        QVERIFY(read());
        program_->window->showPage(QStringLiteral("model"));
        QCOMPARE(present().config(), config);
        program_->window->showPage(QStringLiteral("import"));
        QCOMPARE(draft().config(), config);
    }

    void theFileOutlivesAnotherLanguage() {
        program_->window->openPath(put("good.csv", table(400)));
        QVERIFY(read());
        const ExperimentConfig chosen = draft().config();
        const QPointer<QWidget> before = &page();
        program_->language.set(QStringLiteral("zh_CN"));
        QTRY_VERIFY(!before);
        QTRY_COMPARE(program_->window->shownPage(), QStringLiteral("import"));
        QCOMPARE(draft().config(), chosen);
        QVERIFY(read());
        QCOMPARE(draft().dataset()->series->rows(), 400);
        QVERIFY(present().config().dataPath.empty());
        program_->language.set(QStringLiteral("en"));
    }

    /// The lines of each file of a folder are seen, not the list that is kept of it.
    void filesOfAFolder() {
        QDir(folder_->path()).mkdir(QStringLiteral("stations"));
        for (const char* name : {"stations/aachen.csv", "stations/bremen.csv"}) {
            QByteArray text("day,temp\n");
            for (int i = 0; i < 28; ++i)
                text += "2024-01-" + QByteArray::number(101 + i).right(2) + "," +
                        QByteArray::number(i * i % 17 + (name[9] == 'a' ? 0 : 100)) + "\n";
            put(name, text);
        }
        program_->window->openPath(folder_->filePath(QStringLiteral("stations")));
        QVERIFY(read());
        const auto* raw = page().findChild<RawText*>();
        auto* files = page().findChild<RawCard*>()->findChild<QComboBox*>();
        QTRY_VERIFY(raw->isVisible() && files->isVisible());
        QCOMPARE(files->count(), 2);
        QTRY_VERIFY2(raw->toPlainText().contains(QStringLiteral("2024-01-02,1")), qPrintable(raw->toPlainText()));
        QVERIFY(!raw->toPlainText().contains(QStringLiteral("gatelab")));
        files->setCurrentIndex(1);
        Q_EMIT files->activated(1);
        QTRY_VERIFY2(raw->toPlainText().contains(QStringLiteral("2024-01-02,101")), qPrintable(raw->toPlainText()));
        program_->window->openPath(put("plain.csv", table(40)));
        QVERIFY(read());
        QTRY_VERIFY(!files->isVisible() && raw->toPlainText().contains(QStringLiteral("load")));
    }

    /// A grid is read at one place where that is given, and whole again without it; what is no place changes nothing.
    void onePlaceOfAGrid() {
        program_->window->openPath(testing::inSource("/tests/core/data/files/grid.nc"));
        QVERIFY(read());
        auto* near = page().findChild<NearForm*>();
        QTRY_VERIFY(near->isVisible());
        QCOMPARE(draft().dataset()->series->channels.size(), std::size_t{40});
        const auto type = [&](const char* words) {
            near->setFocus();
            near->setText(QLatin1String(words));
            QTest::keyClick(near, Qt::Key_Return);
            QVERIFY(read());
        };
        type("52.4 13.2");
        QCOMPARE(draft().dataset()->series->channels.size(), std::size_t{4});
        QVERIFY(draft().dataset()->series->find("t2m 52.5N 13.25E"));
        QCOMPARE(program_->window->shownPage(), QStringLiteral("import"));
        type("somewhere");
        QCOMPARE(draft().dataset()->series->channels.size(), std::size_t{4});
        QVERIFY(near->property("invalid").toBool());
        near->clearFocus();
        near->setGrids(true);  // shows what is read, which is a place
        QCOMPARE(near->text(), QStringLiteral("52.4 13.2"));
        QVERIFY(!near->property("invalid").toBool());
        type("");
        QCOMPARE(draft().dataset()->series->channels.size(), std::size_t{40});
        program_->window->openPath(put("plain.csv", table(40)));
        QVERIFY(read());
        QTRY_VERIFY(!near->isVisible());
    }
};

QTEST_MAIN(TestImportPage)
#include "tst_import_page.moc"
