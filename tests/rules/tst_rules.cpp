// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.h"
#include "support/rules.h"

#include <QFile>
#include <QtTest>

using namespace gatelab::rules;

namespace {

const Rule& ruleNamed(const QString& name) {
    for (const Rule& rule : rules())
        if (name == QLatin1String(rule.name)) return rule;
    qFatal("no such rule");
}

const char* const kSpdx = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

}  // namespace

/// The whole project keeps its rules, and each rule can fail.
class TstRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void projectKeepsTheRule_data() {
        QTest::addColumn<QString>("name");
        for (const Rule& rule : rules()) QTest::newRow(rule.name) << QString::fromLatin1(rule.name);
    }
    void projectKeepsTheRule() {
        QFETCH(QString, name);
        static const auto kFiles = readProject(gatelab::testing::kSourceFolder);
        QVERIFY(kFiles.size() > 50);
        Findings found;
        for (const SourceFile& file : kFiles)
            for (Finding& finding : ruleNamed(name).check(file)) found.push_back(std::move(finding));
        QVERIFY2(found.empty(), print(found).c_str());
    }

    void noPageHasAnUnfinishedMerge() {
        const auto pages = readPages(gatelab::testing::kSourceFolder);
        QVERIFY(pages.size() > 20);
        Findings found;
        for (const SourceFile& page : pages) std::ranges::move(unfinishedMerges(page), std::back_inserter(found));
        QVERIFY2(found.empty(), print(found).c_str());
    }

    void aTypeHasItsNameAlone() {
        const Findings found = typesOfOneName(readProject(gatelab::testing::kSourceFolder));
        QVERIFY2(found.empty(), print(found).c_str());
        QCOMPARE(typesOfOneName({{"core/nn/a.h", "struct LayerOutput {\n"},
                                 {"core/cuda/b.h", "\nclass LayerOutput : public X {\n"},
                                 {"core/cuda/c.h", "struct LayerOutput;\n"}})
                     .size(),
                 std::size_t{1});
    }
    void aClassHasOneFile() {
        const Findings found = classesOfTwoFiles(readProject(gatelab::testing::kSourceFolder));
        QVERIFY2(found.empty(), print(found).c_str());
        QCOMPARE(classesOfTwoFiles({{"ui/charts/a.cpp", "void Chart::paint() {\n    Line::draw();\n}\n"},
                                    {"ui/charts/a.h", "inline int Chart::size() {\n"},
                                    {"ui/charts/line.cpp", "Line::Line() = default;\nQString Line::text() const {\n"},
                                    {"ui/charts/chart_actions.cpp", "std::vector<int> Chart::rows(int n) {\n"},
                                    {"tests/ui/tst_a.cpp", "void Chart::testOnly() {\n"}})
                     .size(),
                 std::size_t{1});
    }
    void foldersHaveRooms() {
        const Findings found = crowdedFolders(readProject(gatelab::testing::kSourceFolder));
        QVERIFY2(found.empty(), print(found).c_str());
        std::vector<SourceFile> many;
        for (int i = 0; i < 30; ++i) many.push_back({"core/nn/a" + std::to_string(i) + ".h", ""});
        many.push_back({"core/nn/a0.cpp", ""});  // the same unit
        QVERIFY(crowdedFolders(many).empty());
        many.push_back({"core/nn/b.cpp", ""});
        QCOMPARE(crowdedFolders(many).size(), std::size_t{1});
    }
    void linesKeepTheBudget() {
        QFile budget(gatelab::testing::inSource("/tests/rules/budget.txt"));
        QVERIFY(budget.open(QIODevice::ReadOnly));
        const Findings found = overBudget(readProject(gatelab::testing::kSourceFolder), budget.readAll().toStdString());
        QVERIFY2(found.empty(), print(found).c_str());
        const std::vector<SourceFile> files = {{"core/nn/a.h", "1\n2\n"}, {"core/nn/b/c.h", "1\n2\n3\n"}};
        QVERIFY(overBudget(files, "# folder lines\ncore/nn 2\ncore/nn/b 3\n").empty());
        QCOMPARE(overBudget(files, "core/nn 2\ncore/nn/b 2\n").size(), std::size_t{1});
        QCOMPARE(overBudget(files, "core/nn 4\n").size(), std::size_t{1});
        QCOMPARE(overBudget(files, "core/nn/b 9\n").size(), std::size_t{1});  // a folder without a line
    }
    void whatCommentsNameIsThere() {
        const Findings found = namesThatAreNot(readProject(gatelab::testing::kSourceFolder));
        QVERIFY2(found.empty(), print(found).c_str());
        const std::string good = "struct Cell { int gates; };  // see nn/a.h, Cell::gates\n";
        QVERIFY(namesThatAreNot({{"core/nn/a.h", good}}).empty());
        QCOMPARE(namesThatAreNot({{"core/nn/a.h", "// see nn/b.h\n"}}).size(), std::size_t{1});
        QCOMPARE(namesThatAreNot({{"core/nn/a.h", "struct Cell {};  // Cell::gates\n"}}).size(), std::size_t{1});
    }
    void aTestHoldsEachLongSource() {
        const Findings found = sourcesWithoutTest(readProject(gatelab::testing::kSourceFolder));
        QVERIFY2(found.empty(), print(found).c_str());
        const SourceFile source{"core/nn/a.cpp", std::string(151, '\n')}, header{"core/nn/b.h", std::string(151, '\n')};
        const SourceFile entry{"app/main.cpp", std::string(151, '\n')};
        const auto count = [](const std::vector<SourceFile>& files) { return sourcesWithoutTest(files).size(); };
        QCOMPARE(count({source}), std::size_t{1});
        QCOMPARE(count({{"core/nn/a.cpp", std::string(150, '\n')}, header, entry}), std::size_t{0});
        QCOMPARE(count({source, {"tests/engine/tst_a.cpp", ""}}), std::size_t{0});
        QCOMPARE(count({source, {"tests/engine/tst_b.cpp", "// Holds core/nn/a.cpp.\n"}}), std::size_t{0});
        QCOMPARE(count({source, {"tests/engine/tst_b.cpp", "\n// Holds core/nn/a.cpp.\n"}}), std::size_t{1});
        QCOMPARE(count({source, {"tests/bench/tst_a.cpp", "// Holds core/nn/a.cpp.\n"}}), std::size_t{1});
        QCOMPARE(count({{"tests/engine/tst_b.cpp", "// Holds core/nn/a.cpp.\n"}}), std::size_t{1});  // no such source
        QCOMPARE(count({entry, {"tests/ui/tst_main.cpp", ""}}), std::size_t{1});  // no exception any more
    }
    void everyTextOfASettingIsLookedFor() {
        QFile file(gatelab::testing::inSource("/core/config/experiment_config.h"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        static const QRegularExpression member(QStringLiteral("^    std::string (\\w+)"),
                                               QRegularExpression::MultilineOption);
        int count = 0;
        for (auto all = member.globalMatch(QString::fromUtf8(file.readAll())); all.hasNext(); ++count) {
            const QString name = all.next().captured(1);
            if (name == QStringLiteral("name") || name == QStringLiteral("notes")) continue;
            const std::string text = "config." + name.toStdString() + " == \"a\"";
            QVERIFY2(!settingsComparedAsText({"core/nn/a.cpp", text}).empty(), text.c_str());
        }
        QVERIFY(count > 20);
    }
    void badIsFound_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* path, const QString& text) {
            QTest::addRow("%s: %s", name, path) << QString::fromLatin1(name) << QString::fromLatin1(path) << text;
        };
        row("include directions", "core/io/a.cpp", "#include \"data/series.h\"\n");
        row("include directions", "core/train/a.h", "#include \"session/engine.h\"\n");
        row("include directions", "core/data/a.h", "#include \"ui/theme.h\"\n");
        row("include directions", "core/newcomer/a.cpp", "");
        row("include directions", "core/nn/a.cpp", "#include \"cuda/backend.h\"\n");
        row("include directions", "ui/charts/a.cpp", "#include \"pages/page.h\"\n");
        row("include directions", "ui/runs/a.h", "#include \"window/main_window.h\"\n");
        row("include directions", "ui/a.cpp", "");
        row("unfinished merges", "core/base/a.h", QString(7, QChar('<')) + QLatin1String(" HEAD\n"));
        row("unfinished merges", "core/base/a.h", QString(7, QChar('|')) + QLatin1String("\n"));
        row("heavy seams", "core/base/a.h", "#include <QString>\n");
        row("heavy seams", "app/worker/a.cpp", "#include <QtCore>\n");
        row("heavy seams", "ui/pages/a.cpp", "  #  include <QChartView>\n");
        row("heavy seams", "ui/window/a.cpp", "#include <torch/torch.h>\n");
        row("heavy seams", "core/data/a.cpp", "#include <ATen/ATen.h>\n");
        row("heavy seams", "core/train/a.cpp", "#include <cuda_runtime_api.h>\n");
        row("heavy seams", "core/data/hdf5_reader.cpp", "#include <hdf5.h>\n");
        row("heavy seams", "core/data/tables/a.cpp", "#include <arrow/api.h>\n");
        row("heavy seams", "core/data/arrays/a.cpp", "#include <zlib.h>\n");
        row("heavy seams", "core/data/look/a.cpp", "#include <fftw3.h>\n");
        row("heavy seams", "core/store/a.cpp", "#include <SQLiteCpp/SQLiteCpp.h>\n");
        row("heavy seams", "core/device/a.cpp", "#include <nvml.h>\n");
        row("heavy seams", "core/data/a2.cpp", "#include \"io/json/json.h\"\n");
        row("heavy seams", "core/store/a2.cpp", "#include <nlohmann/json.hpp>\n");
        row("writes", "core/store/a.cpp", "std::ofstream out(path);\n");
        row("writes", "core/data/a.cpp", "int f = ::open(path, O_WRONLY | O_CREAT);\n");
        row("writes", "ui/window/a.cpp", "QFile f(p); f.open(QIODevice::WriteOnly);\n");
        row("writes", "ui/window/b.cpp", "QSaveFile f(p);\n");
        row("writes", "core/export/a.cpp", "auto f = fopen(path, \"w\");\n");
        row("writes", "core/export/b.cpp", "hid_t f = H5Fcreate(name, 0, 0, 0);\n");
        row("licence lines", "core/data/a.h", "#pragma once\n");
        row("licence lines", "core/data/CMakeLists.txt", "add_library(a)\n");
        row("leftovers", "core/data/a.cpp", QStringLiteral("// TO") + "DO: later\n");
        row("leftovers", "core/data/b.cpp", QStringLiteral("open(\"/ho") + "me/jane/a.csv\");\n");
        row("leftovers", "CMakeLists.txt", QStringLiteral("set(a /wo") + "rk/b)\n");
        row("line widths", "core/data/a.cpp", QString(121, QLatin1Char('x')));
        row("line widths", "core/data/a.h", QStringLiteral("f(R\"(%1)\");\n// %1").arg(QString(121, QLatin1Char('x'))));
        row("function lengths", "core/nn/a.cpp", "int f(int a,\n      int b) {\n" + QString(79, u'\n') + "}\n");
        row("function lengths", "ui/form/a.cpp", "A::A()\n    : b_() {\n" + QString(90, u'\n') + "}\n");
        row("settings as text", "core/nn/a.cpp", "if (config.task == \"forecast\")\n");
        row("settings as text", "ui/runs/a.h",
            "return run->config->device\n       != \"cpu\" || c->cell != \"gru\";\n");
        row("settings as text", "app/worker/a.cpp",
            "if (std::string_view(c.loss) == \"mse\" || panel.task() == \"x\")\n");
        row("settings as text", "core/cuda/a.cu", "if (\"fp64\" == plan.config.precision)\n");
        row("banned calls", "ui/window/a.cpp", "qApp->processEvents();\n");
        row("banned calls", "ui/runs/a.h", "mutable std::mutex mutex_;\n");
        row("banned calls", "ui/common/a.cpp", "const QMutexLocker lock(&mutex_);\n");
        row("banned calls", "tests/ui/a.cpp", "QTest::qWait(100);\n");
        row("banned calls", "tests/core/a.cpp", "std::this_thread::sleep_for(1ms);\n");
    }
    void badIsFound() {
        QFETCH(QString, name);
        QFETCH(QString, path);
        QFETCH(QString, text);
        QVERIFY(!ruleNamed(name).check({path.toStdString(), text.toStdString()}).empty());
    }

    void goodPasses_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::newRow("left") << "core/data/a.cpp"
                              << "#include \"data/series.h\"\n#include \"base/result.h\"\n";
        QTest::newRow("comment") << "core/data/a.cpp"
                                 << "// never std::ofstream; /* fopen( */\nint processEvents = 1;\n";
        QTest::newRow("text") << "ui/window/a.cpp"
                              << "auto text = tr(\"an \\\" ofstream\"); const int n = 1'000; // '\nint m = 1;\n";
        QTest::newRow("eighty lines") << "core/nn/a.cpp"
                                      << "int g(int);\nint h(int a) { return a; }\nint f(int a) {\n" +
                                             QString(78, u'\n') + "}\n";
        QTest::newRow("settings")
            << "core/nn/a.cpp"
            << "config.task = \"a\"; f(isForecast(c), c.loss == other, \"b\"); // c.task == \"a\"\n"
               "g(\"c.task == \", score.method == \"model\", cell == \"-\", c.tasks == \"a\");\n";
        QTest::newRow("settings at home") << "core/config/a.cpp"
                                          << "return config.task == \"forecast\";\n";
        QTest::newRow("buffer") << "ui/window/a.cpp"
                                << "QBuffer buffer(&bytes); buffer.open(QIODevice::WriteOnly);\n";
        QTest::newRow("seams") << "core/io/hdf5_file.cpp"
                               << "#include <hdf5.h>\n";
        QTest::newRow("charts") << "ui/charts/line_chart.cpp"
                                << "#include <QChart>\n";
        QTest::newRow("raw text") << "core/data/a.cpp"
                                  << QStringLiteral("f(R\"x(%1\n)\" %1)x\");\n").arg(QString(121, QLatin1Char('x')));
        QTest::newRow("Chinese") << "ui/window/a.cpp" << QString(120, QChar(0x4E2D));
        QTest::newRow("no machine path") << "core/data/a.cpp"
                                         << "auto p = root / \"network/work/a\"; // see www.example.org/home/x\n";
    }
    void goodPasses() {
        QFETCH(QString, path);
        QFETCH(QString, text);
        for (const Rule& rule : rules()) {
            const Findings found = rule.check({path.toStdString(), kSpdx + text.toStdString()});
            QVERIFY2(found.empty(), print(found).c_str());
        }
    }

    void blankingKeepsLines() {
        const std::string text = "a /* b\nc */ d // e\n\"f\\\"g\" h 'i' 1'0\n";
        QCOMPARE(QString::fromStdString(withoutCommentsAndTexts(text)),
                 QStringLiteral("a     \n     d     \n\"    \" h ' ' 1'0\n"));
    }
};

QTEST_APPLESS_MAIN(TstRules)
#include "tst_rules.moc"
