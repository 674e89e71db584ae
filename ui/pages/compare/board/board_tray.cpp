// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/board_tray.h"

#include "common/texts.h"
#include "common/theme.h"
#include "pages/compare/board/board_model.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kTray = 40, kChip = 24, kPadding = 8, kMarkerRoom = 16, kCross = 18, kTag = 6, kLeastName = 60, kGap = 8;

/// A chosen row: marker, name, whether it is the base, a cross. Where it is narrow the name is cut, never the number.
class Chip : public QAbstractButton {
public:
    Chip(Theme& theme, RunBoard& board, const BoardRow& row, QWidget* parent)
        : QAbstractButton(parent),
          theme_(&theme),
          board_(&board),
          key_(row.key),
          name_(board.nameOf(row)),
          number_(row.isBaseline() ? QString() : board.shortNameOf(row)),
          slot_(row.isBaseline() ? -1 : board.slotOf(row)),
          isBase_(&row == board.base()) {
        setAccessibleName(isBase_ ? BoardTray::tr("%1, base").arg(name_) : name_);
        setToolTip(BoardTray::tr("%1: click scrolls there, Del takes it out").arg(name_));
        setFocusPolicy(Qt::StrongFocus);
        setFixedHeight(px(kChip));
    }
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] QSize sizeHint() const override { return {aroundName() + nameWidth(name_), px(kChip)}; }
    [[nodiscard]] QSize minimumSizeHint() const override {
        const int least = number_.isEmpty() ? std::min(px(kLeastName), nameWidth(name_)) : nameWidth(number_);
        return {aroundName() + least, px(kChip)};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Palette& palette = theme_->palette();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hasFocus() ? palette.accent : palette.border, hasFocus() ? 2 : 1));
        painter.setBrush(underMouse() ? palette.raised : palette.surface);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        const QPointF centre(px(kPadding) + px(5), height() / 2.0);
        if (slot_ >= 0) {
            Theme::drawMarker(painter, centre, slot_, theme_->runColour(slot_), 9 * theme_->textScale());
        } else {
            QPen pen(palette.muted, 2);
            pen.setDashPattern({2, 1.5});
            painter.setPen(pen);
            painter.drawLine(centre - QPointF(px(6), 0), centre + QPointF(px(6), 0));
        }
        int left = px(kPadding + kMarkerRoom);
        painter.setFont(theme_->font(13));
        painter.setPen(palette.text);
        const QRect room(left, 0, width() - left - px(kPadding + kCross) - tagWidth(), height());
        const QString cut = painter.fontMetrics().elidedText(name_, Qt::ElideRight, room.width());
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, cut.startsWith(number_) ? cut : number_);
        left = room.right() + px(kTag);
        if (isBase_) {
            painter.setFont(theme_->font(11, 500));
            const QRectF tag(left, height() / 2.0 - px(8), tagWidth() - px(kTag), px(16));
            painter.setPen(QPen(palette.border, 1));
            painter.setBrush(palette.selection);
            painter.drawRoundedRect(tag, 3, 3);
            painter.setPen(palette.accent);
            painter.drawText(tag, Qt::AlignCenter, BoardTray::tr("base"));
        }
        theme_->icon(QStringLiteral("close"), Ink::Muted).paint(&painter, cross().adjusted(3, px(6), -3, -px(6)));
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        const bool isCross = cross().contains(event->pos()), wasDragged = std::exchange(isDragged_, false);
        QAbstractButton::mouseReleaseEvent(event);
        if (wasDragged || !rect().contains(event->pos())) return;
        if (isCross) board_->remove(std::string(key_));  // deletes this chip later
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        QAbstractButton::mouseMoveEvent(event);
        if (!(event->buttons() & Qt::LeftButton)) return;
        const QPoint at = mapToParent(event->pos());
        if (at.x() >= geometry().left() && at.x() <= geometry().right()) return;
        isDragged_ = true;
        moveBy(at.x() < geometry().left() ? -1 : 1);
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
            return board_->remove(std::string(key_));
        if (event->modifiers() & Qt::ControlModifier && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right))
            return moveBy(event->key() == Qt::Key_Left ? -1 : 1);
        QAbstractButton::keyPressEvent(event);
    }

private:
    void moveBy(int by) {
        const std::vector<std::string>& chosen = board_->selection().chosen();
        const auto at = std::ranges::find(chosen, key_) - chosen.begin();
        if (at + by < 0 || at + by >= std::ssize(chosen)) return;
        board_->move(std::string(key_), static_cast<std::size_t>(at + by));
    }
    [[nodiscard]] int px(int pixels) const { return qRound(pixels * theme_->textScale()); }
    [[nodiscard]] int nameWidth(const QString& name) const {
        return QFontMetrics(theme_->font(13)).horizontalAdvance(name) + 2;
    }
    [[nodiscard]] int aroundName() const { return px(2 * kPadding + kMarkerRoom + kCross) + tagWidth(); }
    [[nodiscard]] int tagWidth() const {
        return isBase_ ? QFontMetrics(theme_->font(11, 500)).horizontalAdvance(BoardTray::tr("base")) + px(10 + kTag)
                       : 0;
    }
    [[nodiscard]] QRect cross() const { return {width() - px(kCross + 4), 0, px(kCross), height()}; }
    Theme* theme_;
    RunBoard* board_;
    std::string key_;
    QString name_, number_;  ///< number_: empty of a baseline
    int slot_;
    bool isBase_, isDragged_ = false;
};

/// What the dots, the line and the bar of a row are.
class Legend : public QWidget {
public:
    Legend(Theme& theme, QWidget* parent) : QWidget(parent), theme_(&theme) {
        setFixedHeight(px(kChip));
        setFixedWidth(textWidth());
        setAccessibleName(BoardTray::tr("A dot is a seed, the line their mean, the bar its 95 % interval"));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Palette& palette = theme_->palette();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(theme_->font(12));
        const QFontMetrics metrics(painter.font());
        const double middle = height() / 2.0;
        int x = 0;
        const auto word = [&](const QString& text) {
            painter.setPen(palette.muted);
            painter.drawText(QRect(x, 0, metrics.horizontalAdvance(text) + 1, height()), Qt::AlignVCenter, text);
            x += metrics.horizontalAdvance(text) + px(14);
        };
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.axis);
        painter.drawEllipse(QPointF(x + px(4), middle), px(3), px(3));
        x += px(12);
        word(BoardTray::tr("seed"));
        painter.fillRect(QRectF(x + px(3), middle - px(8), 2, px(16)), palette.strong);
        x += px(11);
        word(BoardTray::tr("mean"));
        QColor bar = palette.strong;
        bar.setAlphaF(0.25F);
        painter.fillRect(QRectF(x, middle - px(5), px(20), px(10)), bar);
        x += px(26);
        word(BoardTray::tr("95 %, from 3 seeds"));
    }

private:
    [[nodiscard]] int px(int pixels) const { return qRound(pixels * theme_->textScale()); }
    [[nodiscard]] int textWidth() const {
        const QFontMetrics metrics(theme_->font(12));
        return px(12 + 14 + 11 + 14 + 26) + metrics.horizontalAdvance(BoardTray::tr("seed")) +
               metrics.horizontalAdvance(BoardTray::tr("mean")) +
               metrics.horizontalAdvance(BoardTray::tr("95 %, from 3 seeds")) + px(4);
    }
    Theme* theme_;
};

}  // namespace

BoardTray::BoardTray(Theme& theme, RunBoard& board, BoardModel& model, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      board_(&board),
      model_(&model),
      chips_(new QHBoxLayout),
      count_(makeLabel({}, "unit", this)),
      runs_(makeLabel({}, "unit", this)),
      clear_(new QPushButton(tr("Clear"), this)),
      message_(new QPushButton(this)),
      legend_(new Legend(theme, this)) {
    setFixedHeight(qRound(kTray * theme.textScale()));
    chips_->setSpacing(kGap);
    clear_->setProperty("link", true);
    message_->setProperty("link", true);
    message_->hide();
    makeRow(this, {12, 0, 12, 0}, kGap,
            {makeLabel(tr("Chosen"), "title", this), count_, chips_, clear_, message_, spring(1), legend_, runs_});
    connect(clear_, &QPushButton::clicked, this, [this] { board_->clear(); });
    connect(message_, &QPushButton::clicked, this, &BoardTray::act);
    connect(board_, &RunBoard::boardChanged, this, &BoardTray::rebuild);
    connect(board_, &RunBoard::selectionChanged, this, [this] {
        seventh_.clear();
        rebuild();
    });
    connect(model_, &BoardModel::listChanged, this, &BoardTray::showCounts);
    rebuild();
}

void BoardTray::rebuild() {
    QStringList wanted;
    const std::vector<const BoardRow*> chosen = board_->chosen();
    for (const BoardRow* row : chosen)
        wanted << QStringLiteral("%1|%2|%3|%4")
                      .arg(fromUtf8(row->key), board_->nameOf(*row))
                      .arg(row->isBaseline() ? -1 : board_->slotOf(*row))
                      .arg(row == board_->base() ? 1 : 0);
    if (wanted != shown_) {
        const auto* focused = dynamic_cast<Chip*>(QApplication::focusWidget());
        const std::string key = focused && focused->parentWidget() == this ? focused->key() : std::string();
        while (QLayoutItem* item = chips_->takeAt(0)) {
            item->widget()->hide();
            item->widget()->deleteLater();
            delete item;
        }
        for (const BoardRow* row : chosen) {
            auto* chip = new Chip(*theme_, *board_, *row, this);
            connect(chip, &QAbstractButton::clicked, this,
                    [this, rowKey = fromUtf8(row->key)] { Q_EMIT rowAsked(rowKey); });
            chips_->addWidget(chip);
            chip->show();  // what the layout shows later cannot have the focus yet
            if (row->key == key) chip->setFocus();
        }
        shown_ = wanted;
    }
    count_->setText(tr("%1 of %2").arg(chosen.size()).arg(RunSelection::kMaxChosen));
    clear_->setVisible(!chosen.empty());
    showCounts();
}

void BoardTray::offerReplacing(const QString& key) {
    seventh_ = key;
    showCounts();
}

/// Nothing is chosen or taken out by itself once something was: that another one is the best by now is only said.
const BoardRow* BoardTray::newBest() const {
    const Board& board = board_->board();
    const BoardRow* best = board.best < 0 ? nullptr : &board.rows[static_cast<std::size_t>(board.best)];
    return best && !board_->selection().isByHand() && !board_->isChosen(*best) ? best : nullptr;
}

void BoardTray::act() {
    const std::string best = newBest() ? newBest()->key : std::string();
    if (!seventh_.isEmpty())
        board_->replaceOldest(seventh_.toStdString());
    else if (model_->hiddenChosen() > 0)
        Q_EMIT filterCleared();
    else if (!best.empty())
        board_->turn(best);
}

void BoardTray::showCounts() {
    const BoardRow* oldest = board_->oldestChosen();
    QString message;
    if (!seventh_.isEmpty() && oldest)
        message = tr("Six at most. Replace %1?").arg(board_->shortNameOf(*oldest));
    else if (model_->hiddenChosen() > 0)
        message = tr("%n chosen filtered out. Show", nullptr, model_->hiddenChosen());
    else if (const BoardRow* best = newBest())
        message = tr("%1 is the best now. Choose it").arg(board_->shortNameOf(*best));
    message_->setText(message);
    message_->setVisible(!message.isEmpty());
    const QString runs = formatCount(model_->listedRuns()), groups = formatCount(model_->listedGroups());
    QString counts = model_->listedRuns() == 1     ? tr("1 run")
                     : model_->listedGroups() == 1 ? tr("%1 runs in 1 group").arg(runs)
                                                   : tr("%1 runs in %2 groups").arg(runs, groups);
    if (model_->moved() > 0) counts = tr("%n row(s) have moved", nullptr, model_->moved());
    runs_->setText(counts);
    fit();
}

/// The legend goes where the names of the chips would be cut for it, the counts where their numbers would.
void BoardTray::fit() {
    const auto widthOf = [this](bool isWhole) {
        int width = 0;
        for (int i = 0; i < layout()->count(); ++i) {
            const QWidget* one = layout()->itemAt(i)->widget();
            if (one && one != legend_ && one != runs_ && !one->isHidden()) width += one->sizeHint().width() + kGap;
        }
        for (int i = 0; i < chips_->count(); ++i) {
            const QWidget* chip = chips_->itemAt(i)->widget();
            width += (isWhole ? chip->sizeHint() : chip->minimumSizeHint()).width() + kGap;
        }
        const QMargins margins = layout()->contentsMargins();
        return width + margins.left() + margins.right() + kGap;
    };
    const int counts = runs_->sizeHint().width() + kGap;
    legend_->setVisible(widthOf(true) + counts + legend_->width() <= width());
    runs_->setVisible(widthOf(false) + counts <= width());
}

QSize BoardTray::minimumSizeHint() const { return {0, height()}; }

void BoardTray::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

}  // namespace gatelab
