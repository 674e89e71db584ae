// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/sequence_panel.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "data/sequences/running_text.h"
#include "models/sequence_model.h"
#include "pages/data/look/insight_list.h"
#include "pages/data/sequence_plot.h"
#include "pages/data/text_panel.h"
#include "widgets/button.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"
#include "widgets/tables/table_style.h"

#include <QComboBox>
#include <QHeaderView>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kMaxRows = 6, kFewRows = 3, kLow = 600, kRowHeight = 26, kHeadHeight = 28;
constexpr std::int32_t kAnyClass = -2;
enum Page { kDrawing, kRows, kText };

}  // namespace

SequencePanel::SequencePanel(Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      job_(new BackgroundJob(this)),
      views_(new Segments({tr("First of each class"), tr("Mean and spread"), tr("One by one")})),
      channel_(new QComboBox),
      class_(new QComboBox),
      number_(new QSpinBox),
      plot_(new SequencePlot(theme)),
      text_(new TextPanel),
      stack_(new QStackedWidget),
      insights_(new InsightList(theme)),
      classTable_(new QTableView),
      itemTable_(new QTableView),
      classModel_(new SequenceClassModel(this)),
      itemModel_(new SequenceItemModel(this)) {
    auto* column = makeColumn(this, {}, 0, {insights_, makeBar()});
    insights_->setInsights({});
    fillStack();
    column->addWidget(stack_, 1);
    prepareTables();
    connectBar();
    connectTables();
    connect(&theme, &Theme::changed, this, &SequencePanel::draw);
}

QLayout* SequencePanel::makeBar() {
    auto* row = makeRow(nullptr, {12, 4, 12, 4}, 8);
    views_->setCompact(true);
    views_->setAccessibleName(tr("What is drawn of the sequences"));
    number_->setAccessibleName(tr("Number of the sequence"));
    number_->setKeyboardTracking(false);
    class_->setAccessibleName(tr("Class to look through"));
    channel_->setAccessibleName(tr("Channel"));
    before_ = makeTurn(-1);
    after_ = makeTurn(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{views_, class_, before_, number_, after_})
        row->addWidget(widget);
    row->addStretch();
    row->addWidget(channel_);
    return row;
}

void SequencePanel::fillStack() {
    auto* drawing = new QWidget;
    makeColumn(drawing, {}, 0, {{plot_, 1}, classTable_});
    stack_->addWidget(drawing);
    stack_->addWidget(itemTable_);
    stack_->addWidget(text_);
}

void SequencePanel::prepareTables() {
    classTable_->setModel(classModel_);
    itemTable_->setModel(itemModel_);
    for (QTableView* table : {classTable_, itemTable_}) {
        styleTable(*table);
        table->setFrameShape(QFrame::NoFrame);
        table->horizontalHeader()->setStretchLastSection(false);
    }
    itemTable_->verticalHeader()->show();
    classTable_->setAccessibleName(tr("Classes"));
    itemTable_->setAccessibleName(tr("Sequences"));
}

void SequencePanel::connectBar() {
    connect(views_, &Segments::chosen, this, [this] {
        arrange();
        draw();
        plot_->fit();
    });
    connect(number_, &QSpinBox::valueChanged, this, [this](int number) {
        item_ = static_cast<std::size_t>(number - 1);
        draw();
    });
    connect(class_, &QComboBox::activated, this, [this] {
        const std::int32_t label = wantedClass();
        if (label != kAnyClass && set_->items[item_].label != label) {
            const std::size_t first =
                set_->items.front().label == label && set_->items.front().steps > 0 ? 0 : nextItem(*set_, 0, 1, label);
            number_->setValue(static_cast<int>(first) + 1);
        }
        arrange();
    });
    connect(channel_, &QComboBox::activated, this, [this] {
        itemModel_->setChannel(channel());
        count();
        draw();
        plot_->fit();
    });
}

/// A class leads to its sequences, a row of the table to its drawing.
void SequencePanel::connectTables() {
    connect(classTable_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        views_->setCurrent(kItem);
        class_->setCurrentIndex(class_->findData(classes_[static_cast<std::size_t>(index.row())].label));
        Q_EMIT class_->activated(class_->currentIndex());
        draw();
        plot_->fit();
    });
    connect(itemTable_, &QTableView::activated, this,
            [this](const QModelIndex& index) { showItem(static_cast<std::size_t>(index.row())); });
}

QToolButton* SequencePanel::makeTurn(int step) {
    const auto turned = [this, step] { turn(step); };
    auto* button = makeIconButton(
        theme_->icon(step < 0 ? QStringLiteral("chevron-left") : QStringLiteral("chevron-right"), Ink::Muted),
        step < 0 ? tr("Previous sequence (Alt+Left)") : tr("Next sequence (Alt+Right)"), this, turned);
    button->setAutoRepeat(true);
    new QShortcut(Qt::ALT | (step < 0 ? Qt::Key_Left : Qt::Key_Right), this, turned, Qt::WidgetWithChildrenShortcut);
    return button;
}

void SequencePanel::setSequences(SequenceSetPtr set) {
    if (set == set_) return;
    set_ = std::move(set);
    item_ = 0;
    classes_.clear();
    insights_->setInsights({});
    job_->cancel();
    itemModel_->setSequences(set_);
    classModel_->setClasses(nullptr, {});
    channel_->clear();
    text_->setText(isText() ? set_ : nullptr);
    stack_->setCurrentIndex(isText() ? kText : kDrawing);
    if (!set_) return plot_->setLines({});
    for (const std::string& name : set_->channelNames) channel_->addItem(fromUtf8(name));
    const bool tokens = set_->tokens > 0;
    views_->setSegmentEnabled(kClasses, !tokens, tr("Words have no mean."));
    if (tokens && views_->current() == kClasses) views_->setCurrent(kFirst);
    {
        const QSignalBlocker quiet(number_);
        number_->setRange(1, std::max(1, static_cast<int>(set_->items.size())));
        number_->setValue(1);
        number_->setSuffix(tr(" of %1").arg(formatCount(static_cast<qint64>(set_->items.size()))));
    }
    class_->clear();
    class_->addItem(tr("All classes"), kAnyClass);
    arrange();
    count();
    draw();
    plot_->fit();
    fitToContents(*itemTable_);
}

void SequencePanel::count() {
    if (!set_ || isText()) return;
    job_->run<std::vector<SequenceClass>>(
        [set = set_, of = channel()](const Progress& progress) { return sequenceClasses(*set, of, progress); },
        [this, set = set_, of = channel()](std::vector<SequenceClass> classes) {
            if (set != set_ || of != channel() || classes.empty()) return;
            classes_ = std::move(classes);
            classModel_->setClasses(set_, classes_);
            fitToContents(*classTable_);
            fitClasses();
            const QVariant wanted = class_->currentData();
            class_->clear();
            class_->addItem(tr("All classes"), kAnyClass);
            for (const SequenceClass& row : classes_) class_->addItem(className(*set_, row.label), row.label);
            class_->setCurrentIndex(std::max(0, class_->findData(wanted)));
            arrange();
            if (views_->current() == kClasses) {
                draw();
                plot_->fit();
            }
            Q_EMIT counted();
        });
}

/// Where the page is low, the drawing has the room.
void SequencePanel::fitClasses() {
    const int most = height() < kLow ? kFewRows : kMaxRows, rows = std::min(most, static_cast<int>(classes_.size()));
    classTable_->setFixedHeight(qRound((kHeadHeight + rows * kRowHeight + 4) * theme_->textScale()));
}

void SequencePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitClasses();
}

void SequencePanel::arrange() {
    const bool isDrawn = stack_->currentIndex() == kDrawing, one = isDrawn && views_->current() == kItem;
    views_->setVisible(isDrawn);
    class_->setVisible(one && classes_.size() > 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{before_, number_, after_}) widget->setVisible(one);
    channel_->setVisible(channel_->count() > 1 && !one && !isText());
    if (!set_ || set_->items.empty()) return;
    before_->setEnabled(nextItem(*set_, item_, -1, wantedClass()) != item_);
    after_->setEnabled(nextItem(*set_, item_, 1, wantedClass()) != item_);
}

void SequencePanel::draw() {
    if (!set_ || set_->items.empty()) return plot_->setLines({});
    switch (views_->current()) {
        case kClasses:
            plot_->showClasses(set_, classes_, channel());
            break;
        case kItem:
            plot_->showItem(set_, std::min(item_, set_->items.size() - 1));
            break;
        default:
            plot_->showFirst(set_, channel());
    }
    arrange();
}

void SequencePanel::turn(int step) {
    if (!set_ || set_->items.empty() || stack_->currentIndex() != kDrawing) return;
    if (views_->current() != kItem) views_->setCurrent(kItem);
    number_->setValue(static_cast<int>(nextItem(*set_, item_, step, wantedClass())) + 1);
    draw();
}

void SequencePanel::showItem(std::size_t item) {
    if (!set_ || item >= set_->items.size()) return;
    showTable(false);
    views_->setCurrent(kItem);
    class_->setCurrentIndex(0);
    number_->setValue(static_cast<int>(item) + 1);
    draw();
    plot_->fit();
}

bool SequencePanel::isText() const { return set_ && isRunningText(*set_); }

void SequencePanel::showTable(bool on) {
    stack_->setCurrentIndex(on ? kRows : isText() ? kText : kDrawing);
    arrange();
}

std::int32_t SequencePanel::wantedClass() const {
    return class_->currentIndex() < 0 ? kAnyClass : class_->currentData().toInt();
}

std::size_t SequencePanel::channel() const { return static_cast<std::size_t>(std::max(0, channel_->currentIndex())); }

}  // namespace gatelab
