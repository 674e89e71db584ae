// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/distribution_panel.h"

#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "data/unit_text.h"
#include "pages/data/look/figure_model.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/look/series_look.h"
#include "pages/data/row_format.h"
#include "widgets/layouts.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kTableRows = 5, kRowHeight = 26, kHeadHeight = 28, kShades = 16;
constexpr int kLeastParts = 220, kAroundMissing = 84, kMissingRow = 16, kMostRows = 30;

/// The outline of the bars, in percent.
ChartLine outline(const QString& name, const std::vector<double>& edges, const std::vector<double>& shares,
                  const QColor& colour, ChartLine::Style style) {
    ChartLine line;
    line.name = name, line.colour = colour, line.style = style, line.hasLast = false;
    const auto add = [&line](double x, double y) { line.x.push_back(x), line.y.push_back(100 * y); };
    add(edges.front(), 0);
    for (std::size_t i = 0; i < shares.size(); ++i) add(edges[i], shares[i]), add(edges[i + 1], shares[i]);
    add(edges.back(), 0);
    if (style == ChartLine::Style::Band) line.y2 = std::exchange(line.y, std::vector<double>(line.x.size(), 0.0));
    return line;
}

}  // namespace

DistributionPanel::DistributionPanel(Theme& theme, ExperimentModel& experiment, SeriesLook& look, QWidget* parent)
    : LookPanel(theme, experiment, look, parent),
      job_(new BackgroundJob(this)),
      parts_(new LineChart(theme, tr("Distribution by part"), tr("% of the values of each part"))),
      missing_(new LineChart(theme, tr("Missing values"), tr("share of the rows, by column"))),
      table_(new QTableView),
      figures_(new FigureModel(this)) {
    parts_->setYFromZero(true);
    table_->setModel(figures_);
    styleTable(*table_);
    table_->setFrameShape(QFrame::NoFrame);
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->setAccessibleName(tr("Figures of the column"));
    table_->setFixedHeight(qRound((kHeadHeight + kTableRows * kRowHeight + 4) * theme.textScale()));
    parts_->setMinimumHeight(qRound(kLeastParts * theme.textScale()));
    auto* content = new QWidget;
    makeColumn(content, {8, 0, 8, 8}, 8, {{parts_, 3}, table_, {missing_, 2}});
    makeColumn(this, {}, 0, {&insights(), {makeScrolled(content, this), 1}});
}

Insights DistributionPanel::tell(const ExperimentConfig& config) const {
    const auto& values = *look().values();
    Insights all = distributionInsights(*look().series(), values.channel, config);
    const Insights gaps = missingInsights(*look().series(), values.missing, config);
    all.insert(all.end(), gaps.begin(), gaps.end());
    return all;
}

void DistributionPanel::draw(const QString& waiting) {
    parts_->setEmptyText(waiting);
    if (!look().values()) {
        parts_->setLines({});
        return missing_->hide();
    }
    drawParts();
    drawMissing();
    fillFigures();
}

void DistributionPanel::drawParts() {
    const PartDistributions& d = look().values()->channel.distributions;
    const Channel& channel = look().series()->channels[look().channel()];
    const Palette& p = theme().palette();
    const QString name = fromUtf8(channel.name), unit = fromUtf8(unitBeside(channel.name, channel.unit));
    parts_->setXLabel(unit.isEmpty() ? name : tr("%1, %2").arg(name, unit));
    parts_->setEmptyText(tr("This column has no value."));
    if (d.edges.empty()) return parts_->setLines({});
    std::vector<ChartLine> lines;
    if (d.train.figures.count > 0) {
        // A tint under the outline: the training part is the ground that the others are seen on.
        lines.push_back(outline({}, d.edges, d.train.shares, p.axis, ChartLine::Style::Band));
        lines.push_back(outline(tr("train"), d.edges, d.train.shares, p.axis, ChartLine::Style::Plain));
    } else {
        lines.push_back(outline(tr("all rows"), d.edges, d.whole.shares, p.text, ChartLine::Style::Plain));
    }
    if (d.validation.figures.count > 0)
        lines.push_back(outline(tr("validation"), d.edges, d.validation.shares, p.text, ChartLine::Style::Dotted));
    if (d.test.figures.count > 0)
        lines.push_back(outline(tr("test"), d.edges, d.test.shares, p.text, ChartLine::Style::Smooth));
    parts_->setLines(std::move(lines));
    parts_->fit();
}

void DistributionPanel::drawMissing() {
    const MissingMap& map = look().values()->missing;
    missing_->setVisible(map.rowsWithAny > 0);
    if (map.rowsWithAny == 0) return;
    ChartLine line;
    line.style = ChartLine::Style::Heat;
    line.column = tr("missing");
    line.colour = theme().palette().warning;
    for (int i = 0; i < kShades; ++i)
        line.ramp.push_back(heatColour(theme().palette().gate, static_cast<double>(i) / (kShades - 1)));
    const std::size_t columns = map.shares.size();
    const int rows = std::min(kMostRows, static_cast<int>(columns));
    missing_->setMinimumHeight(qRound((kAroundMissing + rows * kMissingRow) * theme().textScale()));
    std::vector<QString> names;
    for (std::size_t c = columns; c-- > 0;) names.push_back(fromUtf8(look().series()->channels[c].name));
    for (std::size_t cell = 0; cell < map.shares.front().size(); ++cell) {
        line.x.push_back(static_cast<double>(static_cast<std::int64_t>(cell) * map.rowsPerCell));
        line.y.push_back(-0.5), line.y2.push_back(static_cast<double>(columns) - 0.5);
        std::vector<double>& cells = line.cells.emplace_back();
        for (std::size_t c = columns; c-- > 0;) cells.push_back(map.shares[c][cell]);
    }
    const auto time = std::make_shared<const TimeAxis>(look().series()->time);
    missing_->setXTimes(rowSeconds(time), rowTimes(time));
    missing_->setXLabel(time->known() ? QString() : tr("row"));
    missing_->setNames({}, std::move(names));
    missing_->setLines({std::move(line)});
    missing_->fit();
}

void DistributionPanel::fillFigures() {
    const PartDistributions& d = look().values()->channel.distributions;
    std::vector<FigureRow> rows{{tr("all rows"), d.whole.rows.size(), d.whole.figures}};
    rows.push_back({tr("visible"), visible_.size(), visibleFigures_});
    for (const auto& [name, part] :
         {std::pair(tr("train"), &d.train), std::pair(tr("validation"), &d.validation), std::pair(tr("test"), &d.test)})
        rows.push_back({name, part->rows.size(), part->figures});
    figures_->setFigures(std::move(rows));
    fitToContents(*table_);
}

void DistributionPanel::setVisibleRows(RowRange rows) {
    const SeriesPtr series = look().series();
    if (!series || look().channel() >= series->channels.size()) return;
    visible_ = {std::clamp<std::int64_t>(rows.begin, 0, series->rows()),
                std::clamp<std::int64_t>(rows.end, 0, series->rows())};
    job_->run<ValueFigures>(
        [series, channel = look().channel(), rows = visible_](const Progress&) {
            return valueFigures(
                std::span(series->channels[channel].values)
                    .subspan(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(rows.size())));
        },
        [this, series](const ValueFigures& figures) {
            if (series != look().series()) return;
            visibleFigures_ = figures;
            if (look().values()) fillFigures();
        });
}

}  // namespace gatelab
