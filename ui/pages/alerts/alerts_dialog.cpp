// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/alerts/alerts_dialog.h"

#include "common/texts.h"
#include "runs/run_alerts.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kWidth = 1080, kHeight = 360, kDecimals = 4, kDigits = 7, kRow = 34, kNameWidth = 150, kUnitMargin = 28;
constexpr double kMost = 1e6;

/// Without zeros at its end.
class NumberBox final : public QDoubleSpinBox {
public:
    [[nodiscard]] QString textFromValue(double value) const override {
        QLocale plain = locale();
        plain.setNumberOptions(QLocale::OmitGroupSeparator);
        return plain.toString(value, 'g', kDigits);
    }
};

QDoubleSpinBox* numberBox(double value, double least, const QString& name) {
    auto* box = new NumberBox;
    box->setRange(least, kMost);
    box->setDecimals(kDecimals);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setValue(value);
    box->setAccessibleName(name);
    return box;
}

/// Any metric that is no curve of a layer.
QComboBox* metricBox(MetricId chosen) {
    auto* box = new QComboBox;
    for (const Metric& row : metrics()) {
        if (row.perLayer) continue;
        const QString unit = translated(row.unit);
        box->addItem(
            unit.isEmpty() ? translated(row.label) : QStringLiteral("%1 (%2)").arg(translated(row.label), unit),
            static_cast<int>(row.id));
    }
    box->setCurrentIndex(box->findData(static_cast<int>(chosen)));
    box->setAccessibleName(AlertsDialog::tr("Metric"));
    return box;
}

QComboBox* conditionBox(AlertCondition chosen) {
    auto* box = new QComboBox;
    for (const AlertCondition one : alertConditions())
        box->addItem(translated(alertConditionLabel(one)), static_cast<int>(one));
    box->setCurrentIndex(box->findData(static_cast<int>(chosen)));
    box->setAccessibleName(AlertsDialog::tr("Condition"));
    return box;
}

QComboBox* unitBox(bool inEpochs) {
    auto* box = new QComboBox;
    box->addItems({AlertsDialog::tr("seconds"), AlertsDialog::tr("epochs")});
    box->setCurrentIndex(inEpochs ? 1 : 0);
    box->setAccessibleName(AlertsDialog::tr("Unit of the time"));
    return box;
}

}  // namespace

AlertsDialog::AlertsDialog(Theme& theme, RunAlerts& alerts, QWidget* parent)
    : QDialog(parent), alerts_(alerts), table_(new QTableWidget(0, kColumns)), problem_(new WrappedLabel("error")) {
    setWindowTitle(tr("Alert rules"));
    resize(qRound(kWidth * theme.textScale()), qRound(kHeight * theme.textScale()));
    table_->setHorizontalHeaderLabels(
        {tr("Rule"), tr("Metric"), tr("Condition"), tr("Value"), tr("For at least"), tr("Unit")});
    table_->setAccessibleName(tr("Alert rules"));
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(qRound(kRow * theme.textScale()));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (const int column : {+kMetric, +kCondition})
        table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    for (const int column : {+kName, +kUnit})
        table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Interactive);
    table_->setColumnWidth(kName, qRound(kNameWidth * theme.textScale()));
    auto* add = makeButton(theme.icon(QStringLiteral("plus")), tr("Add"), this, [this] {
        addRow({tr("new rule").toStdString(), MetricId::TrainLoss, AlertCondition::Above, 1, 10, false, true});
    });
    auto* remove = makeButton(theme.icon(QStringLiteral("trash")), tr("Remove"), this, [this] {
        if (table_->currentRow() >= 0) table_->removeRow(table_->currentRow());
        check();
    });
    auto* usual = makeButton(theme.icon(QStringLiteral("reset")), tr("The usual ones"), this,
                             [this] { setRules(defaultAlertRules()); });
    auto* leave = makeButton({}, tr("Cancel"), this, &QDialog::reject);
    save_ = makeButton({}, tr("Save"), this, &AlertsDialog::accept);
    save_->setProperty("primary", true);
    for (QPushButton* button : {add, remove, usual, leave}) button->setAutoDefault(false);
    auto* note = new WrappedLabel("note");
    note->setFullText(
        tr("A run is marked in the strip while a rule holds, whoever trains it, and the desktop is told once. A share "
           "of 0.1 is 10 %."));
    makeColumn(this, {12, 12, 12, 12}, 8,
               {note, {table_, 1}, problem_, makeRow({add, remove, usual, spring(), leave, save_})});
    connect(table_, &QTableWidget::itemChanged, this, &AlertsDialog::check);
    setRules(alerts_.rules());
    problem_->setFullText(alerts_.problem());
    problem_->setVisible(!alerts_.problem().isEmpty());
}

void AlertsDialog::setRules(const std::vector<AlertRule>& rules) {
    table_->setRowCount(0);
    for (const AlertRule& rule : rules) addRow(rule);
    check();
}

void AlertsDialog::addRow(const AlertRule& rule) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    auto* name = new QTableWidgetItem(translated(alertName(rule)));
    name->setData(Qt::UserRole, fromUtf8(rule.name));
    name->setFlags(name->flags() | Qt::ItemIsUserCheckable);
    name->setCheckState(rule.isOn ? Qt::Checked : Qt::Unchecked);
    table_->setItem(row, kName, name);
    table_->setCellWidget(row, kMetric, metricBox(rule.metric));
    table_->setCellWidget(row, kCondition, conditionBox(rule.condition));
    table_->setCellWidget(row, kValue, numberBox(rule.value, -kMost, tr("Value")));
    table_->setCellWidget(row, kDuration, numberBox(rule.duration, 0, tr("For at least")));
    auto* unit = unitBox(rule.inEpochs);
    table_->setCellWidget(row, kUnit, unit);
    // Widgets that come after the last item are not asked how wide they are.
    table_->setColumnWidth(kUnit, std::max(table_->columnWidth(kUnit), unit->sizeHint().width() + kUnitMargin));
    for (auto* box : {table_->cellWidget(row, kMetric), table_->cellWidget(row, kCondition)})
        connect(static_cast<QComboBox*>(box), &QComboBox::currentIndexChanged, this, &AlertsDialog::check);
    connect(static_cast<QDoubleSpinBox*>(table_->cellWidget(row, kValue)), &QDoubleSpinBox::valueChanged, this,
            &AlertsDialog::check);
    check();
}

AlertRule AlertsDialog::ruleAt(int row) const {
    const auto data = [&](int column) {
        return static_cast<QComboBox*>(table_->cellWidget(row, column))->currentData().toInt();
    };
    const auto number = [&](int column) {
        return static_cast<QDoubleSpinBox*>(table_->cellWidget(row, column))->value();
    };
    const QTableWidgetItem* item = table_->item(row, kName);
    AlertRule rule;
    // A name of the table stays that in every language.
    rule.name = item->data(Qt::UserRole).toString().toStdString();
    if (item->text() != translated(alertName(rule))) rule.name = item->text().trimmed().toStdString();
    rule.metric = static_cast<MetricId>(data(kMetric));
    rule.condition = static_cast<AlertCondition>(data(kCondition));
    rule.value = number(kValue);
    rule.duration = number(kDuration);
    rule.inEpochs = static_cast<QComboBox*>(table_->cellWidget(row, kUnit))->currentIndex() == 1;
    rule.isOn = item->checkState() == Qt::Checked;
    return rule;
}

std::vector<AlertRule> AlertsDialog::edited() const {
    std::vector<AlertRule> rules;
    for (int row = 0; row < table_->rowCount(); ++row) rules.push_back(ruleAt(row));
    return rules;
}

void AlertsDialog::check() {
    for (int row = 0; row < table_->rowCount(); ++row)
        if (!table_->item(row, kName) || !table_->cellWidget(row, kUnit)) return;  // still being filled
    Phrase problem;
    for (const AlertRule& rule : edited())
        if (problem.empty()) problem = alertRuleProblem(rule);
    problem_->setFullText(translated(problem));
    problem_->setVisible(!problem.empty());
    save_->setEnabled(problem.empty());
}

void AlertsDialog::accept() {
    if (!save_->isEnabled()) return;
    alerts_.setRules(edited());
    QDialog::accept();
}

}  // namespace gatelab
