// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gradient/gradient_view.h"

#include "charts/chart_link.h"
#include "charts/line_chart.h"
#include "common/texts.h"
#include "widgets/labels/wrapped_label.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<double> numbers(std::size_t count) {
    std::vector<double> steps(count);
    std::iota(steps.begin(), steps.end(), 1.0);
    return steps;
}

/// A log axis has no 0: what vanished is a gap.
std::vector<double> positive(std::vector<double> values) {
    for (double& value : values)
        if (!(value > 0)) value = kNone;
    return values;
}

QString placeName(const GradientView& view, std::size_t layer, std::size_t direction) {
    const QString name = GradientPanel::tr("layer %1").arg(layer + 1);
    return view.layers[layer].size() == 1 ? name
           : direction == 0               ? GradientPanel::tr("%1 forward").arg(name)
                                          : GradientPanel::tr("%1 reverse").arg(name);
}

}  // namespace

GradientPanel::GradientPanel(Theme& theme, NetworkInspection& look, NetworkInspection& beside,
                             std::unique_ptr<ComparedCells> others, QWidget* parent)
    : LearnView(parent),
      theme_(&theme),
      look_(&look),
      beside_(&beside),
      others_(std::move(others)),
      chart_(new LineChart(theme, tr("Gradient through time"), tr("Euclidean norm, of the loss of this window"))),
      nudge_(new LineChart(theme, tr("A nudge of the input"), tr("how far the answer moves"))),
      cells_(new QPushButton),
      memory_(new WrappedLabel("note")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(memory_, 1);
    row->addWidget(cells_, 0, Qt::AlignTop);
    column->addLayout(row);
    column->addWidget(chart_, 3);
    column->addWidget(nudge_, 2);
    auto* link = new ChartLink(this);
    for (LineChart* chart : {chart_, nudge_}) {
        chart->setXLabel(tr("step"));
        chart->setXCounted(true);
        link->add(chart);
    }
    chart_->setUsuallyLogY(true);
    nudge_->setYFromZero(true);
    connect(chart_, &LineChart::pointed, chart_, &LineChart::setHighlight);  // with all of its layer
    cells_->setVisible(others_ != nullptr);
    if (others_) {
        connect(cells_, &QPushButton::clicked, others_.get(), &ComparedCells::open);
        connect(others_.get(), &ComparedCells::changed, this, &GradientPanel::refresh);
        connect(others_.get(), &ComparedCells::done, this, &GradientPanel::done);
        connect(others_.get(), &ComparedCells::problem, this, &GradientPanel::problem);
    }
    for (NetworkInspection* one : {look_, beside_})
        connect(one, &NetworkInspection::gradientChanged, this, &GradientPanel::refresh);
    refresh();
}

void GradientPanel::setRun(const QString& id) {
    if (others_) others_->setRun(id);
}

void GradientPanel::setBesideName(const QString& name) {
    besideName_ = name;
    refresh();
}

void GradientPanel::setWanted(bool on) {
    look_->setGradientWanted(on);
    beside_->setGradientWanted(on);
    if (others_) others_->setWanted(on);
    refresh();
}

void GradientPanel::refresh() {
    const QString refusal = look_->gradient() ? QString() : look_->refusal();
    chart_->setEmptyText(refusal.isEmpty() ? tr("The gradient of the chosen window is drawn here.") : refusal);
    nudge_->setEmptyText(refusal.isEmpty() ? tr("Each step's input is nudged, and the answer compared.") : QString());
    if (!refusal.isEmpty()) nudge_->setLines({});
    std::vector<NamedGradient> all;
    if (look_->gradient())
        all.push_back({look_->run() ? cellName(look_->run()->config.cell) : QString(), look_->gradient()});
    if (beside_->gradient() && beside_->run()) {
        const QString cell = cellName(beside_->run()->config.cell);
        all.push_back({all.empty() || all.front().name != cell ? cell : besideName_, beside_->gradient()});
    }
    if (others_) std::ranges::move(others_->gradients(), std::back_inserter(all));
    draw(all);
    if (!others_) return;
    const QStringList missing = others_->missing();
    cells_->setText(missing.isEmpty() ? tr("Beside RNN, GRU and LSTM")
                                      : tr("Train %1 for comparison").arg(QLocale().createSeparatedList(missing)));
    cells_->setToolTip(missing.isEmpty()
                           ? tr("Draws the gradient of the same run with another cell")
                           : tr("Queues the same run with other cells; their gradients are drawn beside"));
    cells_->setEnabled(others_->isRun());
}

void GradientPanel::draw(const std::vector<NamedGradient>& gradients) {
    std::vector<ChartLine> lines;
    std::vector<ChartMarker> markers;
    QStringList memory;
    QString strokes, clip;
    int slot = 0;
    for (const NamedGradient& named : gradients) {
        if (!named.view) continue;
        const GradientView& view = *named.view;
        const bool isFirst = &named == &gradients.front();
        // One name per layer and direction: what goes with it has its colour, and is told by its stroke.
        const bool isMany = isFirst && view.layers.size() * view.layers.front().size() > 1;
        if (isMany)
            strokes = view.layers.front().front().cell.empty()
                          ? tr("Line: |dL/dh|, dots: what the gates leave of 1.")
                          : tr("Line: |dL/dh|, dashes: |dL/dc|, dots: what the forget gates leave of 1.");
        for (std::size_t layer = isFirst ? 0 : view.layers.size() - 1; layer < view.layers.size(); ++layer)
            for (std::size_t direction = 0; direction < (isFirst ? view.layers[layer].size() : 1);
                 ++direction, ++slot) {
                const GradientTrack& track = view.layers[layer][direction];
                const QColor colour = theme_->runColour(slot);
                const QString place = QStringLiteral("%1 %2").arg(named.name, placeName(view, layer, direction));
                const auto add = [&](const QString& name, const QColor& lineColour, ChartLine::Style style,
                                     const std::vector<double>& values) {
                    const bool isHead = style == ChartLine::Style::Smooth;
                    lines.push_back({.name = !isMany  ? name
                                             : isHead ? place
                                                      : QString(),
                                     .colour = lineColour,
                                     .style = style,
                                     .slot = isHead ? slot : -1,
                                     .x = numbers(values.size()),
                                     .y = positive(values),
                                     .column = name,
                                     .key = place});
                };
                add(tr("%1, |dL/dh|").arg(place), colour, ChartLine::Style::Smooth, track.hidden);
                if (isFirst && !track.cell.empty())
                    add(tr("%1, |dL/dc|").arg(place), colour, ChartLine::Style::Dashed, track.cell);
                if (isFirst && !track.kept.empty())
                    add(tr("%1, left by the gates of 1 (geometric mean of the units)").arg(place),
                        isMany ? colour : theme_->palette().muted, ChartLine::Style::Dotted, track.kept);
                if (view.weights.step == 0) {
                    memory << tr("%1: untrained, the start was kept; it has no reach").arg(place);
                    continue;
                }
                memory << (track.pastWindow && track.memory == 0
                               ? tr("%1: it reads one step, there is nothing to reach back to").arg(place)
                           : track.pastWindow
                               ? tr("%1: the gradient reaches back at least %2 steps").arg(place).arg(track.memory)
                               : tr("%1: the gradient reaches back %2 steps").arg(place).arg(track.memory));
            }
        if (isFirst && view.clipNorm > 0)
            clip = tr("Gradient of all weights: %1, clipped at %2.")
                       .arg(formatNumber(view.weightGradient, 3), formatNumber(view.clipNorm, 3));
        if (isFirst) drawNudge(view);
    }
    chart_->setLines(std::move(lines));
    chart_->setMarkers(std::move(markers));
    const QString definition =
        tr("Reach: steps back until the gradient is below a thousandth of its largest. Learning can look back so far; "
           "the nudge shows whether it does.");
    QStringList texts;
    if (!memory.isEmpty()) texts << memory.join(QStringLiteral("  ·  "));
    for (const QString& text : {strokes, clip})
        if (!text.isEmpty()) texts << text;
    memory_->setFullText((texts << definition).join(QLatin1Char('\n')));
}

void GradientPanel::drawNudge(const GradientView& view) {
    ChartLine line{
        .name = view.nudge.size > 0
                    ? tr("answer moves by, for %1 on every input of the step").arg(formatNumber(view.nudge.size, 2))
                    : tr("answer moves by, for another token at the step"),
        .colour = theme_->palette().text,
        .style = ChartLine::Style::Smooth};
    for (const std::int64_t step : view.nudge.steps) line.x.push_back(static_cast<double>(step + 1));
    line.y = view.nudge.moved;
    line.isSampled = true;
    std::vector<ChartLine> lines{line};
    if (!view.nudge.linear.empty()) {
        line.name = tr("of that, by the linear path alone");
        line.style = ChartLine::Style::Dashed;
        line.colour = theme_->palette().muted;
        line.y = view.nudge.linear;
        lines.push_back(std::move(line));
    }
    nudge_->setLines(std::move(lines));
}

}  // namespace gatelab
