// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/start_question.h"

#include "common/texts.h"
#include "config/field.h"
#include "data/findings/finding_kinds.h"
#include "data/findings/open_findings.h"
#include "data/findings/remedy.h"
#include "runs/experiment_model.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// Whether settings read other rows than the experiment has: another file or formula, or one file in another way.
bool readsOthers(const ExperimentConfig& config, const ExperimentConfig& experiment) {
    return std::ranges::any_of(fields(), [&](const Field& field) {
        const bool isOfReading = field.group == FieldGroup::Source || field.group == FieldGroup::Import;
        return isOfReading && fieldValue(config, field) != fieldValue(experiment, field);
    });
}

}  // namespace

StartQuestion::StartQuestion(QWidget& window, ExperimentModel& experiment, QObject* parent)
    : QObject(parent), window_(window), experiment_(experiment) {}

QMessageBox* StartQuestion::question() const { return question_; }

void StartQuestion::ask(std::function<void()> start) { ask(experiment_.config(), window_, std::move(start)); }

void StartQuestion::ask(const ExperimentConfig& config, QWidget& over, std::function<void()> start) {
    if (question_) return question_->raise();
    const auto data = experiment_.dataset();
    if (!data || !data->series || readsOthers(config, experiment_.config())) return start();
    const Series& series = *data->series;
    std::vector<DataFinding> grave = graveFindings(experiment_.dataFindings(), series, config);
    const auto keyOf = [&series](const DataFinding& one) {
        return series.source + '\n' + series.sha256 + '\n' + one.code + '\n' + one.column;
    };
    std::erase_if(grave, [&](const DataFinding& one) { return answered_.contains(keyOf(one)); });
    if (grave.empty()) return start();
    const auto kinds = findingKinds(grave);
    QStringList sentences;
    for (const auto& kind : kinds) sentences << translated(kindMessage(kind));
    question_ = new QMessageBox(QMessageBox::NoIcon, tr("Train"), sentences.join(QLatin1Char('\n')),
                                QMessageBox::NoButton, &over);
    question_->setAttribute(Qt::WA_DeleteOnClose);
    question_->setTextFormat(Qt::PlainText);
    question_->setInformativeText(tr("What is trained on these data can look better or worse than it is."));
    QPushButton* mend = nullptr;
    // Mended are the settings of the experiment alone.
    const bool isOwn = config == experiment_.config();
    if (const auto remedy = isOwn ? remedyOf(kinds.front(), series, config) : std::nullopt) {
        mend = question_->addButton(translated(remedy->word), QMessageBox::ActionRole);
        connect(mend, &QPushButton::clicked, this, [this, remedy = *remedy, word = mend->text()] {
            experiment_.replace(remedy.config, word);
            Q_EMIT mended();
        });
    }
    QPushButton* anyway = question_->addButton(tr("Train anyway"), QMessageBox::AcceptRole);
    QPushButton* cancel = question_->addButton(tr("Cancel"), QMessageBox::RejectRole);
    question_->setEscapeButton(cancel);
    question_->setDefaultButton(mend != nullptr ? mend : cancel);
    std::set<std::string> asked;
    for (const DataFinding& one : grave) asked.insert(keyOf(one));
    // Queued: the question is gone by then.
    connect(
        anyway, &QPushButton::clicked, this,
        [this, asked = std::move(asked), start = std::move(start)] {
            answered_.insert(asked.begin(), asked.end());
            start();
        },
        Qt::QueuedConnection);
    question_->open();
}

}  // namespace gatelab
