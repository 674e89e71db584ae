// SPDX-License-Identifier: GPL-3.0-or-later
// A layer of the diagram leads to its settings and histograms.
// Holds ui/widgets/architecture/architecture_painter.cpp.
#include "charts/histogram.h"
#include "common/background_job.h"
#include "config/field.h"
#include "form/field_row.h"
#include "form/settings_card.h"
#include "pages/model/finder_panel.h"
#include "pages/model/start_weights_card.h"
#include "support/whole_program.h"
#include "widgets/architecture/architecture_diagram.h"
#include "widgets/card.h"
#include "window/window_actions.h"

#include <QComboBox>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <vector>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Key of the setting that has the keyboard.
QString focusedField() {
    for (QWidget* up = QApplication::focusWidget(); up; up = up->parentWidget())
        if (const auto* row = qobject_cast<FieldRow*>(up)) return QString::fromLatin1(row->field().key);
    return {};
}

}  // namespace

class TestModelPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void everyLayerHasASettingOfThePage() {
        ExperimentConfig config;
        config.layers = 2, config.dropout = 0.1, config.layerNorm = true, config.pooling = "attention";
        ModelShape text;
        text.tokens = 20;
        for (const char* task : {"forecast", "classification", "labelling"}) {
            config.task = task;
            for (const LayerInfo& layer : describeArchitecture(config, text).layers) {
                QVERIFY2(findField(layer.field), layer.name.english().c_str());
                QVERIFY(!layer.name.empty());
            }
        }
    }

    void aClickOnALayerBringsItsSettings() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("model"));
        QTRY_VERIFY(program.experiment.prepared());
        auto* diagram = program.window->findChild<ArchitectureDiagram*>();
        QVERIFY(diagram);
        const auto layers = describeArchitecture(program.experiment.config(), program.experiment.shape()).layers;
        QTRY_VERIFY(!diagram->boxOf(static_cast<int>(layers.size()) - 1).isNull());
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine(), kPatience);
        const auto* start = program.window->findChild<StartWeightsCard*>();
        const auto* spread = start->findChild<Histogram*>();
        for (int i = 0; i < static_cast<int>(layers.size()); ++i) {
            const LayerInfo& layer = layers[static_cast<std::size_t>(i)];
            const QRectF box = diagram->boxOf(i);
            if (box.isNull()) continue;
            QTest::mouseClick(diagram, Qt::LeftButton, {}, box.center().toPoint());
            QTRY_COMPARE(focusedField(), QString::fromLatin1(layer.field));
            QTRY_VERIFY(!QApplication::focusWidget()->visibleRegion().isEmpty());
            const bool hasValues = layer.kind == LayerInfo::Kind::Recurrent || layer.kind == LayerInfo::Kind::Head;
            QCOMPARE(start->isVisible(), hasValues);
            if (!hasValues) continue;
            // By the rules of the layer, before any run.
            QTRY_VERIFY_WITH_TIMEOUT(!spread->counts().empty(), kPatience);
            QVERIFY(!spread->accessibleDescription().isEmpty());
        }
    }

    void startValuesFollowTheSettings() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("model"));
        QTRY_VERIFY(program.experiment.prepared());
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine(), kPatience);
        auto* start = program.window->findChild<StartWeightsCard*>();
        const auto* spread = start->findChild<Histogram*>();
        start->showLayer(0);
        QTRY_VERIFY_WITH_TIMEOUT(!spread->counts().empty(), kPatience);
        const auto filled = [&] {
            return std::ranges::count_if(spread->counts(), [](double count) { return count > 0; });
        };
        QVERIFY(filled() > 1);
        program.experiment.set("recurrent_initialisation", FieldValue(std::string("zeros")));
        start->showLayer(0);
        QTRY_COMPARE_WITH_TIMEOUT(filled(), 1, kPatience);
    }

    /// By their files: the window opens no plugin.
    void devicesOfXlaAreOfferedWhereAPluginIs() {
        const QByteArray before = qgetenv("GATELAB_PJRT_PLUGIN");
        qputenv("GATELAB_PJRT_PLUGIN", "/somewhere/some_pjrt.so");
        {
            const QTemporaryDir folder;
            test::WholeProgram program(folder.path());
            program.window->showPage(QStringLiteral("model"));
            program.runs.openEngine();
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine(), kPatience);
            const auto rows = program.window->findChildren<FieldRow*>();
            const auto row = std::ranges::find_if(
                rows, [](const FieldRow* one) { return std::string_view(one->field().key) == "device"; });
            QVERIFY(row != rows.end());
            const auto* choice = (*row)->findChild<QComboBox*>();
            QTRY_VERIFY_WITH_TIMEOUT(choice && choice->findData(QStringLiteral("xla:0")) >= 0, kPatience);
            const QString text = choice->itemText(choice->findData(QStringLiteral("xla:0")));
            QVERIFY2(text.contains(QStringLiteral("some_pjrt.so")), qPrintable(text));
        }
        if (before.isEmpty())
            qunsetenv("GATELAB_PJRT_PLUGIN");
        else
            qputenv("GATELAB_PJRT_PLUGIN", before);
    }

    /// Both searches are commands of the window, from any page.
    void searchesCanBeAskedForFromAnyPage() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        program.window->showPage(QStringLiteral("data"));
        QTRY_VERIFY(program.experiment.prepared());
        for (const char* search : {"find-rate", "find-batch"}) {
            program.window->showPage(QStringLiteral("data"));
            program.window->actions()[search]->trigger();
            QCOMPARE(program.window->shownPage(), QStringLiteral("model"));
            const auto* panel = program.window->findChild<FinderPanel*>();
            QVERIFY(panel && panel->isVisible());
            const auto buttons = panel->findChildren<QPushButton*>();
            const auto close = std::ranges::find_if(
                buttons, [](const QPushButton* button) { return button->text() == QStringLiteral("Close"); });
            QVERIFY(close != buttons.end());  // no engine is open here: told, and gone again
            (*close)->click();
            QVERIFY(panel->isHidden());
        }
    }

    // Large text in a small window: the page scrolls, and nothing lies over anything.
    void nothingIsOverAnythingAtAnyTextSize() {
        for (const double scale : {1.0, 1.15, 1.3}) {
            const QTemporaryDir folder;
            test::WholeProgram program(folder.path());
            program.window->setTextScale(scale);
            program.window->resize(1200, 760);
            program.window->showPage(QStringLiteral("model"));
            QTRY_VERIFY(program.experiment.prepared());
            program.experiment.set("bidirectional", FieldValue(true));
            program.experiment.set("layers", FieldValue(std::int64_t{2}));
            QTRY_COMPARE(program.theme.textScale(), scale);
            const auto diagramOf = [&] {
                return program.window->page(QStringLiteral("model"))->findChild<ArchitectureDiagram*>();
            };
            QTRY_VERIFY(diagramOf() && diagramOf()->isVisible() && !diagramOf()->boxOf(0).isNull());
            QWidget* page = program.window->page(QStringLiteral("model"));
            const auto placeOf = [&](const QWidget* widget) {
                return QRect(widget->mapTo(page, QPoint()), widget->size());
            };
            std::vector<QWidget*> parts;
            for (auto* card : page->findChildren<Card*>())
                if (card->isVisible()) parts.push_back(card);
            for (auto* button : page->findChildren<QPushButton*>())
                if (button->isVisible() && button->parentWidget()->property("bar").toBool()) {
                    QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
                    parts.push_back(button);
                }
            QVERIFY(parts.size() >= 5);
            for (std::size_t i = 0; i < parts.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!placeOf(parts[i]).intersects(placeOf(parts[j])) || parts[i]->isAncestorOf(parts[j]) ||
                            parts[j]->isAncestorOf(parts[i]));
            // The window of the network is seen.
            const auto* diagram = diagramOf();
            QVERIFY(!diagram->visibleRegion().intersected(diagram->boxOf(0).toRect()).isEmpty());
        }
    }

    // With its column open a window of medium width leaves the page little room: its parts give way, and nothing but
    // the table is moved sideways.
    void everyPartIsAsWideAsItsPlace() {
        for (const auto& [scale, size] : {std::pair(1.0, QSize(1280, 720)), {1.3, QSize(1600, 1000)}}) {
            const QTemporaryDir folder;
            test::WholeProgram program(folder.path());
            program.window->setTextScale(scale);
            program.window->resize(size);
            program.window->showPage(QStringLiteral("model"));
            program.window->setPane(QStringLiteral("right"), true);
            QTRY_VERIFY(program.experiment.prepared());
            for (const char* language : {"en", "zh_CN"}) {
                const QPointer<QWidget> before = program.window->page(QStringLiteral("model"));
                const bool isOther = program.language.code() != QLatin1String(language);
                program.language.set(QString::fromLatin1(language));
                if (isOther) QTRY_VERIFY(!before);
                const auto diagram = [&] {
                    return program.window->page(QStringLiteral("model"))->findChild<ArchitectureDiagram*>();
                };
                QTRY_VERIFY(diagram() && diagram()->isVisible() && !diagram()->boxOf(1).isNull());
                auto* page = program.window->page(QStringLiteral("model"));
                const QString where = QStringLiteral("%1 at %2").arg(QLatin1String(language)).arg(scale);
                const auto overhang = [&] {
                    int most = 0;
                    for (const auto* area : page->findChildren<QScrollArea*>())
                        if (area->isVisible() && area->widget())
                            most = std::max(most, area->widget()->width() - area->viewport()->width());
                    return most;
                };
                QTRY_VERIFY2(overhang() == 0, qPrintable(where));
                page->findChild<SettingsCard*>()->setAll(true);
                QTRY_VERIFY2(overhang() == 0,
                             qPrintable(where + QStringLiteral(", all settings: ") + QString::number(overhang())));
                // Two charts in the place of the table.
                Q_EMIT diagram()->layerChosen(1);
                QVERIFY(page->findChild<StartWeightsCard*>()->isVisible());
                QTRY_VERIFY2(overhang() == 0,
                             qPrintable(where + QStringLiteral(", charts: ") + QString::number(overhang())));
            }
            program.language.set(QStringLiteral("en"));
        }
    }

    // Its words are whole however narrow it is: they have what they need, and fewer steps are drawn.
    void theDiagramFitsANarrowPlace() {
        Theme theme;
        ArchitectureDiagram diagram(theme);
        ExperimentConfig config;
        config.lookback = 96;
        for (const bool bidirectional : {false, true}) {
            config.bidirectional = bidirectional;
            const Architecture architecture = describeArchitecture(config, {});
            diagram.set(config, {}, architecture);
            const QSize least = diagram.minimumSizeHint();
            QVERIFY2(least.width() < 370, qPrintable(QString::number(least.width())));
            const QFontMetricsF metrics(theme.font(11));
            const double left = metrics.horizontalAdvance(QStringLiteral("24 steps ahead")),
                         right = metrics.horizontalAdvance(QStringLiteral("time, batch, feature"));
            for (const int width : {least.width(), 430, 900}) {
                diagram.resize(width, least.height());
                QVERIFY(!diagram.grab().isNull());  // what is not seen is laid out when it is drawn
                const QRectF box = diagram.boxOf(1);
                QVERIFY2(box.left() > left && width - box.right() > right && box.width() >= 100,
                         qPrintable(QStringLiteral("%1: %2 > %3, %4 > %5, %6")
                                        .arg(width)
                                        .arg(box.left())
                                        .arg(left)
                                        .arg(width - box.right())
                                        .arg(right)
                                        .arg(box.width())));
            }
        }
    }
};

QTEST_MAIN(TestModelPage)
#include "tst_model_page.moc"
