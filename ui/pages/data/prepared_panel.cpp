// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/prepared_panel.h"

#include "charts/chart_link.h"
#include "charts/data/minmax_pyramid.h"
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "data/look/augmented_window.h"
#include "data/many/many_series.h"
#include "data/recipe/recipe.h"
#include "data/unit_text.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/row_format.h"
#include "runs/experiment_model.h"
#include "widgets/button.h"
#include "widgets/layouts.h"

#include <QComboBox>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace gatelab {

namespace {

using PyramidPtr = std::shared_ptr<const MinMaxPyramid>;

/// Of both charts; `raw` null: no column of the file.
struct Drawing {
    PyramidPtr raw, prepared;
    std::shared_ptr<const TimeAxis> time;
};

constexpr std::int64_t kAtOnce = 200'000;  // rows, some 10 ms

PyramidPtr pyramidOf(std::vector<double> values) {
    auto pyramid = std::make_shared<MinMaxPyramid>();
    pyramid->assign(std::move(values));
    return pyramid;
}

/// Lowest and highest value of each pixel; every value where there are no more than pixels.
ChartSource sourceOf(const PyramidPtr& pyramid, const QColor& colour, const QString& name) {
    return [pyramid, colour, name](double low, double high, int pixels) {
        ChartLine line;
        line.name = name;
        line.colour = colour;
        const auto rows = static_cast<double>(pyramid->size());
        if (rows == 0) return std::vector<ChartLine>{};
        if (low > high) low = 0, high = rows - 1;
        const auto first = static_cast<std::size_t>(std::clamp(std::floor(low), 0.0, rows - 1)),
                   end = static_cast<std::size_t>(std::clamp(std::ceil(high) + 1, 1.0, rows));
        const std::size_t perPixel =
            pixels == kEverySample
                ? 1
                : std::max<std::size_t>(1, (end - first) / static_cast<std::size_t>(std::max(1, pixels)));
        for (std::size_t from = first; from < end; from += perPixel) {
            const std::size_t to = std::min(end, from + perPixel);
            if (perPixel == 1) {
                line.x.push_back(static_cast<double>(from));
                line.y.push_back((*pyramid)[from]);
                continue;
            }
            const MinMax seen = pyramid->over(from, to);
            const bool any = seen.count > 0;
            for (const double value : {any ? seen.min : std::nan(""), any ? seen.max : std::nan("")}) {
                line.x.push_back(static_cast<double>(from));
                line.y.push_back(value);
            }
        }
        return std::vector<ChartLine>{std::move(line)};
    };
}

std::vector<double> rowsOf(std::span<const double> values, RowRange rows) {
    const auto part = values.subspan(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(rows.size()));
    return {part.begin(), part.end()};
}

TimeAxis rowsOf(const TimeAxis& time, RowRange rows) {
    TimeAxis part{time.name, {}, time.stepMicros};
    if (time.known()) part.values.assign(time.values.begin() + rows.begin, time.values.begin() + rows.end);
    return part;
}

}  // namespace

PreparedPanel::PreparedPanel(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      experiment_(&experiment),
      column_(new QComboBox),
      raw_(new LineChart(theme, tr("As in the file"), {})),
      prepared_(new LineChart(theme, tr("Prepared"), {})),
      augmented_(new LineChart(theme, tr("A training window"), {})),
      link_(new ChartLink(this)),
      job_(new BackgroundJob(this)) {
    insights_ = new InsightList(theme, this);
    connect(insights_, &InsightList::asked, this, [this](const Insight& insight) {
        experiment_->replace(afterAction(experiment_->config(), insight), translated(insight.action));
    });
    auto* charts = new QWidget(this);
    makeColumn(this, {}, 0, {insights_, {charts, 1}});
    auto* layout = makeColumn(charts, {8, 0, 8, 8}, 8);
    column_->setAccessibleName(tr("Column"));
    raw_->addHeaderWidget(column_);
    for (LineChart* chart : {raw_, prepared_}) {
        layout->addWidget(chart, 1);
        link_->add(chart);
    }
    link_->setViewsLinked(true);
    layout->addWidget(augmented_, 1);
    augmented_->setXLabel(tr("step of the window"));
    augmented_->addHeaderWidget(makeButton({}, tr("Another window"), this, [this] {
        ++window_;
        drawAugmented();
    }));
    augmented_->hide();
    connect(column_, &QComboBox::activated, this, &PreparedPanel::draw);
    connect(experiment_, &ExperimentModel::preparedChanged, this, &PreparedPanel::fill);
    connect(experiment_, &ExperimentModel::configChanged, this, &PreparedPanel::drawAugmented);
    connect(&theme, &Theme::changed, this, &PreparedPanel::draw);
}

void PreparedPanel::setShown(bool shown) {
    shown_ = shown;
    if (shown) fill();
}

void PreparedPanel::showPart(std::optional<Part> part) {
    if (part == part_) return;
    part_ = part;
    draw();
}

/// The columns that the network is given, the targets first.
void PreparedPanel::fill() {
    if (!shown_) return;
    const PreparedPtr prepared = experiment_->prepared();
    const QString before = column_->currentText();
    column_->clear();
    if (prepared) {
        std::vector<std::size_t> columns = prepared->targets;
        for (const std::size_t at : prepared->inputs)
            if (std::ranges::find(columns, at) == columns.end()) columns.push_back(at);
        for (const std::size_t at : columns)
            column_->addItem(fromUtf8(prepared->table.columns[at].name), static_cast<int>(at));
        column_->setCurrentIndex(std::max(0, column_->findText(before)));
    }
    column_->setVisible(column_->count() > 1);
    insights_->setInsights(prepared
                               ? preparedInsights(experiment_->windows(), experiment_->config(), prepared->source->time)
                               : Insights());
    draw();
}

void PreparedPanel::draw() {
    // What an earlier one still brings must not cover what is drawn now.
    delete std::exchange(job_, new BackgroundJob(this));
    if (!shown_) return;
    const PreparedPtr prepared = experiment_->prepared();
    prepared_->setEmptyText(experiment_->preparing() ? tr("Preparing the series.")
                                                     : tr("The settings do not allow it; the findings say why."));
    if (!prepared || column_->currentIndex() < 0) {
        for (LineChart* chart : {raw_, prepared_}) {
            chart->setSource({});
            chart->setLines({});
        }
        return;
    }
    const Table::Column& column = prepared->table.columns[static_cast<std::size_t>(column_->currentData().toInt())];
    const auto channel = prepared->source->find(column.name);
    const QString unit = channel ? fromUtf8(unitBeside(column.name, prepared->source->channels[*channel].unit))
                                 : QString(),
                  name = fromUtf8(column.name);
    raw_->setTitle(tr("As in the file"), unit.isEmpty() ? name : tr("%1, %2").arg(name, unit));
    raw_->setEmptyText(tr("A step of the recipe has made this column."));
    const auto stepsOf = [](const std::vector<std::string>& texts) {
        QStringList labels;
        for (const std::string& text : texts)
            if (const auto step = parseRecipeStep(text); step.ok() && step->enabled)
                if (const RecipeStep* row = findRecipeStep(step->key)) labels << translated(row->label);
        return labels;
    };
    // Of many series each has its own steps; they are those of the recipe.
    QStringList steps = stepsOf(prepared->stepTexts);
    if (const auto data = experiment_->dataset(); steps.isEmpty() && data && data->series && isMany(*data->series))
        steps = stepsOf(experiment_->config().recipe);
    prepared_->setTitle(tr("Prepared"), steps.isEmpty() ? tr("no step is on") : steps.join(QStringLiteral(" \u2192 ")));
    const auto all = static_cast<std::int64_t>(column.values.size());
    const bool isPart = part_ && part_->rows.end <= all && prepared->source->rows() == all;
    const RowRange rows = isPart ? part_->rows : RowRange{0, all};
    std::vector<ChartRegion> parts;
    const Split& split = isPart ? part_->split : prepared->split;
    const Palette& palette = theme_->palette();
    for (const auto& [held, label] : {std::pair(split.validation, tr("Validation")), std::pair(split.test, tr("Test"))})
        if (held.size() > 0)
            parts.push_back({static_cast<double>(held.begin), static_cast<double>(held.begin + held.size()),
                             palette.raised, label});
    for (LineChart* chart : {raw_, prepared_}) chart->setRegions(parts);
    const auto make = [prepared, channel, rows, values = std::span(column.values)](const Progress&) {
        return Drawing{channel ? pyramidOf(rowsOf(prepared->source->channels[*channel].values, rows)) : nullptr,
                       pyramidOf(rowsOf(values, rows)),
                       std::make_shared<const TimeAxis>(rowsOf(prepared->source->time, rows))};
    };
    const auto show = [this](const Drawing& drawing) {
        const auto seconds = rowSeconds(drawing.time);
        for (LineChart* chart : {raw_, prepared_}) {
            chart->setXTimes(seconds, rowTimes(drawing.time));
            chart->setXLabel(seconds ? QString() : tr("row"));
        }
        raw_->setSource(drawing.raw ? sourceOf(drawing.raw, theme_->palette().text, tr("as in the file"))
                                    : ChartSource());
        prepared_->setSource(sourceOf(drawing.prepared, theme_->runColour(0), tr("prepared")));
    };
    drawAugmented();
    if (rows.size() <= kAtOnce) return show(make({}));
    raw_->setEmptyText(tr("Preparing the series."));
    prepared_->setEmptyText(tr("Preparing the series."));
    for (LineChart* chart : {raw_, prepared_}) chart->setSource({}), chart->setLines({});
    job_->run<Drawing>(make, [this, show, isMade = !channel](const Drawing& drawing) {
        if (isMade) raw_->setEmptyText(tr("A step of the recipe has made this column."));
        show(drawing);
    });
}

/// Only what training reads is changed, so only an input can be seen so.
void PreparedPanel::drawAugmented() {
    if (!shown_) return;
    const PreparedPtr prepared = experiment_->prepared();
    augmented_->setVisible(prepared && augments(experiment_->config()));
    if (augmented_->isHidden() || column_->currentIndex() < 0) return;
    const auto window = augmentedWindow(*prepared, experiment_->windows().train, experiment_->config(), window_,
                                        static_cast<std::size_t>(column_->currentData().toInt()));
    augmented_->setEmptyText(tr("This column is no input, so nothing of it is changed."));
    if (!window) return augmented_->setLines({});
    window_ = window->example;
    augmented_->setTitle(tr("A training window"),
                         tr("window %1, as it is and as it is changed").arg(formatCount(window_ + 1)));
    std::vector<ChartLine> lines(2);
    lines[0].name = tr("prepared"), lines[0].colour = theme_->palette().text;
    lines[1].name = tr("augmented"), lines[1].colour = theme_->runColour(0);
    for (std::size_t step = 0; step < window->before.size(); ++step)
        for (std::size_t k = 0; k < 2; ++k) {
            lines[k].x.push_back(static_cast<double>(step));
            lines[k].y.push_back((k == 0 ? window->before : window->after)[step]);
        }
    augmented_->setLines(std::move(lines));
}

}  // namespace gatelab
