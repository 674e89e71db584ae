// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/trust/score_grid.h"

#include "common/texts.h"
#include "lab/backtest/backtest_scores.h"
#include "pages/compare/trust/backtest_view.h"

#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gatelab {

namespace {
constexpr int kNameWidth = 132, kMostLines = 14;
}

ScoreGrid::ScoreGrid(QWidget* parent) : QTableWidget(parent) {
    setAccessibleName(tr("Scores"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    verticalHeader()->setFixedWidth(kNameWidth);
    verticalHeader()->setTextElideMode(Qt::ElideMiddle);
    verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
}

void ScoreGrid::setView(const BacktestView& view) {
    clear();
    std::vector<WindowScores> means;
    std::vector<std::size_t> order;
    for (const auto& windows : view.windows) order.push_back(means.size()), means.push_back(meanScores(windows));
    std::ranges::stable_sort(order, {},
                             [&](std::size_t m) { return std::isnan(means[m].mae) ? HUGE_VAL : means[m].mae; });
    std::vector<const BacktestScore*> shown;
    for (const BacktestScore& score : backtestScores())
        if (std::ranges::any_of(means, [&](const WindowScores& one) { return std::isfinite(one.*score.value); }))
            shown.push_back(&score);
    setRowCount(static_cast<int>(order.size()));
    setColumnCount(static_cast<int>(shown.size()));
    for (int c = 0; c < columnCount(); ++c) {
        auto* head = new QTableWidgetItem(translated(shown[static_cast<std::size_t>(c)]->name));
        head->setToolTip(translated(shown[static_cast<std::size_t>(c)]->help));
        setHorizontalHeaderItem(c, head);
    }
    for (int r = 0; r < rowCount(); ++r) {
        const std::size_t m = order[static_cast<std::size_t>(r)];
        const std::string& key = view.backtest.methods[m].key;
        const QString name = translated(testedMethodLabel(key));
        auto* head = new QTableWidgetItem(name);
        head->setToolTip(name);
        QFont font = head->font();
        font.setBold(isExternal(key));
        head->setFont(font);
        setVerticalHeaderItem(r, head);
        for (int c = 0; c < columnCount(); ++c) {
            const double value = means[m].*shown[static_cast<std::size_t>(c)]->value;
            auto* item = new QTableWidgetItem(std::isfinite(value) ? formatNumber(value, 4) : QStringLiteral("-"));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setFont(font);
            setItem(r, c, item);
        }
    }
    resizeColumnsToContents();
    const int line = rowCount() > 0 ? rowHeight(0) : 0;
    setFixedHeight(horizontalHeader()->sizeHint().height() + line * std::min(rowCount(), kMostLines) +
                   horizontalScrollBar()->sizeHint().height() + 2 * frameWidth());
}

}  // namespace gatelab
