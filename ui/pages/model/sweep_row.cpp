// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/sweep_row.h"

#include "common/field_text.h"
#include "runs/experiment_model.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"

#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kSettingWidth = 200, kMaxPoints = 1000;

double numberOf(const FieldValue& value) {
    return std::holds_alternative<std::int64_t>(value) ? static_cast<double>(std::get<std::int64_t>(value))
                                                       : std::get<double>(value);
}

/// As the setting is written, within its limits.
QString endText(const Field& field, double value, bool isWhole) {
    const double within = std::clamp(value, field.range.low, field.range.high);
    return isWhole ? QString::number(std::llround(within)) : QString::number(within, 'g', 2);
}

}  // namespace

SweepRow::SweepRow(Theme& theme, const ExperimentModel& experiment, const char* key, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      experiment_(&experiment),
      setting_(new ListBox),
      kind_(new ListBox),
      values_(new QLineEdit),
      low_(new QLineEdit),
      high_(new QLineEdit),
      to_(makeLabel(tr("to"), "muted")),
      problem_(makeLabel({}, "error")),
      points_(new QSpinBox) {
    for (const Field& field : fields())
        if (isSwept(field)) setting_->addItem(translated(field.label), QString::fromLatin1(field.key));
    setting_->setMinimumWidth(qRound(kSettingWidth * theme.textScale()));
    setting_->setCurrentIndex(setting_->findData(QString::fromLatin1(key)));
    setting_->setAccessibleName(tr("Setting"));
    kind_->addItems({tr("Values"), tr("Range"), tr("Range, log")});
    named(kind_, tr("How it varies"), tr("Log: equal factors are equally likely, not equal distances"));
    named(values_, tr("Values"), tr("With commas between them: 0.001, 0.003"));
    low_->setAccessibleName(tr("From"));
    high_->setAccessibleName(tr("To"));
    points_->setRange(2, kMaxPoints);
    points_->setValue(3);
    points_->setSuffix(tr(" points"));
    points_->setAccessibleName(tr("Points"));
    auto* drop = makeButton(theme.icon(QStringLiteral("trash")), {}, this, &SweepRow::dropped);
    drop->setAutoDefault(false);
    named(drop, tr("Leaves this setting as it is"));
    problem_->setWordWrap(true);
    makeColumn(this, {}, 2,
               {makeRow({setting_, kind_, {values_, 1}, {low_, 1}, to_, {high_, 1}, points_, drop}), problem_});
    connect(setting_, &QComboBox::activated, this, [this] { offer(isDrawn_ && isNumber(field())); });
    connect(kind_, &QComboBox::activated, this, [this] {
        isTouched_ = true;
        showKind();
        Q_EMIT changed();
    });
    for (QLineEdit* line : {values_, low_, high_}) {
        connect(line, &QLineEdit::textEdited, this, [this] { isTouched_ = true; });
        connect(line, &QLineEdit::textChanged, this, &SweepRow::changed);
    }
    connect(points_, &QSpinBox::valueChanged, this, &SweepRow::changed);
    setFocusProxy(values_);
    problem_->hide();
    offer(false);
}

const Field& SweepRow::field() const { return *findField(key()); }

std::string SweepRow::key() const { return setting_->currentData().toString().toStdString(); }

/// Some values around the present one, as a start.
QString SweepRow::offeredValues() const {
    const FieldValue now = fieldValue(experiment_->config(), field());
    if (!isNumber(field())) {
        QStringList keys;
        for (const Choice& choice : field().choices) keys << QString::fromLatin1(choice.key);
        if (std::holds_alternative<bool>(now)) keys = QStringList{QStringLiteral("true"), QStringLiteral("false")};
        return keys.isEmpty() ? editableText(now) : keys.join(QStringLiteral(", "));
    }
    const double value = numberOf(now);
    if (value <= 0) return editableText(now);
    const bool isWhole = std::holds_alternative<std::int64_t>(now);
    const double factor = isWhole ? 2 : std::sqrt(10.0);
    QStringList texts;
    for (const double one : {value / factor, value, value * factor})
        if (const QString text = endText(field(), one, isWhole); !texts.contains(text)) texts << text;
    return texts.join(QStringLiteral(", "));
}

/// What nobody has typed yet: values, or a range that holds the present one.
void SweepRow::offer(bool range) {
    isTouched_ = false;
    values_->setText(offeredValues());
    Kind kind = Values;
    if (isNumber(field())) {
        const FieldValue now = fieldValue(experiment_->config(), field());
        const bool isWhole = std::holds_alternative<std::int64_t>(now);
        const double value = numberOf(now), factor = isWhole ? 4 : 10;
        low_->setText(endText(field(), value > 0 ? value / factor : 0, isWhole));
        high_->setText(endText(field(), value > 0 ? value * factor : isWhole ? 10 : 0.5, isWhole));
        if (range) kind = value > 0 ? Log : Linear;
    }
    kind_->setCurrentIndex(kind);
    showKind();
    Q_EMIT changed();
}

void SweepRow::showKind() {
    const bool isRange = kind_->currentIndex() != Values;
    kind_->setVisible(isNumber(field()));
    values_->setVisible(!isRange);
    for (QWidget* part : std::initializer_list<QWidget*>{low_, to_, high_}) part->setVisible(isRange);
    points_->setVisible(isRange && !isDrawn_);
    setFocusProxy(isRange ? low_ : values_);
}

void SweepRow::setDrawn(bool drawn) {
    isDrawn_ = drawn;
    if (isTouched_) return showKind();
    offer(drawn && isNumber(field()));
}

void SweepRow::setProblem(const QString& problem) {
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
}

Result<SweepAxis> SweepRow::axis() const {
    std::string text = key() + "=";
    if (kind_->currentIndex() == Values) return parseSweepAxis(text + values_->text().toStdString());
    text += low_->text().trimmed().toStdString() + ".." + high_->text().trimmed().toStdString();
    if (kind_->currentIndex() == Log) text += ":log";
    if (!isDrawn_) text += ":" + std::to_string(points_->value());
    return parseSweepAxis(text);
}

}  // namespace gatelab
