// SPDX-License-Identifier: GPL-3.0-or-later
// The import page says what may be wrong with the reading, values that stand for "missing" among it, and shows the
// shapes in which a table can be read. Holds ui/pages/import/shape_cards.cpp and
// ui/pages/import/shape_picture.cpp.
#include "common/background_job.h"
#include "pages/import/import_form.h"
#include "pages/import/line_list.h"
#include "pages/import/shape_cards.h"
#include "support/read_files.h"
#include "support/whole_program.h"
#include "widgets/banner.h"

#include <QComboBox>
#include <QDate>
#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace gatelab;

class TestImportDoubts : public QObject {
    Q_OBJECT
    /// The best first.
    static QList<ShapeCard*> cards(const test::WholeProgram& program) {
        return program.window->page(QStringLiteral("import"))->findChildren<ShapeCard*>();
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void standInsAreSaid() {
        const QTemporaryDir folder;
        const auto put = [&](const char* name, const QByteArray& standIn) {
            QFile file(folder.filePath(QString::fromUtf8(name)));
            QByteArray text = "load\n";
            for (int i = 0; i < 110; ++i) text += (i % 11 == 5 ? standIn : QByteArray::number(20 + i * i % 17)) + "\n";
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
            return file.fileName();
        };
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(!program.experiment.loading());
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        auto* banner = program.window->page(QStringLiteral("import"))->findChild<Banner*>();
        const QString said = QStringLiteral(
            "Column 'load' holds -999 10 times, far from all other values: perhaps it "
            "means missing. Add it to the spellings of missing values on import.");

        const auto plain = [](const QString& tip) { return QString(tip).replace(QLatin1Char('\n'), QLatin1Char(' ')); };

        program.window->openPath(put("numbers.csv", "-999"));
        QTRY_VERIFY(!draft->loading());
        QVERIFY(banner->isVisible());
        QCOMPARE(banner->text(), QStringLiteral("Note: ") + said);
        QCOMPARE(plain(banner->toolTip()), said);

        // Before what is said of single lines.
        program.window->openPath(put("short.csv", "-999,7"));
        QTRY_VERIFY(!draft->loading());
        QCOMPARE(banner->text(), QStringLiteral("Note: ") + said + QStringLiteral(" show 10 more"));
        // One click opens all of them, another one closes them.
        auto* all = program.window->page(QStringLiteral("import"))->findChild<LineList*>(QStringLiteral("doubts"));
        QVERIFY(all && !all->isVisible());
        Q_EMIT banner->linkClicked();
        QVERIFY(all->isVisible());
        QCOMPARE(all->findChild<QListWidget*>()->count(), 11);
        QCOMPARE(all->findChild<QListWidget*>()->item(0)->text(), said);
        Q_EMIT banner->linkClicked();
        QVERIFY(!all->isVisible());
        QVERIFY2(plain(banner->toolTip()).startsWith(said + QStringLiteral(" Line 7: ")),
                 qPrintable(banner->toolTip()));

        // Another message bears no tip of the one before.
        QFile file(folder.filePath(QStringLiteral("texts.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a,b\nx,y\nz,w\n") > 0);
        file.close();
        program.window->openPath(file.fileName());
        QTRY_VERIFY(!draft->loading());
        QVERIFY2(banner->isVisible() && banner->text().startsWith(QStringLiteral("The file cannot be read")),
                 qPrintable(banner->text()));
        QCOMPARE(banner->toolTip(), QString());

        program.window->openPath(put("words.csv", "NA"));
        QTRY_VERIFY(!draft->loading());
        QVERIFY2(!banner->isVisible(), qPrintable(banner->text()));
    }

    /// A long table is read as what it is, said so, and as rows again with one click.
    void longTable() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("long.csv")));
        QByteArray text = "unique_id,ds,y\n";
        for (const char* name : {"north", "south", "west"})
            for (int i = 0; i < 28; ++i)
                text += QByteArray(name) + ",2024-01-" + QByteArray::number(101 + i).right(2) + "," +
                        QByteArray::number(i * i % 17 + 0.5) + "\n";
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(!program.experiment.loading());
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        auto* banner = program.window->page(QStringLiteral("import"))->findChild<Banner*>();
        program.window->openPath(file.fileName());
        QTRY_COMPARE(draft->config().csvShape, std::string("long"));
        QTRY_VERIFY(!draft->loading() && draft->dataset());
        QCOMPARE(draft->dataset()->series->rows(), std::int64_t{28});
        QCOMPARE(draft->dataset()->series->channels.size(), std::size_t{3});
        QVERIFY2(!banner->text().contains(QStringLiteral("long table")), qPrintable(banner->text()));
        QTRY_COMPARE(cards(program).size(), 3);
        const auto chosen = [&] {
            for (const ShapeCard* card : cards(program))
                if (card->isChecked()) return QString::fromStdString(card->candidate().shape);
            return QString();
        };
        QCOMPARE(chosen(), QStringLiteral("long"));
        // Nobody chose it, and how the file is cut is said of the file.
        const auto* form = program.window->page(QStringLiteral("import"))->findChild<ImportForm*>();
        QTRY_COMPARE(form->changes(), 0);
        const auto shown = [form](const char* key) {
            return form->findChild<QComboBox*>(QLatin1String(key))->currentText();
        };
        QCOMPARE(shown("csv_delimiter"), QStringLiteral("comma ,"));
        QCOMPARE(shown("csv_skip_lines"), QStringLiteral("0"));
        QCOMPARE(shown("csv_header"), QStringLiteral("first line"));
        QVERIFY(form->findChild<QComboBox*>(QStringLiteral("csv_delimiter"))
                    ->itemData(0, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("3 columns in 100")));
        QVERIFY2(cards(program).front()->accessibleName().contains(QStringLiteral("series below each other")),
                 qPrintable(cards(program).front()->accessibleName()));
        cards(program).back()->click();
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->series->rows() == 84);
        QCOMPARE(draft->config().csvShape, std::string("rows"));
        QCOMPARE(chosen(), QStringLiteral("rows"));
        // One click back, whatever was chosen.
        auto* back = cards(program).front()->parentWidget()->findChild<QPushButton*>();
        QVERIFY(back && back->isVisible());
        back->click();
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->series->rows() == 28);
        QVERIFY(!back->isVisible());
        QCOMPARE(chosen(), QStringLiteral("long"));
    }

    /// An array of three dimensions is sequences, each order of its dimensions and the table one click away.
    void arrays() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(!program.experiment.loading());
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        auto* banner = program.window->page(QStringLiteral("import"))->findChild<Banner*>();
        program.window->openPath(QString::fromStdString(testing::file("sequences.npz").string()));
        QTRY_COMPARE(draft->config().csvShape, std::string("ntc"));
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->sequences);
        QCOMPARE(draft->dataset()->sequences->items.size(), std::size_t{10});
        QVERIFY2(!banner->text().contains(QStringLiteral("were read as")), qPrintable(banner->text()));
        QTRY_VERIFY(cards(program).size() > 1 && cards(program).front()->isChecked());
        QVERIFY2(cards(program).front()->accessibleName().contains(QStringLiteral("6 and 4 sequences of 9 steps")),
                 qPrintable(cards(program).front()->accessibleName()));
        QVERIFY(!cards(program).front()->grab().isNull());
        const QList<ShapeCard*> shapes = cards(program);
        (*std::ranges::find(shapes, "rows", [](const ShapeCard* card) { return card->candidate().shape; }))->click();
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->series);
        auto* back = cards(program).front()->parentWidget()->findChild<QPushButton*>();
        QTRY_VERIFY(back && back->isVisible());
        back->click();
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->sequences);
        QCOMPARE(draft->config().csvShape, std::string("ntc"));
    }

    /// Bookings stay rows; many series of one file are said as such.
    void noLongTable() {
        const QTemporaryDir folder;
        const auto put = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QString::fromUtf8(name)));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
            return file.fileName();
        };
        QByteArray bank = "day;purpose;amount;balance\n", many = "@frequency daily\n@attribute name string\n@data\n";
        for (int i = 0; i < 90; ++i)
            bank += QDate(2024, 12, 1).addDays(-(i * 5 / 8)).toString(QStringLiteral("yyyy-MM-dd")).toUtf8() +
                    (i * i % 7 % 2 == 0 ? ";rent;" : ";shop;") + QByteArray::number(i * 37 % 91 - 40.5) + ";" +
                    (i == 89 ? QByteArray() : QByteArray::number(100.25 + i * 7 % 890)) + "\n";
        for (int s = 0; s < 12; ++s) {
            many += "T" + QByteArray::number(s) + ":5";
            for (int i = 0; i < 30; ++i) many += "," + QByteArray::number(i * i % 17 + s);
            many += "\n";
        }
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(!program.experiment.loading());
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        program.window->openPath(put("bank.csv", bank));
        QTRY_VERIFY(!draft->loading() && draft->dataset());
        QCOMPARE(draft->config().csvShape, std::string("rows"));
        QCOMPARE(draft->dataset()->series->rows(), std::int64_t{90});
        // Columns called by months are one series; as rows again by one click.
        QByteArray months = "year,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec\n";
        for (int y = 0; y < 4; ++y) {
            months += QByteArray::number(1990 + y);
            for (int m = 0; m < 12; ++m) months += "," + QByteArray::number(y * 12 + m);
            months += "\n";
        }
        program.window->openPath(put("months.csv", months));
        QTRY_COMPARE(draft->config().csvShape, std::string("months"));
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->series->rows() == 48);
        QTRY_VERIFY(cards(program).size() > 1 && cards(program).front()->candidate().shape == "months");
        const QList<ShapeCard*> shapes = cards(program);
        (*std::ranges::find(shapes, "rows", [](const ShapeCard* card) { return card->candidate().shape; }))->click();
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->series->rows() == 4);
        program.window->openPath(put("many.tsf", many));
        QTRY_COMPARE(draft->config().csvShape, std::string("together"));
        QTRY_VERIFY(!draft->loading() && draft->dataset() && draft->dataset()->series->rows() == 12 * 31);
        QTRY_VERIFY(!cards(program).isEmpty() && cards(program).front()->candidate().shape == "together" &&
                    cards(program).front()->isChecked());
    }
};

QTEST_MAIN(TestImportDoubts)
#include "tst_import_doubts.moc"
