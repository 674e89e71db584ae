// SPDX-License-Identifier: GPL-3.0-or-later
// Words in a chart: the labels of its markers, what an empty one says and offers, which charts a layout has.
// Holds ui/models/chart_table.cpp.
#include "charts/chart_marks.h"
#include "charts/line_chart.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "models/chart_table.h"
#include "pages/train/chart_grid.h"
#include "pages/train/chart_menu.h"
#include "runs/run_view.h"
#include "support/change_marker.h"
#include "widgets/number_selection.h"

#include <QDoubleSpinBox>
#include <QFontMetricsF>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace gatelab;

namespace {

ChartContent contentWith(std::vector<ChartMarker> markers) {
    ChartContent content;
    content.x = {0, 5000, false}, content.y = {0, 1, false};
    ChartLine line;
    line.name = "a", line.x = {0, 5000}, line.y = {0, 1};
    content.lines = {line};
    content.markers = std::move(markers);
    return content;
}

QPushButton* remedyOf(const LineChart& chart) {
    for (QPushButton* button : chart.findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly)) return button;
    return nullptr;
}

}  // namespace

class TestChartWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aChangeIsNamedInFewLetters() {
        RunView run;
        run.events = {testing::changeMarker(10, "learning_rate", "0.0003"),
                      testing::changeMarker(20, "clip_norm", "0.5"), testing::changeMarker(30, "epochs", "32")};
        const auto markers = runMarkers(run, XAxis::Step);
        QCOMPARE(markers.size(), std::size_t{3});
        QVERIFY2(markers[0].tag.startsWith("rate ") && markers[0].tag.size() <= 9, qPrintable(markers[0].tag));
        QCOMPARE(markers[0].label.section(" =", 0, 0), QString("Learning rate"));
        QCOMPARE(markers[1].tag, QString("clip 0.5"));
        QCOMPARE(markers[2].tag, QString("epochs 32"));
    }

    void labelsOfMarkersAreWholeAndApart() {
        const Theme theme;
        const QFontMetricsF metrics(theme.font(11));
        const ChartContent content =
            contentWith({{3230, "Epochs = 32", ChartMarker::Kind::Change, "epochs 32"},
                         {3730, "Learning rate = 0.0003", ChartMarker::Kind::Change, "lr 3e-4"},
                         {4360, "Clip by norm = 0.5", ChartMarker::Kind::Change, "clip 0.5"}});
        const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 430, 150));
        const auto labels = markerLabels(content, theme, g);
        QCOMPARE(labels.size(), std::size_t{3});
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QVERIFY(g.strip.contains(labels[i].box));
            QVERIFY2(labels[i].box.width() >= metrics.horizontalAdvance(labels[i].marker->onPicture()),
                     qPrintable(labels[i].marker->onPicture()));
            if (i > 0) QVERIFY(labels[i].box.left() > labels[i - 1].box.right());
            QCOMPARE(markText(content, theme, g, labels[i].box.center()), labels[i].marker->label);  // the whole one
        }
        // A crowd: the newest are read, and none stands at another's line.
        std::vector<ChartMarker> many;
        for (int i = 0; i < 60; ++i)
            many.push_back(
                {1000.0 + 20 * i, "Learning rate", ChartMarker::Kind::Change, QStringLiteral("lr %1").arg(i)});
        const ChartContent crowd = contentWith(many);
        const auto few = markerLabels(crowd, theme, g);
        QVERIFY(!few.empty() && few.size() < 20);
        QCOMPARE(few.back().marker->tag, QString("lr 59"));
        for (const MarkerLabel& label : few) {
            const double x = g.xPixel(crowd, label.marker->x);
            QVERIFY2(x >= label.box.left() - 8 && x <= label.box.right() + 8,
                     qPrintable(QStringLiteral("%1 %2 %3").arg(x).arg(label.box.left()).arg(label.box.right())));
        }
    }

    void noMarkStandsInAnEmptyChart() {
        const Theme theme;
        ChartContent content = contentWith({{1000, "lr", ChartMarker::Kind::Change},
                                            {2500, "best", ChartMarker::Kind::Best},
                                            {3000, "kept", ChartMarker::Kind::Stop}});
        content.lines.clear();
        content.emptyText = "Nothing measured so far.";
        const auto picture = [&] {
            QImage image(500, 200, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintChart(painter, content, theme, layOutChart(content, theme, QRectF(0, 0, 500, 200)));
            return image;
        };
        const ChartGeometry g = layOutChart(content, theme, QRectF(0, 0, 500, 200));
        const QImage with = picture();
        QCOMPARE(markText(content, theme, g, {g.xPixel(content, 2500), g.plot.center().y()}), QString());
        for (ChartMarker& marker : content.markers) marker.x = 1e9;  // out of sight, the layout is the same
        QCOMPARE(with, picture());
    }

    void anEmptyChartOffersItsSetting() {
        Theme theme;
        ChartGrid grid(theme);
        Dashboard dashboard;
        dashboard.show("layer-saturation", true), dashboard.show("temperature", true);
        grid.setDashboard(dashboard);
        auto run = std::make_shared<RunView>();
        run->live = true;
        grid.setRun(run);
        grid.resize(900, 600);
        grid.show();
        QVERIFY(QTest::qWaitForWindowExposed(&grid));
        QTRY_VERIFY(grid.verticalScrollBar()->maximum() > 0);
        grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
        QPushButton* button = remedyOf(*grid.chart("layer-saturation"));
        QVERIFY(button);
        QTRY_VERIFY(button->isVisible());
        QVERIFY(!remedyOf(*grid.chart("temperature"))->isVisible());  // no setting gives a GPU
        LiveChange wanted;
        connect(&grid, &ChartGrid::settingRequested, this, [&wanted](const LiveChange& change) { wanted = change; });
        button->click();
        QCOMPARE(wanted.key, std::string("layer_health"));
        QVERIFY(std::get<std::int64_t>(wanted.value) > 0);
        MetricSample sample{MetricId::Saturation, 0, 5, 0.1, 0.5, 1e9, 0.25};
        run->take(sample);
        grid.refresh(false);
        QTRY_VERIFY(!button->isVisible());
    }

    void theMenuOfChartsStaysOpenWhileTicking() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        DashboardStore store(preferences);
        ChartMenu menu(preferences, [] { return PopoverAnchor(nullptr); });
        connect(&menu, &ChartMenu::chosen, this, [&store](const Dashboard& dashboard) { store.setCurrent(dashboard); });
        menu.popup({});
        QVERIFY(QTest::qWaitForWindowExposed(&menu));
        const auto find = [&menu](const char* title) {
            const auto actions = menu.actions();
            return *std::ranges::find_if(actions, [title](const QAction* action) {
                return action->isCheckable() && action->text() == QLatin1String(title);
            });
        };
        const auto click = [&](const char* title) {
            QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(find(title)).center());
        };
        for (const char* title : {"Steps", "Gradient norm", "Learning rate"}) click(title);
        QVERIFY(menu.isVisible());
        QCOMPARE(store.current().charts, (QStringList{"steps", "gradient", "learning-rate"}));
        for (const char* title : {"Learning rate", "Gradient norm", "Steps"}) click(title);
        QVERIFY(store.current().charts.isEmpty());
        QVERIFY(!find("Steps")->isChecked());
    }

    /// Every chart that does not stand on the page anyway is there once, under a head; what can show nothing is greyed
    /// with the reason, unless it is shown.
    void theMenuOfChartsIsGrouped() {
        const QTemporaryDir folder;
        Preferences preferences(folder.filePath("settings.ini"));
        Dashboard mine;
        mine.show("clock", true);
        DashboardStore(preferences).setCurrent(mine);
        ChartMenu menu(preferences, [] { return PopoverAnchor(nullptr); });
        menu.setObstacle([](const ChartRow& row) {
            const QLatin1String key(row.key);
            return key == QLatin1String("power") || key == QLatin1String("clock") ? QStringLiteral("No GPU.")
                                                                                  : QString();
        });
        const auto actions = menu.actions();
        const auto countOf = [&actions](const QString& text, bool isChart = true) {
            return std::ranges::count_if(actions, [&](const QAction* action) {
                return action->text() == text && action->isCheckable() == isChart;
            });
        };
        for (const ChartRow& row : chartRows())
            QCOMPARE(countOf(translated(row.title)) + countOf(translated(row.title) + QStringLiteral("    No GPU.")),
                     row.stands ? 0 : 1);
        for (const char* head : {"Learning", "Speed", "Layers", "Machine"})
            QCOMPARE(countOf(QString::fromLatin1(head), false), 1);
        const auto power = *std::ranges::find(actions, QStringLiteral("Power    No GPU."), &QAction::text);
        QVERIFY(!power->isEnabled());
        QVERIFY((*std::ranges::find(actions, QStringLiteral("GPU clock"), &QAction::text))->isEnabled());
    }

    void aDoubleClickTakesTheWholeNumber() {
        QWidget window;
        const NumberSelection whole(&window);
        auto* line = new QLineEdit(&window);
        auto* box = new QDoubleSpinBox(&window);
        line->setGeometry(0, 0, 200, 30), box->setGeometry(0, 40, 200, 30);
        box->setDecimals(4), box->setValue(0.0125), box->setSuffix(" s");
        window.resize(220, 90);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        line->setText("0.0003");
        const auto dot = [line] {
            return QPoint(line->fontMetrics().horizontalAdvance("0.00") + 6, line->height() / 2);
        };
        QTest::mouseDClick(line, Qt::LeftButton, {}, dot());
        QCOMPARE(line->selectedText(), QString("0.0003"));
        auto* inner = box->findChild<QLineEdit*>();
        QTest::mouseDClick(inner, Qt::LeftButton, {}, {20, inner->height() / 2});
        QCOMPARE(inner->selectedText(), QString("0.0125"));
        line->setText("two words");  // of words one is taken, as everywhere
        QTest::mouseDClick(line, Qt::LeftButton, {}, {12, line->height() / 2});
        QCOMPARE(line->selectedText(), QString("two"));
    }
};

QTEST_MAIN(TestChartWords)
#include "tst_chart_words.moc"
