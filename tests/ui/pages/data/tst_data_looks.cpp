// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Data page that look at a column: what they draw, what their buttons set as one undoable step, and
// that they follow column, split and data.
// Holds ui/pages/data/look/distribution_panel.cpp, ui/pages/data/look/seasons_panel.cpp and
// ui/pages/data/look/relations_panel.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "pages/data/look/distribution_panel.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/look_views.h"
#include "pages/data/look/relations_panel.h"
#include "pages/data/look/seasons_panel.h"
#include "pages/data/look/series_look.h"
#include "pages/data/look/stems.h"
#include "pages/data/sequence_panel.h"
#include "support/whole_program.h"

#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextStream>
#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand
enum View { kSeries, kDistribution, kSeasons, kRelations };

/// 1,200 hours with a season of a day; "lead" is 3 hours before "load", and misses some.
QString writeHours(const QString& folder) {
    const QString path = folder + QStringLiteral("/hours.csv");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    QTextStream out(&file);
    out << "time,lead,other,load\n";
    const QDateTime start(QDate(2024, 1, 1), QTime(0, 0), Qt::UTC);
    const auto noise = [](int row) { return std::sin(1.7 * row * row + 0.3); };
    for (int row = 0; row < 1200; ++row) {
        out << start.addSecs(3600 * row).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) << ',';
        if (row < 100 || row >= 110) out << 4 * noise(row + 3);
        out << ',' << noise(row + 5000) << ',' << 3 * std::sin(2 * M_PI * row / 24) + 4 * noise(row) << '\n';
    }
    return path;
}

template <class Panel>
Panel* shown(test::WholeProgram& program, int view) {
    Page* page = program.window->page(QStringLiteral("data"));
    QVariantMap state = page->viewState();
    state[QStringLiteral("view")] = view;
    page->restoreViewState(state);
    auto* panel = page->findChild<Panel*>();
    const auto& look = page->findChild<LookViews*>()->look();
    return QTest::qWaitFor([&] { return look.values() != nullptr; }, kPatience) ? panel : nullptr;
}

bool open(test::WholeProgram& program, const QString& path) {
    program.window->showPage(QStringLiteral("data"));
    program.experiment.openFile(path);
    Page* page = program.window->page(QStringLiteral("data"));
    return QTest::qWaitFor(
        [&] {
            const auto data = program.experiment.dataset();
            return data && program.experiment.config().dataPath == path.toStdString() &&
                   program.experiment.prepared() && page->viewState().contains(QStringLiteral("high"));
        },
        kPatience);
}

QPushButton* buttonWith(const QWidget& widget, const QString& text) {
    for (QPushButton* button : widget.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == text) return button;
    return nullptr;
}

QString said(const InsightList& list) {
    QString all;
    for (const Insight& one : list.insights()) all += QString::fromStdString(one.text.english()) + QLatin1Char('\n');
    return all;
}

}  // namespace

class TestDataLooks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aSeasonIsDrawnAndSetsTheLookback() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeHours(folder.path())));
        program.experiment.set("lookback", std::int64_t{12});
        auto* panel = shown<SeasonsPanel>(program, kSeasons);
        QVERIFY(panel);
        QVERIFY2(said(panel->insights()).contains(QStringLiteral("A season of 24 h explains")),
                 qPrintable(said(panel->insights())));
        for (LineChart* chart : panel->findChildren<LineChart*>()) QVERIFY(!chart->textSummary().isEmpty());
        QPushButton* button = nullptr;
        QTRY_VERIFY((button = buttonWith(*panel, QStringLiteral("Lookback 48"))));
        const int steps = program.experiment.undoStack().index();
        button->click();
        QCOMPARE(program.experiment.config().lookback, std::int64_t{48});
        QCOMPARE(program.experiment.undoStack().index(), steps + 1);
        QVERIFY(!buttonWith(*panel, QStringLiteral("Lookback 48")));
        program.experiment.undoStack().undo();
        QCOMPARE(program.experiment.config().lookback, std::int64_t{12});
        QTRY_VERIFY(buttonWith(*panel, QStringLiteral("Lookback 48")));
    }
    void partsHaveTheirFigures() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeHours(folder.path())));
        auto* panel = shown<DistributionPanel>(program, kDistribution);
        QVERIFY(panel);
        const QAbstractItemModel& figures = *panel->findChild<QTableView*>()->model();
        QCOMPARE(figures.rowCount(), 5);
        const auto rows = [&](int row) { return figures.index(row, 1).data().toString().remove(QChar(0x202f)); };
        QCOMPARE(rows(0), QStringLiteral("1200"));
        QTRY_COMPARE(rows(1), QStringLiteral("1200"));
        QVERIFY(said(panel->insights()).contains(QStringLiteral("lead misses most")));
        // A cut that is moved counts anew, and a stretch that is zoomed to.
        program.experiment.set("split", std::string("600/300/300"));
        auto& look = program.window->page(QStringLiteral("data"))->findChild<LookViews*>()->look();
        QTRY_VERIFY_WITH_TIMEOUT(look.values(), kPatience);
        QTRY_COMPARE(rows(2), QStringLiteral("600"));
        auto* page = program.window->page(QStringLiteral("data"));
        QVariantMap state = page->viewState();
        const double low = state[QStringLiteral("low")].toDouble();
        state[QStringLiteral("high")] = low + 3600 * 99;
        page->restoreViewState(state);
        QTRY_COMPARE(rows(1), QStringLiteral("100"));
    }
    void aLeaderIsShownWithItsLag() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(open(program, writeHours(folder.path())));
        auto* panel = shown<RelationsPanel>(program, kRelations);
        QVERIFY(panel);
        QVERIFY2(said(panel->insights()).contains(QStringLiteral("lead runs 3 h ahead of load")),
                 qPrintable(said(panel->insights())));
        QCOMPARE(panel->other().currentText(), QStringLiteral("lead"));
        auto& look = program.window->page(QStringLiteral("data"))->findChild<LookViews*>()->look();
        QCOMPARE(look.values()->crossed.best, std::int64_t{3});
        panel->lag().setValue(24);
        QVERIFY(panel->findChildren<LineChart*>().size() == 3);
        panel->other().setCurrentIndex(panel->other().findText(QStringLiteral("other")));
        Q_EMIT panel->other().activated(panel->other().currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(look.values(), kPatience);
        QCOMPARE(look.values()->other, std::size_t{1});
        // Another column, another look
        auto& views = *program.window->page(QStringLiteral("data"))->findChild<LookViews*>();
        views.column().setCurrentIndex(1);
        Q_EMIT views.column().activated(1);
        QTRY_VERIFY_WITH_TIMEOUT(look.values(), kPatience);
        QCOMPARE(look.values()->channel.channel, std::size_t{1});
    }
    void classesAreTold() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("data"));
        program.experiment.openBuiltin(QStringLiteral("grammar"));
        const auto* panel = program.window->findChild<SequencePanel*>();
        QVERIFY(panel);
        auto& list = const_cast<SequencePanel*>(panel)->insights();
        QTRY_VERIFY_WITH_TIMEOUT(!list.insights().empty(), kPatience);
        QVERIFY2(said(list).contains(QStringLiteral("The classes are balanced")), qPrintable(said(list)));
    }
    void manyPointsAreThinnedByTheirHighest() {
        ChartLine line;
        for (int i = 1; i <= 10000; ++i) line.x.push_back(i), line.y.push_back(i == 5000 ? 9 : 1);
        const ChartLine thin = thinned(line, 100);
        QVERIFY(thin.x.size() <= 101);
        const auto highest = std::max_element(thin.y.begin(), thin.y.end());
        QCOMPARE(*highest, 9.0);
        QCOMPARE(thin.x[static_cast<std::size_t>(highest - thin.y.begin())], 5000.0);
    }
};

QTEST_MAIN(TestDataLooks)
#include "tst_data_looks.moc"
