// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/plan_row.h"

#include "common/field_text.h"
#include "common/recipe_words.h"
#include "common/texts.h"
#include "widgets/card.h"
#include "widgets/segments.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr int kLongestOption = 12;  // characters, before it is cut at its end
constexpr int kShortestOption = 3;
constexpr int kLeastWidth = 200, kMargin = 4, kGap = 6;  // px
constexpr int kAxisWidth = 76;
constexpr double kAxisEnd = 0.06;

QString optionText(const PlanOption& option) {
    if (!option.text.empty()) return translated(option.text);
    return PlanRow::wordsOf(option.settings.front());
}

/// The words, and the recipe as it is written where that is another text.
QString tipOf(const QString& words, const Setting& setting) {
    const QString written = editableText(setting.value);
    const bool isRecipe = std::string_view(setting.field->key) == "recipe";
    return isRecipe && written != words && !written.isEmpty() ? words + QLatin1Char('\n') + written : words;
}

QString cut(const QString& text, int longest) {
    return text.size() <= longest ? text : text.left(longest - 1) + QChar(0x2026);
}

/// Each cut at its end; where two would be alike by that, what begins all of them alike is cut too.
QStringList cutApart(const QStringList& texts, int longest) {
    QStringList all;
    for (const QString& text : texts) all << cut(text, longest);
    const bool isTold = QStringList(all).removeDuplicates() == 0;
    if (isTold || QStringList(texts).removeDuplicates() > 0) return all;
    qsizetype shared = 0;
    const auto isShared = [&](const QString& text) {
        return text.size() > shared + 1 && text[shared] == texts.front()[shared];
    };
    while (std::ranges::all_of(texts, isShared)) ++shared;
    for (qsizetype i = 0; i < texts.size(); ++i) all[i] = QChar(0x2026) + cut(texts[i].mid(shared), longest - 1);
    return all;
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
    grid->setContentsMargins(kMargin, 3, kMargin, 3);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(1, 1);
    const QString name = translated(line_.label);
    name_ = makeLabel(name, "name", this);
    grid->addWidget(name_, 0, 0);
    setToolTip(translated(line_.reason));
    options_ = new Segments({}, this);
    options_->setCompact(true);
    options_->setAccessibleName(name);
    value_ = makeLabel({}, "muted", this);
    grid->addWidget(options_, 0, 1, 1, 2, Qt::AlignRight);
    grid->addWidget(value_, 0, 1, 1, 2, Qt::AlignRight);
    price_ = makeLabel({}, "note", this);
    price_->setWordWrap(true);
    price_->setMinimumWidth(1);  // one long word makes no wide row
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

QString PlanRow::wordsOf(const Setting& setting) {
    const auto* recipe = std::get_if<std::vector<std::string>>(&setting.value);
    return recipe != nullptr && std::string_view(setting.field->key) == "recipe"
               ? describeRecipe(*recipe)
               : displayValue(*setting.field, setting.value);
}

QStringList PlanRow::tips() const {
    QStringList tips = texts();
    tips[0] = tipOf(tips[0], line_.suggested.settings.front());
    if (!line_.other.settings.empty()) tips[1] = tipOf(tips[1], line_.other.settings.front());
    return tips;
}

QStringList PlanRow::texts() const {
    QStringList texts{optionText(line_.suggested)};
    if (!line_.other.settings.empty()) texts << optionText(line_.other);
    if (line_.state == PlanLine::State::Own) texts << own_;
    return texts;
}

void PlanRow::showState() {
    const QStringList texts = this->texts(), tips = this->tips();
    options_->setVisible(texts.size() > 1);
    value_->setVisible(texts.size() == 1);
    if (options_->count() != texts.size()) {
        options_->clear();
        const QStringList cuts = cutApart(texts, kLongestOption);
        for (const QString& cut : cuts) options_->add(cut);
        QTimer::singleShot(0, this, &PlanRow::fit);  // how wide they are is known once they are shown
    }
    for (int i = 0; i < tips.size(); ++i) options_->setTip(i, tips[i]);
    options_->setCurrent(line_.state == PlanLine::State::Suggested ? 0 : static_cast<int>(texts.size()) - 1);
    fit();
    update();
}

/// Cut as little as there is room for; before it is laid out, as if there were room.
void PlanRow::fit() {
    const QStringList texts = this->texts();
    const int room =
        testAttribute(Qt::WA_Resized) ? width() - 2 * kMargin - kGap - name_->sizeHint().width() : QWIDGETSIZE_MAX;
    value_->setText(value_->fontMetrics().elidedText(texts.front(), Qt::ElideRight, room));
    const QString tip = tips().front();
    value_->setToolTip(value_->text() == tip ? QString() : tip);
    for (int longest = kLongestOption; longest >= kShortestOption; --longest) {
        const QStringList cuts = cutApart(texts, longest);
        for (int i = 0; i < texts.size(); ++i) options_->setText(i, cuts[i]);
        if (options_->isHidden() || options_->sizeHint().width() <= room) return;
    }
}

QSize PlanRow::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return {std::min(least.width(), qRound(kLeastWidth * theme_.textScale())), least.height()};
}

void PlanRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
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
