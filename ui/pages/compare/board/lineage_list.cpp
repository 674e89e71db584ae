// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/lineage_list.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "runs/lineage.h"
#include "runs/run_controller.h"
#include "widgets/card.h"
#include "widgets/focus_ring.h"

#include <QAbstractButton>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace gatelab {

namespace {

constexpr int kMostBefore = 6, kMostAfter = 6, kMostChanges = 3;
constexpr int kHeight = 40, kMarker = 8, kText = 22, kEdge = 4;
constexpr double kRing = 4;

}  // namespace

/// What a line says.
struct LineageLine {
    std::string key;
    QString name, score, change, tip;
    int slot = 0;
    bool isShown = false;   ///< the row that the list is about
    bool isChosen = false;  ///< on the board: its marker is filled
    bool isFirst = false, isLast = false;
    bool operator==(const LineageLine&) const = default;
};

/// One of them, painted: marker and name, the score at the right, below what it changed, in as many lines as it takes.
class LineageRow : public QAbstractButton {
public:
    LineageRow(Theme& theme, LineageLine line, QWidget* parent)
        : QAbstractButton(parent), what(std::move(line)), theme_(theme), ring_(new FocusRing(this)) {
        setFocusPolicy(Qt::StrongFocus);
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setToolTip(what.tip);
        setAccessibleName(LineageList::tr("%1, %2: %3").arg(what.name, what.score, what.change));
    }
    [[nodiscard]] QSize sizeHint() const override { return {200, qRound(kHeight * theme_.textScale())}; }
    [[nodiscard]] int heightForWidth(int width) const override {
        const QFontMetrics metrics(theme_.font(12));
        const QRect room(0, 0, qFloor(width - kText * theme_.textScale() - kEdge), QWIDGETSIZE_MAX);
        const int words = metrics.boundingRect(room, Qt::TextWordWrap, change()).height();
        return sizeHint().height() + std::max(0, words - metrics.height());
    }

    LineageLine what;

protected:
    /// Left and right are the drawer's, up and down the list's.
    void keyPressEvent(QKeyEvent* event) override {
        static const std::set<int> kArrows = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down};
        if (kArrows.contains(event->key())) return event->ignore();
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
        QAbstractButton::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent*) override {
        const Palette& palette = theme_.palette();
        const double scale = theme_.textScale(), line = sizeHint().height() / 2.0;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (what.isShown || underMouse() || ring_->visible()) {
            painter.setPen(ring_->visible() ? QPen(palette.accent, 2) : QPen(Qt::NoPen));
            painter.setBrush(what.isShown ? palette.selection : palette.raised);
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        }
        const QPointF centre(kMarker * scale, line / 2 + 2);
        const double clear = (kRing + 3) * scale;
        painter.setPen(QPen(palette.strong, 1));
        if (!what.isFirst) painter.drawLine(QPointF(centre.x(), 0), QPointF(centre.x(), centre.y() - clear));
        if (!what.isLast) painter.drawLine(QPointF(centre.x(), centre.y() + clear), QPointF(centre.x(), height()));
        if (what.isChosen || what.isShown) {
            Theme::drawMarker(painter, centre, what.slot, theme_.runColour(what.slot), 9 * scale);
        } else {
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(centre, kRing * scale, kRing * scale);
        }
        const QRectF above(kText * scale, 0, width() - kText * scale - kEdge, line + 2);
        painter.setPen(palette.text);
        painter.setFont(theme_.font(13));
        const int wide = painter.fontMetrics().horizontalAdvance(what.score);
        painter.drawText(above, Qt::AlignRight | Qt::AlignVCenter, what.score);
        painter.setFont(theme_.font(13, 500));
        const QRectF name = above.adjusted(0, 0, -wide - 2 * kEdge, 0);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(what.name, Qt::ElideRight, static_cast<int>(name.width())));
        painter.setPen(palette.muted);
        painter.setFont(theme_.font(12));
        const QRectF below(above.left(), line, above.width(), height() - line - 2);
        painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, change());
    }

private:
    /// A value stays beside its arrow.
    [[nodiscard]] QString change() const {
        return QString(what.change).replace(QStringLiteral(" → "), QStringLiteral("\u00A0→\u00A0"));
    }
    Theme& theme_;
    FocusRing* ring_;
};

LineageList::LineageList(Theme& theme, RunBoard& board, RunController& runs, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      board_(&board),
      runs_(&runs),
      column_(new QVBoxLayout(this)),
      before_(makeLabel({}, "note")),
      after_(makeLabel({}, "note")) {
    setAccessibleName(tr("Lineage"));
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    column_->addWidget(before_);
    column_->addWidget(after_);
    connect(&theme, &Theme::changed, this, [this] {
        for (LineageRow* row : rows_) row->updateGeometry();
    });
}

void LineageList::setRow(const BoardRow& row) {
    const std::vector<BoardRow>& rows = board_->board().rows;
    const int at = board_->board().rowOf(row.key);
    std::vector<int> chain;
    std::set<int> seen{at};  // a repeat of a repeat may come back to the settings of the first
    for (int from = row.parent; from >= 0 && seen.insert(from).second;
         from = rows[static_cast<std::size_t>(from)].parent)
        chain.insert(chain.begin(), from);
    const int hiddenBefore = std::max(0, static_cast<int>(chain.size()) - kMostBefore);
    chain.erase(chain.begin(), chain.begin() + hiddenBefore);
    if (at >= 0) chain.push_back(at);
    int hiddenAfter = 0, after = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const int child = static_cast<int>(i);
        if (rows[i].isBaseline() || rows[i].parent != at || at < 0 || seen.contains(child)) continue;
        if (++after <= kMostAfter)
            chain.push_back(child);
        else
            ++hiddenAfter;
    }
    std::vector<LineageLine> lines;
    for (const int index : chain) {
        const BoardRow& of = rows[static_cast<std::size_t>(index)];
        const Words words = wordsOf(of);
        lines.push_back({.key = of.key,
                         .name = board_->nameOf(of),
                         .score = formatNumber(of.score, 3),
                         .change = words.line,
                         .tip = board_->nameOf(of) + QLatin1Char('\n') + words.whole,
                         .slot = board_->slotOf(of),
                         .isShown = index == at,
                         .isChosen = board_->isChosen(of)});
    }
    if (!lines.empty()) lines.front().isFirst = hiddenBefore == 0, lines.back().isLast = hiddenAfter == 0;
    setLines(std::move(lines));
    before_->setText(tr("%1 more before").arg(hiddenBefore));
    before_->setVisible(hiddenBefore > 0);
    after_->setText(tr("%1 more after").arg(hiddenAfter));
    after_->setVisible(hiddenAfter > 0);
}

/// Those that stay as they are are not made anew under the pointer.
void LineageList::setLines(std::vector<LineageLine> lines) {
    if (std::ranges::equal(lines, rows_, {}, {}, &LineageRow::what)) return;
    const auto focused = std::ranges::find_if(rows_, [](const LineageRow* row) { return row->hasFocus(); });
    const std::string focus = focused == rows_.end() ? std::string() : (*focused)->what.key;
    for (LineageRow* old : rows_) old->hide(), old->deleteLater();  // one of them may have asked for this
    rows_.clear();
    for (LineageLine& what : lines) {
        auto* line = rows_.emplace_back(new LineageRow(*theme_, std::move(what), this));
        connect(line, &QAbstractButton::clicked, this, [this, key = line->what.key] { Q_EMIT rowAsked(key); });
        column_->insertWidget(static_cast<int>(rows_.size()), line);
        line->show();
        if (!focus.empty() && line->what.key == focus) line->setFocus(Qt::OtherFocusReason);
    }
}

LineageList::Words LineageList::wordsOf(const BoardRow& row) const {
    const RunSummary* run = runs_->findRun(fromUtf8(row.key));
    if (!run) return {};
    const RunSummary* from = run->parent.empty() ? nullptr : runs_->findRun(fromUtf8(run->parent));
    Words words;
    if (from) words = {changesText(row.changes, kMostChanges), lineageLines(from->config, run->config)};
    if (from && row.parent < 0)  // of another scope, or archived
        words.line = tr("from %1: %2").arg(shownRunName(*from), lineageText(from->config, run->config, kMostChanges));
    if (from && run->branchStep < 0 && from->branchStep >= 0) words.line = tr("from the start: %1").arg(words.line);
    if (!run->startWeights.empty())
        words.line =
            tr("with the weights %1: %2").arg(startText(*run, from), from ? words.line : tr("trained from scratch"));
    if (from && run->branchStep >= 0)
        words.line = tr("branch at step %1: %2").arg(formatCount(run->branchStep), words.line);
    if (words.line.isEmpty())
        words.line = run->parent.empty() ? tr("trained from scratch") : tr("its parent was deleted");
    if (words.whole.isEmpty()) words.whole = words.line;
    if (!run->changes.empty()) {
        words.line = tr("%1; while it ran: %2").arg(words.line, runChangesText(run->changes));
        words.whole = tr("%1\nWhile it ran:\n%2").arg(words.whole, runChangesLines(run->changes));
    }
    return words;
}

std::vector<std::string> LineageList::keys() const {
    std::vector<std::string> keys;
    for (const LineageRow* row : rows_) keys.push_back(row->what.key);
    return keys;
}

QString LineageList::changeOf(const std::string& key) const {
    const auto found = std::ranges::find_if(rows_, [&](const LineageRow* row) { return row->what.key == key; });
    return found == rows_.end() ? QString() : (*found)->what.change;
}

void LineageList::click(const std::string& key) {
    const auto found = std::ranges::find_if(rows_, [&](const LineageRow* row) { return row->what.key == key; });
    if (found != rows_.end()) (*found)->click();
}

void LineageList::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    const auto at = std::ranges::find_if(rows_, [](const LineageRow* row) { return row->hasFocus(); });
    if (by == 0 || at == rows_.end()) return QWidget::keyPressEvent(event);
    const auto next = (at - rows_.begin()) + by;
    if (next >= 0 && next < std::ssize(rows_)) rows_[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
}

}  // namespace gatelab
