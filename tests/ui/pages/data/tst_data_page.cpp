// SPDX-License-Identifier: GPL-3.0-or-later
// The Data page: every channel drawn with what it is used for, findings in the channels they speak of, the start never
// in what can be closed, data of other runs taken over.
// Holds ui/pages/data/data_page.cpp, ui/pages/data/data_inspector.cpp, ui/pages/data/member_box.cpp and
// ui/pages/data/prepared_panel.cpp.
#include "charts/series/series_plot.h"
#include "charts/series/series_view.h"
#include "common/background_job.h"
#include "config/config_io.h"
#include "form/plan_bar.h"
#include "form/train_button.h"
#include "io/hash.h"
#include "pages/data/data_inspector.h"
#include "pages/data/data_page.h"
#include "pages/data/member_box.h"
#include "pages/scope_box.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "support/whole_program.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextStream>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Seven columns of 2,000 hours: s0 stands still for 60 of them, s6 changes its level.
QString writeSensors(const QString& folder, int columns = 7) {
    const QString path = folder + QStringLiteral("/sensors.csv");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    QTextStream out(&file);
    out << "date";
    for (int k = 0; k < columns; ++k) out << ",s" << k;
    out << '\n';
    const QDateTime start(QDate(2016, 7, 1), QTime(0, 0), Qt::UTC);
    for (int row = 0; row < 2000; ++row) {
        out << start.addSecs(3600 * row).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
        for (int k = 0; k < columns; ++k) {
            const double wave = std::sin(0.26 * row + k) + 0.3 * std::sin(1.7 * row * (k + 1)) + 0.001 * (row % 17);
            out << ',' << (k == 0 && row >= 700 && row < 760 ? 0.0 : wave + (k == 6 && row >= 1500 ? 9 : 0));
        }
        out << '\n';
    }
    return path;
}

/// 400 hours, two of them in the wrong order: b in other units, c with a gap, and b.
QString writeSpoilt(const QString& folder) {
    const QString path = folder + QStringLiteral("/spoilt.csv");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    QTextStream out(&file);
    out.setRealNumberPrecision(15);
    out << "date,a,c,b\n";
    const QDateTime start(QDate(2016, 7, 1), QTime(0, 0), Qt::UTC);
    for (int row = 0; row < 400; ++row) {
        const int hour = row == 50 ? 51 : row == 51 ? 50 : row;
        const double wave = std::sin(0.26 * hour) + 0.3 * std::sin(1.7 * hour);
        out << start.addSecs(3600 * hour).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) << ',' << 32 + 1.5 * wave
            << ',';
        if (row < 100 || row > 102) out << std::cos(0.26 * hour);
        out << ',' << wave << '\n';
    }
    return path;
}

bool open(test::WholeProgram& program, const QString& path) {
    program.window->showPage(QStringLiteral("data"));
    program.experiment.openFile(path);
    const auto* plot = program.window->findChild<SeriesPlot*>();
    return plot && QTest::qWaitFor(
                       [&] {
                           const auto data = program.experiment.dataset();
                           return data && data->series && program.experiment.prepared() &&
                                  plot->shownChannels().size() > 1;
                       },
                       kPatience);
}

std::vector<std::size_t> channelsOf(const SeriesPlot& plot) { return plot.shownChannels(); }

QCheckBox* boxOf(const SeriesPlot& plot, const QString& column) {
    for (QCheckBox* box : plot.findChildren<QCheckBox*>())
        if (!box->isHidden() && box->accessibleName() == QStringLiteral("input: ") + column) return box;
    return nullptr;
}

QPushButton* buttonWith(const QWidget& widget, const QString& text) {
    for (QPushButton* button : widget.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == text) return button;
    return nullptr;
}

}  // namespace

class TestDataPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void everyChannelIsDrawn() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSensors(folder.path())));
        const auto& plot = *program.window->findChild<SeriesPlot*>();
        // What is forecast first.
        QCOMPARE(channelsOf(plot), (std::vector<std::size_t>{6, 0, 1, 2, 3, 4, 5}));
        // Whatever is ticked.
        program.experiment.set("inputs", std::vector<std::string>{"s6"});
        QCOMPARE(channelsOf(plot).size(), std::size_t{7});
        QVERIFY(!boxOf(plot, QStringLiteral("s0"))->isChecked());
        QVERIFY(boxOf(plot, QStringLiteral("s6"))->isChecked());
    }

    /// Each of them one step back.
    void ticksAndTargetsAreEdits() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSensors(folder.path())));
        auto& plot = *program.window->findChild<SeriesPlot*>();
        program.experiment.set("inputs", std::vector<std::string>{"s6"});
        const auto& config = program.experiment.config();
        boxOf(plot, QStringLiteral("s2"))->click();
        QCOMPARE(config.inputs, (std::vector<std::string>{"s2", "s6"}));
        program.experiment.undoStack().undo();
        QCOMPARE(config.inputs, (std::vector<std::string>{"s6"}));
        QVERIFY(!boxOf(plot, QStringLiteral("s2"))->isChecked());
        boxOf(plot, QStringLiteral("s6"))->click();  // the last one stays
        QCOMPARE(config.inputs, (std::vector<std::string>{"s6"}));
        QVERIFY(boxOf(plot, QStringLiteral("s6"))->isChecked());
        // A click on the name, then T.
        const QPoint name = boxOf(plot, QStringLiteral("s3"))->geometry().topLeft() - QPoint(0, 20);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, name);
        QTest::keyClick(&plot, Qt::Key_T);
        QCOMPARE(config.targets, (std::vector<std::string>{"s3"}));
        QCOMPARE(config.inputs, (std::vector<std::string>{"s3", "s6"}));
        QTest::keyClick(&plot, Qt::Key_Down);
        QTest::keyClick(&plot, Qt::Key_T, Qt::ShiftModifier);
        QCOMPARE(config.targets, (std::vector<std::string>{"s3", "s4"}));
        program.experiment.undoStack().undo();
        program.experiment.undoStack().undo();
        QVERIFY(config.targets.empty() || config.targets == std::vector<std::string>{"s6"});
        QCOMPARE(config.inputs, (std::vector<std::string>{"s6"}));
    }

    void hundredsOfColumnsAreFoundByTheirNames() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSensors(folder.path(), 40)));
        const auto& plot = *program.window->findChild<SeriesPlot*>();
        QVERIFY(channelsOf(plot).size() < 40);
        auto* page = program.window->page(QStringLiteral("data"));
        QLineEdit* find = nullptr;
        for (QLineEdit* line : page->findChildren<QLineEdit*>())
            if (line->placeholderText() == QStringLiteral("Find a column")) find = line;
        QVERIFY(find && find->isVisible());
        find->setText(QStringLiteral("s39"));
        QCOMPARE(channelsOf(plot), (std::vector<std::size_t>{39}));
        find->clear();
        QVERIFY(channelsOf(plot).size() > 1);
    }

    void findingsAreLinesThatShowTheirChannel() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSensors(folder.path())));
        auto* inspector = program.window->findChild<DataInspector*>();
        QVERIFY(inspector && inspector->isVisible());
        const auto lines = [inspector] {
            QStringList texts;
            for (const QLabel* label : inspector->findChildren<QLabel*>())
                if (label->isVisible()) texts << label->text();
            return texts;
        };
        for (const char* finding : {"s0 stands still, 60 h", "s6 changes its level"})
            QTRY_VERIFY2(lines().contains(QString::fromLatin1(finding)), qPrintable(lines().join(QLatin1Char('\n'))));
        auto* page = program.window->page(QStringLiteral("data"));
        const double whole =
            page->viewState()[QStringLiteral("high")].toDouble() - page->viewState()[QStringLiteral("low")].toDouble();
        QPushButton* show = buttonWith(*inspector, QStringLiteral("Show"));
        QVERIFY(show);
        show->click();
        const QVariantMap state = page->viewState();
        QVERIFY(state[QStringLiteral("high")].toDouble() - state[QStringLiteral("low")].toDouble() < whole / 4);
    }

    /// Wide: in the right column; where that is closed or has no room: over the page.
    /// As one step of the recipe, which stands first, is one step of undo, and is said at the finding.
    void aFindingIsMasked() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSensors(folder.path())));
        auto& inspector = *program.window->findChild<DataInspector*>();
        QTRY_VERIFY_WITH_TIMEOUT(buttonWith(inspector, QStringLiteral("Mask")), kPatience);
        const auto before = program.experiment.config().recipe;
        const int steps = program.experiment.undoStack().index();
        buttonWith(inspector, QStringLiteral("Mask"))->click();
        const auto& recipe = program.experiment.config().recipe;
        QCOMPARE(recipe.size(), before.size() + 1);
        QCOMPARE(recipe.front(), std::string("mask(columns=s0, rows=2016-07-30 04:00:00..2016-08-01 15:00:00)"));
        QCOMPARE(program.experiment.undoStack().index(), steps + 1);
        const auto says = [&inspector](const QString& words) {
            const auto labels = inspector.findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("masked in step 1")), kPatience);
        QVERIFY(!buttonWith(inspector, QStringLiteral("Mask")));
        const auto prepared = [&program] {
            const auto made = program.experiment.prepared();
            return made && made->stepTexts.size() == program.experiment.config().recipe.size();
        };
        QTRY_VERIFY_WITH_TIMEOUT(prepared(), kPatience);
        program.experiment.undoStack().undo();
        QVERIFY(program.experiment.config().recipe == before);
        QTRY_VERIFY_WITH_TIMEOUT(buttonWith(inspector, QStringLiteral("Mask")), kPatience);
    }

    /// The curve, its figures and its mark are those of the mended values, and of the others again after one undo.
    void whatIsRescaledIsDrawnSo() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("units.csv"));
        {
            std::ofstream file(path.toStdString());
            file << "date,p,y\n";
            for (int row = 0; row < 2000; ++row) {
                const double wave = std::sin(0.26 * row) + 0.3 * std::sin(1.7 * row * row);
                file << QDateTime(QDate(2016, 7, 1), QTime(0, 0), Qt::UTC)
                            .addSecs(3600 * row)
                            .toString(Qt::ISODate)
                            .toStdString()
                     << ',' << (row < 1000 ? 1 : 1000) * (2 + 0.1 * wave) << ',' << wave << '\n';
            }
        }
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, path));
        auto& inspector = *program.window->findChild<DataInspector*>();
        const auto& view = *program.window->page(QStringLiteral("data"))->findChild<SeriesView*>();
        const auto first = [&view] { return view.series() ? view.series()->channels[0].values[0] : 0; };
        QVERIFY(first() < 3);
        QTRY_VERIFY_WITH_TIMEOUT(buttonWith(inspector, QStringLiteral("Rescale")), kPatience);
        buttonWith(inspector, QStringLiteral("Rescale"))->click();
        QTRY_VERIFY2_WITH_TIMEOUT(first() > 1500, qPrintable(QString::number(first())), kPatience);
        const auto says = [&program](const QString& words) {
            const auto labels = program.window->findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
        };
        QTRY_VERIFY(says(QStringLiteral("as mended")));
        QTRY_VERIFY(says(QStringLiteral("mended in step 1")));
        program.experiment.undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(first() < 3, kPatience);
        QTRY_VERIFY(!says(QStringLiteral("as mended")));
    }

    /// The tick of the page is that of the gravest finding which is open: rows out of order, and none once they are
    /// sorted, though reading says that they were.
    void theTickFollowsWhatIsOpen() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSpoilt(folder.path())));
        const auto& page = *program.window->page(QStringLiteral("data"));
        QTRY_VERIFY(page.mark() == PageMark::Error);
        auto& inspector = *program.window->findChild<DataInspector*>();
        const auto isSaid = [&inspector](const QString& words) {
            const auto labels = inspector.findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
        };
        QVERIFY(isSaid(QStringLiteral("Time: not in order")) && isSaid(QStringLiteral("The time goes backwards")));
        buttonWith(inspector, QStringLiteral("Sort"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading() && !program.experiment.preparing() &&
                                     program.experiment.prepared() && !isSaid(QStringLiteral("Time: not in order")),
                                 kPatience);
        // A column misses three values, which nobody chose to fill.
        QTRY_VERIFY(page.mark() == PageMark::Warning);
        QTRY_VERIFY(isSaid(QStringLiteral("rows were sorted by their time")));
    }

    /// Rows out of order, a gap and a copy of the target: whatever mends them, and what is set by hand, one undo brings
    /// back the settings and the values that were there first.
    void everyRemedyIsOneStepBack() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeSpoilt(folder.path())));
        auto& experiment = program.experiment;
        auto& inspector = *program.window->findChild<DataInspector*>();
        const auto isReady = [&] {
            return !experiment.loading() && !experiment.preparing() && experiment.prepared() && experiment.dataset();
        };
        const auto state = [&] {
            std::string text = configToJson(experiment.config());
            for (const Channel& channel : experiment.dataset()->series->channels)
                for (const double value : channel.values) text += std::to_string(value) + " ";
            return sha256(text);
        };
        const QStringList remedies{QStringLiteral("Sort"), QStringLiteral("Fill gaps"), QStringLiteral("Leave out")};
        experiment.set("recipe", std::vector<std::string>{"standardise"});
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), kPatience);
        const std::string first = state();
        for (const QString& remedy : remedies) {
            QTRY_VERIFY2_WITH_TIMEOUT(buttonWith(inspector, remedy), qPrintable(remedy), kPatience);
            const int steps = experiment.undoStack().index();
            buttonWith(inspector, remedy)->click();
            QCOMPARE(experiment.undoStack().index(), steps + 1);
            QTRY_VERIFY_WITH_TIMEOUT(isReady(), kPatience);
            QVERIFY2(state() != first, qPrintable(remedy));
            experiment.undoStack().undo();
            QTRY_VERIFY_WITH_TIMEOUT(isReady() && state() == first, kPatience);
        }
        for (const char* setting : {"augment_jitter", "augment_mix_up", "augment_time_warp"}) {
            experiment.set(setting, 0.2);
            QVERIFY(state() != first);
            experiment.undoStack().undo();
            QVERIFY(state() == first);
        }
        experiment.set("resample", std::string("2h"));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment.loading(), kPatience);
        experiment.undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && state() == first, kPatience);
    }

    /// 0 and 1, an embedding or nothing: chosen where the column is named, one step back.
    void whatWordsAreReadAsIsChosen() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        const QString path = folder.filePath(QStringLiteral("kinds.csv"));
        {
            std::ofstream file(path.toStdString());
            file << "kind,value\n";
            for (int r = 0; r < 300; ++r) file << 'k' << r * r % 59 % 15 << ',' << r % 12 << '\n';
        }
        QVERIFY(open(program, path));
        auto& experiment = program.experiment;
        auto& inspector = *program.window->findChild<DataInspector*>();
        const auto isReady = [&] { return !experiment.loading() && !experiment.preparing() && experiment.prepared(); };
        const auto menuButton = [&](const QString& word) -> QPushButton* {
            const auto all = inspector.findChildren<QPushButton*>();
            const auto found = std::ranges::find_if(
                all, [&](const QPushButton* one) { return one->menu() != nullptr && one->text().startsWith(word); });
            return found == all.end() ? nullptr : *found;
        };
        // Numbers stand before words.
        QCOMPARE(channelsOf(*program.window->findChild<SeriesPlot*>()).front(),
                 experiment.dataset()->series->find("value").value());
        experiment.set("recipe", std::vector<std::string>{"standardise"});
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && menuButton(QStringLiteral("0 and 1")), kPatience);
        const std::vector<std::string> before = experiment.config().recipe;
        const int steps = experiment.undoStack().index();
        const auto actions = menuButton(QStringLiteral("0 and 1"))->menu()->actions();
        QCOMPARE(actions.size(), 3);
        QVERIFY(actions[0]->isChecked() && !actions[1]->isChecked() && !actions[2]->isChecked());
        actions[1]->trigger();
        QCOMPARE(experiment.undoStack().index(), steps + 1);
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && menuButton(QStringLiteral("Embedding")), kPatience);
        QCOMPARE(experiment.config().recipe.front(), std::string("category(as=embedding, column=kind, size=8)"));
        QCOMPARE(experiment.shape().tables.size(), std::size_t{1});
        QCOMPARE(experiment.shape().tables.front().size, std::int64_t{8});
        experiment.undoStack().undo();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && menuButton(QStringLiteral("0 and 1")), kPatience);
        QVERIFY(experiment.config().recipe == before);
        QVERIFY(experiment.shape().tables.empty());
    }

    void theStartIsAlwaysInSight() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowExposed(program.window.get()));
        for (const char* name : {"data", "model"}) {
            program.window->showPage(QString::fromLatin1(name));
            auto* page = program.window->page(QString::fromLatin1(name));
            const auto* bar = page->findChild<PlanBar*>();
            QVERIFY(bar);
            const auto starts = [&] {
                const auto all = program.window->findChildren<TrainButton*>();
                return std::ranges::count_if(all, [](const TrainButton* one) { return one->isVisible(); });
            };
            for (const bool isOpen : {true, false, true}) {
                program.window->setPane(QStringLiteral("right"), isOpen);
                QTRY_COMPARE(bar->isVisible(), !isOpen);
                QCOMPARE(starts(), 1);
            }
            program.window->resize(1150, 700);
            QTRY_VERIFY(starts() == 1);
            program.window->resize(1600, 1000);
        }
    }

    /// Data, target and horizon of the newest run there; one step back.
    void anotherScopeIsTakenOver() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("data"));
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared() && program.runs.workspace(), kPatience);
        const ExperimentConfig before = program.experiment.config();
        std::vector<RunSummary> all;
        for (const std::int64_t horizon : {std::int64_t{7}, before.horizon}) {
            all.push_back(test::endedRun("run-" + std::to_string(all.size()), 8));
            all.back().config.edit() = before;
            all.back().config.edit().horizon = horizon;
            all.back().dataName = before.builtin;
        }
        all.front().config.edit().builtin = all.front().dataName = "lorenz";
        all.front().config.edit().targets = {"x"};
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(all));
        QTRY_COMPARE(program.board.scopes().size(), std::size_t{2});
        auto* box = program.window->page(QStringLiteral("data"))->findChild<ScopeBox*>();
        QVERIFY(box);
        const int own = box->currentIndex();
        QVERIFY(own >= 0 && box->count() == 2);
        const int steps = program.experiment.undoStack().index();
        const int other = 1 - own;
        box->setCurrentIndex(other);
        Q_EMIT box->activated(other);
        const auto& config = program.experiment.config();
        QCOMPARE(config.builtin, std::string("lorenz"));
        QCOMPARE(config.targets, (std::vector<std::string>{"x"}));
        QCOMPARE(config.horizon, std::int64_t{7});
        QCOMPARE(config.hiddenSize, before.hiddenSize);
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared(), kPatience);
        QCOMPARE(program.experiment.undoStack().index(), steps + 1);
        QVERIFY(box->currentText().contains(QStringLiteral("lorenz")));
        program.experiment.undoStack().undo();
        QCOMPARE(config.builtin, before.builtin);
        QCOMPARE(config.horizon, before.horizon);
        QVERIFY(!box->currentText().contains(QStringLiteral("lorenz")));
    }

    // Sorted by time, the rows of all series would be one: the shape is what mends it.
    void disorderOfALongTableIsItsShape() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("long.csv")));
        QByteArray text = "unique_id,ds,y\n";
        for (int s = 0; s < 12; ++s)
            for (int i = 0; i < 60; ++i)
                text += "shop " + QByteArray::number(s) + "," +
                        QDate(2024, 1, 1).addDays(i).toString(Qt::ISODate).toUtf8() + "," +
                        QByteArray::number(200 * s + i * i % 17 + 0.5) + "\n";
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("data"));
        program.experiment.openFile(file.fileName());
        QTRY_COMPARE(program.experiment.config().csvShape, std::string("together"));
        program.experiment.set("csv_shape", std::string("rows"));
        QTRY_VERIFY(!program.experiment.loading() && program.experiment.dataset());
        QPushButton* mend = nullptr;
        QTRY_VERIFY((mend = buttonWith(*program.window, QStringLiteral("Read as many series"))) != nullptr);
        QCOMPARE(buttonWith(*program.window, QStringLiteral("Sort")), nullptr);
        QVERIFY(buttonWith(*program.window, QStringLiteral("Shapes")));
        mend->click();
        QTRY_VERIFY(!program.experiment.loading() && program.experiment.dataset());
        QTRY_VERIFY(buttonWith(*program.window, QStringLiteral("Shapes")));  // and back
        QCOMPARE(program.experiment.config().csvShape, std::string("together"));
        QVERIFY(!program.experiment.config().sortTime);
    }

    // Of many series one is looked at, by itself: its rows, its parts, its findings; the borders cut all alike.
    void oneOfManySeries() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("many.csv")));
        QByteArray text = "unique_id,ds,y\n";
        for (int s = 0; s < 12; ++s)
            for (int i = 0; i < 40 + 10 * (s % 3); ++i)
                text += "shop " + QByteArray::number(s) + "," +
                        QDate(2024, 1, 1).addDays(i).toString(Qt::ISODate).toUtf8() + "," +
                        QByteArray::number(100 * s + i * i % 17 + 0.5 + (s == 7 && i == 20 ? 900 : 0)) + "\n";
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        test::WholeProgram program(folder.path());
        ExperimentConfig config;
        config.dataPath = file.fileName().toStdString(), config.csvShape = "together";
        config.lookback = 8, config.horizon = 2;
        program.experiment.replace(config, QStringLiteral("open"));
        program.window->showPage(QStringLiteral("data"));
        auto* page = program.window->page(QStringLiteral("data"));
        auto* box = page->findChild<MemberBox*>();
        auto* view = page->findChild<SeriesView*>();
        QTRY_VERIFY(!program.experiment.loading() && view->series());
        QVERIFY(box->isVisible());
        QCOMPARE(box->count(), 12);
        QCOMPARE(view->rows(), 40);
        QCOMPARE(view->split().train.size(), 24);
        QCOMPARE(view->series()->channels.size(), std::size_t{1});
        Q_EMIT box->activated(box->findText(QStringLiteral("shop 2")));
        QTRY_VERIFY(view->series() && view->rows() == 60);
        QCOMPARE(box->currentText(), QStringLiteral("shop 2"));
        QCOMPARE(view->series()->channels[0].values[0], 200.5);
        // A border is a share for all of them.
        view->moveBorder(1, 54);
        view->dropBorder();
        QCOMPARE(program.experiment.config().split, std::string("60%/30%/10%"));
        QTRY_COMPARE(view->split().test.size(), 6);
        // Rows of the data are shown in the series that has them: shop 0 to 3 have 190.
        Q_EMIT program.window->findChild<DataInspector*>()->rowsAsked(QStringLiteral("y"), 195, 198);
        QTRY_COMPARE(box->currentText(), QStringLiteral("shop 4"));
        QTRY_VERIFY(view->series() && view->rows() == 50);
        // The last day of the longest, not that of the last row.
        QVERIFY(std::ranges::any_of(page->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("1 Jan 2024 to 29 Feb 2024"));
        }));
        // A click takes the name, so that what is written stands alone.
        QFocusEvent in(QEvent::FocusIn, Qt::MouseFocusReason);
        QCoreApplication::sendEvent(box->lineEdit(), &in);
        QTRY_COMPARE(box->lineEdit()->selectedText(), QStringLiteral("shop 4"));
        // What is no name is none.
        box->lineEdit()->setText(QStringLiteral("nobody"));
        Q_EMIT box->lineEdit()->editingFinished();
        QCOMPARE(box->lineEdit()->text(), QStringLiteral("shop 4"));
        // One series has nothing to choose.
        program.experiment.openBuiltin(QStringLiteral("sine-mix"));
        QTRY_VERIFY(!program.experiment.loading() && view->series() && view->rows() == 2000);
        QVERIFY(!box->isVisible());
    }
};

QTEST_MAIN(TestDataPage)
#include "tst_data_page.moc"
