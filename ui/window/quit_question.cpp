// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/quit_question.h"

#include "common/run_words.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStringList>
#include <QWidget>

#include <algorithm>

namespace gatelab {

QuitQuestion::QuitQuestion(QWidget& window, RunController& runs, const QueueController& queue)
    : QObject(&window), window_(window), runs_(runs), queue_(queue) {
    for (const auto signal :
         {&RunController::stateChanged, &RunController::currentChanged, &RunController::runsChanged})
        connect(&runs_, signal, this, &QuitQuestion::follow);
    connect(&queue_, &QueueController::changed, this, &QuitQuestion::follow);
}

bool QuitQuestion::mayClose() {
    if (isSettled_) return true;
    if (isHandingOver_) return false;
    if (!runs_.trainsHere()) return true;
    if (question_)
        question_->raise();
    else
        ask();
    return false;
}

bool QuitQuestion::closeNow() {
    isSettled_ = true;
    delete question_;
    const bool isClosed = window_.close();
    isSettled_ = false;
    return isClosed;
}

QMessageBox* QuitQuestion::question() const { return question_; }

void QuitQuestion::ask() {
    question_ = new QMessageBox(QMessageBox::NoIcon, tr("Quit"), {}, QMessageBox::NoButton, &window_);
    question_->setAttribute(Qt::WA_DeleteOnClose);
    stop_ = question_->addButton(QString(), QMessageBox::AcceptRole);
    alone_ = question_->addButton(tr("Go on without the window"), QMessageBox::AcceptRole);
    question_->setEscapeButton(question_->addButton(tr("Cancel"), QMessageBox::RejectRole));
    question_->setDefaultButton(stop_);
    // Queued: the question goes with its window.
    connect(stop_, &QPushButton::clicked, this, &QuitQuestion::closeNow, Qt::QueuedConnection);
    connect(alone_, &QPushButton::clicked, this, &QuitQuestion::goOnAlone, Qt::QueuedConnection);
    follow();
    question_->open();
}

void QuitQuestion::follow() {
    if (!question_) return;
    const bool trains = runs_.trainsHere();
    if (trains) run_ = shownRunName(runs_.live()->summary);
    QStringList notes;
    if (trains) notes << tr("Stopped, it is kept and can go on later.");
    // Those that train together have a process that needs no window. Behind a stopped run the queue is paused.
    if (const auto waiting = std::ranges::count_if(
            queue_.state().runs, [this](const QueuedRun& run) { return !queue_.trainsTogether(run); });
        waiting > 0)
        notes << (trains || queue_.state().paused
                      ? tr("%n waiting runs then wait until you start the queue.", nullptr, static_cast<int>(waiting))
                      : tr("%n waiting runs go on with the next window.", nullptr, static_cast<int>(waiting)));
    question_->setText(trains ? tr("%1 is training.").arg(run_) : tr("%1 has ended.").arg(run_));
    question_->setInformativeText(notes.join(QLatin1Char('\n')));
    stop_->setText(trains ? tr("Stop and keep") : tr("Quit"));
    alone_->setVisible(trains);
}

void QuitQuestion::goOnAlone() {
    if (!runs_.trainsHere()) {  // it has ended meanwhile
        closeNow();
        return;
    }
    isHandingOver_ = true;
    Q_EMIT handingOver(shownRunName(runs_.live()->summary));
    runs_.goOnAlone([this](bool isBegun) {
        isHandingOver_ = false;
        if (isBegun) closeNow();
    });
}

}  // namespace gatelab
