// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/page.h"
#include "run/finder.h"

#include <QTimer>

class QLabel;
class QPushButton;
class QScrollArea;
class QTableView;

namespace gatelab {

class ArchitectureDiagram;
class Card;
class DeviceWatch;
class ExperimentModel;
class FinderPanel;
class HardwareCard;
class HistogramPicker;
class LayerModel;
class LineChart;
class PreflightInspector;
class PresetBox;
class QueueController;
class RunBoard;
class RunController;
class Segments;
class SettingsCard;
class StartWeightsCard;

/// The Model page: settings at the left, the network they describe as a diagram and a table, the learning rate they
/// mean; pre-flight as inspector.
class ModelPage : public Page {
    Q_OBJECT
public:
    ModelPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
              DeviceWatch& device, RunBoard& board, QWidget* parent = nullptr);
    ~ModelPage() override;

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Pre-flight"); }
    [[nodiscard]] PageMark mark() const override;
    void setShown(bool shown) override;
    void setCompact(bool compact) override;
    [[nodiscard]] QVariantMap viewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    /// Of a field, or "find-rate" and "find-batch": starts that search.
    void showPlace(const Place& place) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeBar(RunBoard& board);
    QWidget* makeCentre();
    void makeDiagram();
    void makeCharts();
    /// Compact: the layer table and the charts share one place.
    void showParts();
    /// The table as high as its layers, the diagram as high as it must be, within reason; beyond that they scroll.
    void fitHeights();
    void refresh();
    void showNetwork();
    void showSchedule();
    void showUnits();
    /// What the layer chosen in the diagram begins with, and what it holds in the run that Train shows.
    void showHistograms();
    /// What came since, while the run goes on.
    void followHistograms();
    void find(FinderRequest::Kind kind);
    void bringFinderIntoView();
    /// The settings of a layer into view and under the keyboard.
    void openLayer(int layer);
    void showOptions();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    SettingsCard* settings_;
    PresetBox* preset_;
    QPushButton* save_;
    Card *networkCard_, *tableCard_;
    ArchitectureDiagram* diagram_;
    QScrollArea *area_ = nullptr, *diagramArea_;
    LayerModel* layers_;
    QTableView* table_;
    LineChart *schedule_, *histograms_;
    QWidget* charts_;
    Segments* parts_;
    StartWeightsCard* start_;
    HardwareCard* hardware_;
    HistogramPicker* picker_;
    FinderPanel* finder_;
    PreflightInspector* inspector_;
    QTimer later_;
    std::int64_t newest_ = -1;  ///< step of the newest histogram that was looked at
    bool shown_ = false, drawn_ = false, compact_ = false;
};

}  // namespace gatelab
