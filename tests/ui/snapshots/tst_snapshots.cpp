// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in its main states, in three sizes, light and dark, English and Chinese, beside its kept picture
// (beside this file). A difference that is wanted is kept by tests/ui/snapshots/renew, which shows old and new beside
// each other.
// Holds ui/pages/data/data_inspector.cpp, ui/pages/data/recipe_list.cpp and ui/pages/start/start_cards.cpp.
#include "common/background_job.h"
#include "measure/epoch_timer.h"
#include "pages/run_again_panel.h"
#include "support/kept_picture.h"
#include "support/places.h"
#include "support/whole_program.h"

#include <QFontDatabase>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <functional>
#include <vector>

using namespace gatelab;

namespace {

using Program = test::WholeProgram;

constexpr int kPatience = 60000;

/// A state of the window, brought about by what it names.
struct State {
    const char* name;
    std::function<void(Program&)> show;
};

void openData(Program& program, const char* builtin) {
    program.experiment.openBuiltin(QString::fromLatin1(builtin));
    QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading(), kPatience);
}

std::function<void(Program&)> page(const char* key, const char* view = "") {
    return [=](Program& program) { program.window->showPlace({QString::fromLatin1(key), QString::fromLatin1(view)}); };
}

std::function<void(Program&)> ofRun(const char* key, const char* view, int index) {
    return [=](Program& program) {
        const auto& runs = program.runs.runs();
        program.window->showPlace({QString::fromLatin1(key), QString::fromLatin1(view),
                                   QString::fromStdString(runs.at(static_cast<std::size_t>(index)).id)});
    };
}

std::function<void(Program&)> dataView(const char* builtin, int view) {
    return [=](Program& program) {
        openData(program, builtin);
        program.window->showPage(QStringLiteral("data"));
        Page* page = program.window->page(QStringLiteral("data"));
        if (!program.experiment.dataset()->series) return;  // the view of the series before
        QTRY_VERIFY_WITH_TIMEOUT(page->viewState().contains(QStringLiteral("high")), kPatience);
        QVariantMap state = page->viewState();
        state[QStringLiteral("view")] = view;
        page->restoreViewState(state);
    };
}

}  // namespace

class TestSnapshots : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static const std::vector<State>& states() {
        static const std::vector<State> kStates = {
            {"start", page("start")},
            {"import",
             [](Program& program) { program.window->openPath(gatelab::testing::inSource("/datasets/station7.csv")); }},
            {"data-series", dataView("mackey-glass", 0)},
            {"data-sequences", dataView("grammar", 0)},
            {"data-table", dataView("mackey-glass", 5)},
            {"data-sequence-table", dataView("grammar", 5)},
            {"model",
             [](Program& program) {
                 openData(program, "mackey-glass"), page("model")(program);
                 // What an epoch takes here would be another number each time.
                 program.window->findChild<EpochTimer*>()->setWanted(false);
             }},
            {"train-ready", page("train")},
            {"train-finished",
             [](Program& program) {
                 program.runs.open(QString::fromStdString(program.runs.runs().at(1).id));
                 page("train")(program);
             }},
            {"compare-curves", page("compare", "curves")},
            {"compare-scatter", page("compare", "scatter")},
            {"compare-parallel", page("compare", "parallel")},
            {"compare-map", page("compare", "map")},
            {"compare-forecasts", ofRun("compare", "forecasts", 1)},
            {"compare-run", ofRun("compare", "details", 1)},
            {"compare-lab", page("compare", "lab")},
            {"learn-belt", page("learn", "belt")},
            {"learn-microscope", ofRun("learn", "microscope", 1)},
            {"learn-gradient", ofRun("learn", "gradient", 1)},
            {"learn-cell", ofRun("learn", "cell", 1)},
            {"learn-lessons", page("learn", "lessons")},
        };
        return kStates;
    }

private Q_SLOTS:
    void initTestCase() {
        qputenv("TZ", "UTC");
        // A copy: opening a workspace writes into it.
        std::filesystem::copy((test::keptPictures() + QStringLiteral("/workspace")).toStdString(),
                              folder_.filePath(QStringLiteral("runs")).toStdString(),
                              std::filesystem::copy_options::recursive);
    }
    void cleanup() { BackgroundJob::waitForAll(); }

    void pages_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("look");
        for (const char* language : {"en", "zh_CN"})
            for (const char* look : {"light", "dark"})
                QTest::addRow("%s, %s", language, look)
                    << QString::fromLatin1(language) << static_cast<int>(appearanceOf(QString::fromLatin1(look)));
    }
    void pages() {
        QFETCH(QString, language);
        QFETCH(int, look);
        Program program(folder_.path());
        program.language.set(language);
        program.theme.setAppearance(static_cast<Appearance>(look));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace() && !program.runs.runs().empty(),
                                 kPatience);
        QStringList differing;
        for (const State& state : states()) {
            state.show(program);
            for (const QSize size : {QSize(1600, 1000), QSize(1280, 720), QSize(1440, 900)}) {
                program.window->resize(size);
                const QString name =
                    QStringLiteral("%1-%2-%3-%4.png")
                        .arg(QLatin1String(state.name))
                        .arg(size.width())
                        .arg(language.left(2),
                             QString::fromLatin1(QTest::currentDataTag()).section(QStringLiteral(", "), 1));
                const QImage now = test::settled(*program.window, kPatience);
                if (const QString differs = test::differenceFromKept(name, now); !differs.isEmpty())
                    differing << differs;
            }
        }
        QVERIFY2(differing.empty(), qPrintable(differing.join(QLatin1Char('\n'))));
    }
    /// Another font that is installed would draw other pictures.
    void fontsAreThoseOfTheTests() {
        const Theme theme;
        QStringList found = QFontDatabase::families();
        for (const char* name : {"Gatelab Sans", "Gatelab Sans Medium", "Gatelab Sans Semi Bold", "WenQuanYi Micro Hei",
                                 "WenQuanYi Micro Hei Mono", "DejaVu Sans", "DejaVu Sans Mono"})
            QVERIFY2(found.removeAll(QString::fromLatin1(name)) > 0, name);
        for (const char* alias : {"Sans Serif", "Serif", "Monospace"}) found.removeAll(QString::fromLatin1(alias));
        QCOMPARE(found, QStringList());
    }
    /// "Run again...", from the start and from a checkpoint.
    void panels_data() { pages_data(); }
    void panels() {
        QFETCH(QString, language);
        QFETCH(int, look);
        Program program(folder_.path());
        program.language.set(language);
        program.theme.setAppearance(static_cast<Appearance>(look));
        program.runs.openEngine();
        openData(program, "mackey-glass");
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace() && !program.runs.runs().empty(),
                                 kPatience);
        const QString run = QString::fromStdString(program.runs.runs().at(1).id), best = QStringLiteral("best");
        RunAgainPanel fromStart(program.theme, program.experiment, program.runs, program.queue, run, {},
                                program.window.get());
        RunAgainPanel fromBest(program.theme, program.experiment, program.runs, program.queue, run, best,
                               program.window.get());
        const std::vector<std::pair<const char*, QWidget*>> panels{{"run-again", &fromStart},
                                                                   {"run-again-best", &fromBest}};
        QStringList differing;
        for (const auto& [name, panel] : panels) {
            panel->show();
            const QString picture =
                QStringLiteral("panel-%1-%2-%3.png")
                    .arg(QLatin1String(name), language.left(2),
                         QString::fromLatin1(QTest::currentDataTag()).section(QStringLiteral(", "), 1));
            if (const QString differs = test::differenceFromKept(picture, test::settled(*panel, kPatience));
                !differs.isEmpty())
                differing << differs;
            panel->hide();
        }
        QVERIFY2(differing.empty(), qPrintable(differing.join(QLatin1Char('\n'))));
    }
    /// A picture with a line of words moved is not the same.
    void aMovedLineIsSeen() {
        const QImage picture(test::keptPictures() + QStringLiteral("/model-1600-en-light.png"));
        QVERIFY(!picture.isNull());
        QCOMPARE(test::difference(picture, picture), 0.0);
        QImage moved = picture.convertToFormat(QImage::Format_RGB32);
        QPainter(&moved).drawImage(0, 14, picture);
        QVERIFY(test::difference(picture, moved) > test::kMaxBlocks);
        QVERIFY(test::difference(picture, picture.copy(0, 0, 10, 10)) > test::kMaxBlocks);
    }
};

QTEST_MAIN(TestSnapshots)
#include "tst_snapshots.moc"
