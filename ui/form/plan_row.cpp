// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/plan_row.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "widgets/card.h"
#include "widgets/segments.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLongestOption = 12;  // characters, before it is cut at its end
constexpr int kAxisWidth = 76;
constexpr double kAxisEnd = 0.06;

QString optionText(const PlanOption& option) {
    if (!option.text.empty()) return translated(option.text);
    const Setting& first = option.settings.front();
    return displayValue(*first.field, first.value);
}

QString cut(const QString& text) {
    return text.size() <= kLongestOption ? text : text.left(kLongestOption - 1) + QChar(0x2026);
}

/// The error of the other option beside that of the chosen one; an arrow where it lies beyond the axis.
class ErrorAxis : public QWidget {
public:
    ErrorAxis(Theme& theme, double change, QWidget* parent) : QWidget(parent), theme_(theme), change_(change) {
        setFixedSize(qRound(kAxisWidth * theme.textScale()), qRound(12 * theme.textScale()));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Palette& palette = theme_.palette();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double middle = width() / 2.0, y = height() / 2.0, half = middle - 5;
        painter.setPen(palette.axis);
        painter.drawLine(QPointF(middle, 0), QPointF(middle, height()));
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.text);
        if (std::abs(change_) <= kAxisEnd)
            return painter.drawEllipse(QPointF(middle + change_ / kAxisEnd * half, y), 3, 3);
        const double end = change_ > 0 ? width() - 1 : 1, back = change_ > 0 ? -6 : 6;
        painter.drawPolygon(QPolygonF({{end, y}, {end + back, y - 4}, {end + back, y + 4}}));
    }

private:
    Theme& theme_;
    double change_;
};

}  // namespace

PlanRow::PlanRow(Theme& theme, PlanLine line, QString ownValue, QWidget* parent)
    : QWidget(parent), theme_(theme), line_(std::move(line)), own_(std::move(ownValue)) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);  // never lower than what stands in it
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(4, 3, 4, 3);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(1, 1);
    const QString name = translated(line_.label);
    grid->addWidget(makeLabel(name, "name", this), 0, 0);
    setToolTip(translated(line_.reason));
    options_ = new Segments({}, this);
    options_->setCompact(true);
    options_->setAccessibleName(name);
    value_ = makeLabel({}, "muted", this);
    grid->addWidget(options_, 0, 1, 1, 2, Qt::AlignRight);
    grid->addWidget(value_, 0, 1, 1, 2, Qt::AlignRight);
    price_ = makeLabel({}, "note", this);
    price_->setWordWrap(true);
    grid->addWidget(price_, 1, 0, 1, 2);
    price_->setToolTip(translated(line_.priceNote));
    if (std::isfinite(line_.otherError)) {
        axis_ = new ErrorAxis(theme, line_.otherError, this);
        axis_->setToolTip(price_->toolTip());
        grid->addWidget(axis_, 1, 2);
    }
    connect(options_, &Segments::chosen, this, [this](int index) {
        if (index == 0) Q_EMIT suggestedChosen();
        if (index == 1 && !line_.other.settings.empty()) Q_EMIT otherChosen();
    });
    showState();
    warn({});
}

bool PlanRow::follow(const PlanLine& line, const QString& ownValue) {
    const bool isSameError =
        line.otherError == line_.otherError || (std::isnan(line.otherError) && std::isnan(line_.otherError));
    if (line.label.source != line_.label.source || line.reason != line_.reason || !isSameError ||
        line.other.settings.empty() != line_.other.settings.empty() ||
        optionText(line.suggested) != optionText(line_.suggested))
        return false;
    line_ = line;
    // Once an epoch was timed only the words change, and nothing moves under a click.
    price_->setToolTip(translated(line_.priceNote));
    if (axis_ != nullptr) axis_->show();
    own_ = ownValue;
    showState();
    return true;
}

void PlanRow::showState() {
    const bool hasOther = !line_.other.settings.empty(), isOwn = line_.state == PlanLine::State::Own;
    QStringList texts{optionText(line_.suggested)};
    if (hasOther) texts << optionText(line_.other);
    if (isOwn) texts << own_;
    options_->setVisible(texts.size() > 1);
    value_->setVisible(texts.size() == 1);
    value_->setText(texts.front());
    if (options_->count() != texts.size()) {
        options_->clear();
        for (const QString& text : texts) options_->add(cut(text), {}, text);
    } else {
        for (int i = 0; i < texts.size(); ++i) options_->setText(i, cut(texts[i]));
    }
    options_->setCurrent(line_.state == PlanLine::State::Suggested ? 0 : static_cast<int>(texts.size()) - 1);
    update();
}

void PlanRow::warn(const QString& text) {
    const QString price =
        line_.other.settings.empty()
            ? QString()
            : tr("%1: %2", "option of a setting: what it costs").arg(optionText(line_.other), translated(line_.price));
    price_->setText(text.isEmpty() ? price : text);
    setStyleProperty(price_, "role", text.isEmpty() ? "note" : "warning");
    price_->setVisible(!price_->text().isEmpty());
}

void PlanRow::hidePrice() {
    line_.price = {};  // whatever follows is another one
    if (!line_.other.settings.empty()) price_->setText(QStringLiteral("…"));
    if (axis_ != nullptr) axis_->hide();
}

void PlanRow::paintEvent(QPaintEvent*) {
    if (line_.state == PlanLine::State::Suggested) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.palette().infoTint);
    painter.drawRoundedRect(rect(), 4, 4);
}

}  // namespace gatelab
