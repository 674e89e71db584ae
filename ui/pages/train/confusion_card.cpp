// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/confusion_card.h"

#include "models/confusion_model.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kRowHeads = 180, kWidestHead = 170;

}  // namespace

ConfusionCard::ConfusionCard(Theme& theme, QWidget* parent)
    : Card(tr("Classes"), tr("rows: true class, columns: predicted class"), parent),
      theme_(&theme),
      model_(new ConfusionModel(theme, this)),
      table_(new QTableView) {
    setBodyPadding(0);
    table_->setModel(model_);
    styleTable(*table_);
    showRowHeads(*table_, qRound(kRowHeads * theme.textScale()));
    table_->horizontalHeader()->setStretchLastSection(false);
    // Names of classes often begin alike, and end otherwise.
    for (QHeaderView* heads : {table_->horizontalHeader(), table_->verticalHeader()})
        heads->setTextElideMode(Qt::ElideMiddle);
    table_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table_->setAccessibleName(tr("Confusion matrix of the test part"));
    body()->addWidget(table_);
    connect(&theme, &Theme::changed, this, &ConfusionCard::fitColumns);
}

void ConfusionCard::setMatrix(const ConfusionMatrix& matrix) {
    model_->setMatrix(matrix);
    fitColumns();
}

/// Once for all rows: asking the view for each cell of 256 x 256 would take seconds.
void ConfusionCard::fitColumns() {
    table_->ensurePolished();
    table_->horizontalHeader()->ensurePolished();
    const QFontMetrics cell(table_->font());
    const int most = qRound(kWidestHead * theme_->textScale());
    for (int column = 0; column < model_->columnCount(); ++column) {
        int numbers = 0;
        for (int row = 0; row < model_->rowCount(); ++row)
            numbers = std::max(numbers, cell.horizontalAdvance(model_->index(row, column).data().toString()));
        const int head = table_->horizontalHeader()->sectionSizeHint(column);
        table_->setColumnWidth(column, std::max(numbers + kCellRoom, std::min(head, most)));
    }
}

}  // namespace gatelab
