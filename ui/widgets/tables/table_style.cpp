// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/table_style.h"

#include "common/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QShortcut>
#include <QStringList>
#include <QStyleOptionHeader>
#include <QTableView>

#include <algorithm>

namespace gatelab {

namespace {

constexpr const char *kRowHeads = "rowHeads", *kFitted = "fittedColumns";
constexpr int kMaxColumn = 360;

/// The last column is stretched only where there is room: stretched into too little, its head would be cut.
void stretchLast(QTableView& table) {
    QHeaderView* heads = table.horizontalHeader();
    heads->setStretchLastSection(false);
    heads->setStretchLastSection(heads->length() <= table.viewport()->width());
}

class StretchOnResize : public QObject {
public:
    explicit StretchOnResize(QTableView& table) : QObject(&table), table_(&table) {
        table.viewport()->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) stretchLast(*table_);
        return QObject::eventFilter(watched, event);
    }

private:
    QTableView* table_;
};

}  // namespace

void copyRows(const QTableView& table) {
    const QAbstractItemModel* model = table.model();
    std::vector<int> columns;
    const QHeaderView* header = table.horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual)
        if (const int column = header->logicalIndex(visual); !table.isColumnHidden(column)) columns.push_back(column);
    const bool named = table.property(kRowHeads).toBool();
    QStringList head;
    if (named) head << QString();
    for (const int column : columns) head << model->headerData(column, Qt::Horizontal).toString();
    QStringList lines{head.join(QLatin1Char('\t'))};
    const QItemSelectionModel* selection = table.selectionModel();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (selection->hasSelection() && !selection->rowIntersectsSelection(row, {})) continue;
        QStringList cells;
        if (named) cells << model->headerData(row, Qt::Vertical).toString();
        for (const int column : columns) cells << model->index(row, column).data().toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void styleTable(QTableView& table) {
    // What has heads of its own keeps them.
    if (table.horizontalHeader()->metaObject() == &QHeaderView::staticMetaObject)
        table.setHorizontalHeader(new TableHeads(&table));
    const int scaled = table.fontMetrics().height() + 10;
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(std::max(26, scaled));
    table.verticalHeader()->setMinimumSectionSize(26);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
    table.horizontalHeader()->setTextElideMode(Qt::ElideRight);
    table.setShowGrid(false);
    table.setAlternatingRowColors(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    auto* copy = new QShortcut(QKeySequence::Copy, &table);
    copy->setContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QShortcut::activated, &table, [&table] { copyRows(table); });
}

void fitToContents(QTableView& table) {
    QHeaderView* heads = table.horizontalHeader();
    table.ensurePolished();  // before, the style's padding is not known
    heads->ensurePolished();
    table.resizeColumnsToContents();
    for (int column = 0; column < heads->count(); ++column)
        heads->resizeSection(
            column, std::min(heads->sectionSize(column), std::max(kMaxColumn, heads->sectionSizeHint(column))));
}

void fitColumns(QTableView& table) {
    table.horizontalHeader()->setStretchLastSection(false);
    fitToContents(table);
    stretchLast(table);
    if (table.property(kFitted).toBool()) return;
    table.setProperty(kFitted, true);
    new StretchOnResize(table);
}

void showRowHeads(QTableView& table, int most) {
    setStyleProperty(&table, kRowHeads, true);
    QHeaderView* heads = table.verticalHeader();
    heads->setMaximumWidth(most);
    heads->setTextElideMode(Qt::ElideRight);
    heads->setHighlightSections(false);
    heads->setSectionResizeMode(QHeaderView::Fixed);
    heads->show();
}

TableHeads::TableHeads(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

void TableHeads::initStyleOptionForIndex(QStyleOptionHeader* option, int section) const {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (textElideMode() == Qt::ElideNone) return;
    const QString whole = model()->headerData(section, Qt::Horizontal).toString();
    // The style measures: only it knows its padding, its letters and the room of the arrow.
    const auto needed = [&](const QString& text) {
        QStyleOptionHeaderV2 measured;
        initStyleOption(&measured);
        measured.section = section;
        measured.icon = option->icon;
        measured.text = text;
        if (isSortIndicatorShown()) measured.sortIndicator = QStyleOptionHeader::SortDown;
        return style()->sizeFromContents(QStyle::CT_HeaderSection, &measured, {}, this).width();
    };
    QString text = whole;
    int room = option->fontMetrics.horizontalAdvance(whole);
    for (int over = 0; room > 0 && (over = needed(text) - sectionSize(section)) > 0;) {
        room -= over;
        text = option->fontMetrics.elidedText(whole, textElideMode(), std::max(0, room));
    }
    option->text = text;
}

}  // namespace gatelab
