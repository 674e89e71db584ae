// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/unit_panel.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "config/cell_traits.h"
#include "pages/learn/gates/ablation_box.h"
#include "pages/learn/gates/quantity_words.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kMaxRows = 6;
constexpr int kMaxNamed = 12, kListHeight = 132;

/// The columns with the largest figures, by size, as rows.
KeyValueList::Rows largest(const std::vector<std::string>& columns, std::vector<double> figures,
                           const QString& pattern) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < std::min(columns.size(), figures.size()); ++i)
        if (std::isfinite(figures[i])) order.push_back(i);
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return std::abs(figures[a]) > std::abs(figures[b]); });
    KeyValueList::Rows rows;
    for (std::size_t i = 0; i < std::min(order.size(), kMaxRows); ++i) {
        const double value = figures[order[i]];
        rows.emplace_back(
            fromUtf8(columns[order[i]]),
            pattern.arg(value > 0 ? QStringLiteral("+") + formatNumber(value, 2) : formatNumber(value, 2)));
    }
    return rows;
}

QString numbersText(const std::vector<int>& units) {
    QStringList names;
    for (std::size_t i = 0; i < std::min<std::size_t>(units.size(), kMaxNamed); ++i)
        names << QString::number(units[i] + 1);
    if (units.size() > kMaxNamed) names << QStringLiteral("…");
    return listText(names);
}

}  // namespace

UnitPanel::UnitPanel(Theme& theme, NetworkInspection& look, GateCanvas& canvas, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      look_(&look),
      canvas_(&canvas),
      quantity_(new ListBox),
      threshold_(new QDoubleSpinBox),
      range_(new WrappedLabel("note")),
      on_(new WrappedLabel),
      found_(new WrappedLabel("note")),
      choose_(makeButton(QIcon(), tr("Choose these units"), this, &UnitPanel::choose)),
      find_(makeButton(theme.icon(QStringLiteral("search")), tr("Other windows like it"), this, &UnitPanel::ask)),
      windows_(new QListWidget),
      common_(new KeyValueList),
      names_(new KeyValueList),
      correlations_(new KeyValueList),
      ablation_(new AblationBox(look, canvas)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    addUnitsOn(column);
    column->addWidget(makeLine());
    column->addWidget(makeLabel(tr("What the chosen unit follows"), "section"));
    names_->setToolTip(
        tr("The correlation with the simplest thing that goes along with it over many windows, from %1 "
           "on: the hour, the last value, its change, the level, a mark ... It describes; it is no proof "
           "of what was learned.")
            .arg(formatNumber(UnitName::kLeast, 1)));
    names_->setObjectName(QStringLiteral("unit-names"));
    column->addWidget(names_);
    column->addWidget(makeLine());
    column->addWidget(makeLabel(tr("What the chosen unit correlates with"), "section"));
    column->addWidget(correlations_);
    column->addWidget(makeLine());
    column->addWidget(ablation_);
    column->addStretch(1);
    connectControls();
    connectNetwork();
    fillQuantities();
    refresh();
}

void UnitPanel::addUnitsOn(QVBoxLayout* column) {
    column->addWidget(makeLabel(tr("Which units stay on"), "section"));
    column->addWidget(range_);
    column->addLayout(makeCondition());
    column->addWidget(on_);
    column->addWidget(choose_);
    column->addWidget(find_);
    column->addWidget(found_);
    windows_->setFixedHeight(qRound(kListHeight * theme_->textScale()));
    windows_->setAccessibleName(tr("Windows where the units stay on"));
    windows_->setToolTip(tr("A double click, or Enter, shows the window"));
    column->addWidget(windows_);
    column->addWidget(common_);
}

QLayout* UnitPanel::makeCondition() {
    auto* row = new QHBoxLayout;
    quantity_->setAccessibleName(tr("Quantity"));
    quantity_->setToolTip(tr("Which quantity has to be above the threshold"));
    threshold_->setRange(-100, 100);
    threshold_->setSingleStep(0.05);
    threshold_->setValue(0.3);
    threshold_->setAccessibleName(tr("Threshold"));
    threshold_->setToolTip(tr("A unit is on where its value is above this"));
    row->addWidget(quantity_, 1);
    row->addWidget(makeLabel(tr("above"), "muted"));
    row->addWidget(threshold_);
    return row;
}

void UnitPanel::connectControls() {
    connect(canvas_, &GateCanvas::rangeMarked, this, &UnitPanel::showUnitsOn);
    connect(canvas_, &GateCanvas::unitsChosen, this, [this] {
        showCorrelation();
        showNames();
        refresh();
    });
    connect(quantity_, &QComboBox::currentIndexChanged, this, &UnitPanel::showUnitsOn);
    connect(threshold_, &QDoubleSpinBox::valueChanged, this, &UnitPanel::showUnitsOn);
    connect(windows_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        const QVariantList place = item->data(Qt::UserRole).toList();
        look_->setWindow(look_->window().part, place[0].toLongLong());
        canvas_->setMarked(place[1].toInt(), place[1].toInt() + place[2].toInt() - 1);
    });
}

void UnitPanel::connectNetwork() {
    connect(look_, &NetworkInspection::unitsAnswered, this, &UnitPanel::showAnswer);
    connect(look_, &NetworkInspection::gatesChanged, this, &UnitPanel::refresh);
    connect(look_, &NetworkInspection::namesChanged, this, &UnitPanel::showNames);
    connect(look_, &NetworkInspection::opened, this, [this] {
        answer_ = {};
        windows_->clear();
        common_->setRows({});
        correlations_->setRows({});
        found_->clear();
        fillQuantities();
        showNames();
    });
}

void UnitPanel::fillQuantities() {
    const QSignalBlocker quiet(quantity_);
    quantity_->clear();
    if (!look_->run()) return;
    const std::string& cell = look_->run()->config.cell;
    const CellTraits& traits = cellTraits(cell);
    std::string keys = quantityKeys(traits);
    std::ranges::rotate(keys, keys.begin() + static_cast<std::ptrdiff_t>(traits.gates.size()));  // states first
    std::ranges::reverse(keys.begin(), keys.end() - static_cast<std::ptrdiff_t>(traits.gates.size()));
    for (const char key : keys)
        quantity_->addItem(quantityWords(std::string(1, key), cell).name, QString(QLatin1Char(key)));
}

void UnitPanel::setPlace(int layer, int direction) {
    layer_ = layer;
    direction_ = direction;
    answer_ = {};
    ablation_->setPlace(layer, direction);
    showCorrelation();
    showNames();
    refresh();
}

const GateTrack* UnitPanel::track() const {
    if (!look_->gates() || quantity_->currentIndex() < 0) return nullptr;
    const GateView& view = *look_->gates();
    if (layer_ >= static_cast<int>(view.layers.size()) ||
        direction_ >= static_cast<int>(view.layers[static_cast<std::size_t>(layer_)].size()))
        return nullptr;
    return view.find(layer_, direction_, quantity_->currentData().toString().toStdString());
}

std::vector<int> UnitPanel::unitsOn() const {
    std::vector<int> units;
    const GateTrack* all = track();
    auto [first, last] = canvas_->marked();
    if (first > last) std::swap(first, last);
    if (all == nullptr || first < 0) return units;
    last = std::min(last, static_cast<int>(look_->gates()->window.steps) - 1);
    for (int unit = 0; unit < all->units; ++unit) {
        bool isOn = true;
        for (int step = first; step <= last && isOn; ++step)
            isOn = static_cast<double>(all->at(step, unit)) > threshold_->value();
        if (isOn) units.push_back(unit);
    }
    return units;
}

void UnitPanel::showUnitsOn() {
    auto [first, last] = canvas_->marked();
    if (first > last) std::swap(first, last);
    const bool hasRange = first >= 0;
    range_->setFullText(
        hasRange ? tr("Steps %1 to %2 are marked.").arg(first + 1).arg(last + 1)
                 : tr("Mark a range of steps: drag over a heat map, or hold Shift and press Left or Right."));
    const std::vector<int> units = unitsOn();
    on_->setFullText(!hasRange       ? QString()
                     : units.empty() ? tr("No unit is above the threshold in all of them.")
                                     : tr("%n unit(s) are on all the time: %1", nullptr, static_cast<int>(units.size()))
                                           .arg(numbersText(units)));
    choose_->setEnabled(!units.empty());
    choose_->setToolTip(units.empty() ? tr("Mark a range in which at least one unit stays on")
                                      : tr("Draws them as lines and asks the questions below of them"));
}

void UnitPanel::refresh() {
    showUnitsOn();
    const bool hasUnits = !canvas_->chosenUnits().empty();
    find_->setEnabled(look_->isOpen() && hasUnits);
    find_->setToolTip(hasUnits ? tr("Finds steps, in up to 256 windows, where all chosen units are on")
                               : tr("Choose a unit first: click on a heat map"));
}

void UnitPanel::choose() {
    canvas_->setChosenUnits(unitsOn());
    Q_EMIT canvas_->unitsChosen();
}

void UnitPanel::ask() {
    UnitQuestion question;
    question.part = look_->window().part;
    question.layer = layer_;
    question.direction = direction_;
    question.key = quantity_->currentData().toString().toStdString();
    for (const int unit : canvas_->chosenUnits()) question.units.push_back(unit);
    question.threshold = threshold_->value();
    found_->setFullText(tr("Looking through the windows of this part ..."));
    look_->askUnits(question);
}

void UnitPanel::showAnswer(const UnitAnswer& answer) {
    answer_ = answer;
    windows_->clear();
    for (const UnitMatch& match : answer.matches) {
        auto* item =
            new QListWidgetItem(tr("window %1: %n step(s) from step %2", nullptr, static_cast<int>(match.steps))
                                    .arg(match.window + 1)
                                    .arg(match.first + 1),
                                windows_);
        item->setData(Qt::UserRole, QVariantList{qint64(match.window), qint64(match.first), qint64(match.steps)});
    }
    found_->setFullText(
        tr("On together in %1 % of the steps of %2 windows (of %3). What those steps have in common, in standard "
           "deviations from the mean:")
            .arg(formatNumber(100 * answer.share, 3), formatCount(answer.looked), formatCount(answer.windows)));
    common_->setRows(largest(answer.columns, answer.difference, QStringLiteral("%1 σ")));
    showCorrelation();
}

void UnitPanel::showCorrelation() {
    const auto columns = static_cast<std::ptrdiff_t>(answer_.columns.size());
    const std::ptrdiff_t unit = canvas_->unit();
    if (columns == 0 || unit >= answer_.units)
        return correlations_->setRows({{tr("not known yet"), tr("ask for other windows first")}});
    const auto first = answer_.correlation.begin() + unit * columns;
    correlations_->setRows(largest(answer_.columns, {first, first + columns}, QStringLiteral("r = %1")));
}

/// One row for each quantity of the unit, by its name in the window's language.
void UnitPanel::showNames() {
    if (!look_->names() || !look_->run()) return names_->setRows({{tr("not known yet"), {}}});
    const int unit = canvas_->unit();
    KeyValueList::Rows rows{{tr("Unit"), QString::number(unit + 1)}};
    const std::string& cell = look_->run()->config.cell;
    for (const char key : quantityKeys(cellTraits(cell))) {
        const UnitName* name = look_->names()->find(std::string(1, key), unit);
        if (name == nullptr) continue;
        QString text = translated(name->phrase());
        if (name->isSimple() && !name->detail.empty()) text = listText({text, translated(name->detail)});
        rows.emplace_back(quantityWords(std::string(1, key), cell).name, text);
    }
    names_->setRows(rows);
}

}  // namespace gatelab
