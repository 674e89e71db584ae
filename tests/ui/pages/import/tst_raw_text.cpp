// SPDX-License-Identifier: GPL-3.0-or-later
// The first lines of a file say which of them names the columns and which are no rows.
#include "data/readers.h"
#include "pages/import/raw_text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>

using namespace gatelab;

class TestRawText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesSayWhatTheyAre_data() {
        QTest::addColumn<QByteArray>("above");
        QTest::addColumn<QStringList>("parts");
        const auto row = [](const char* name, const QByteArray& above, const QStringList& parts) {
            QTest::newRow(name) << above << parts;
        };
        row("names", "t,a\n", {"header"});
        row("title, blank line, names", "Station 7\n\nt,a\n", {"skipped", "skipped", "header"});
        row("comment, names", "# by hand\nt,a\n", {"skipped", "header"});
        row("names in a comment", "# Station 7\n#t,a\n", {"skipped", "header"});
        row("names and units in comments", "# Station 7\n# t,a\n# -,kW\n", {"skipped", "header", ""});
        row("names in a comment, blank line", "% t,a\n\n", {"header", "skipped"});
        row("a title over two lines", "\"Station\n7\"\nt,a\n", {"skipped", "skipped", "header"});
        row("no names", "# Station 7\n", {"skipped"});
    }
    void linesSayWhatTheyAre() {
        QFETCH(QByteArray, above);
        QFETCH(QStringList, parts);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("raw.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(above);
        for (int i = 0; i < 20; ++i)
            file.write("2024-01-" + QByteArray::number(10 + i) + "," + QByteArray::number(i * i % 7) + "\n");
        file.close();
        const auto path = std::filesystem::path(file.fileName().toStdString());
        const auto data = readFile(path, {});
        QVERIFY2(data, data ? "" : data.error().message.c_str());
        const auto lines = readHeadLines(path, 12);
        QVERIFY(lines);
        Theme theme;
        RawText text(theme);
        text.setLines(*lines);
        text.setReport(&data->series->report);
        for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
            const int at = block.blockNumber();
            const QString part = at < parts.size() ? parts[at] : QString();
            const QString label = part.isEmpty() ? QString() : QStringLiteral("   ") + part;
            QCOMPARE(block.text(), QStringLiteral("%1  ").arg(at + 1, 3) +
                                       QString::fromStdString((*lines)[static_cast<std::size_t>(at)]) + label);
        }
    }
};

QTEST_MAIN(TestRawText)
#include "tst_raw_text.moc"
