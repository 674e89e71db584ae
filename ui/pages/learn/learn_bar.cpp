// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/learn_bar.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "widgets/card.h"
#include "widgets/list_box.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPadding = 12, kRunWidth = 190;
constexpr std::size_t kMaxRuns = 200;

QComboBox* box(const QString& name, const QString& tip, int letters) {
    auto* one = new ListBox;
    one->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    one->setMinimumContentsLength(letters);
    one->setAccessibleName(name);
    one->setToolTip(tip);
    return one;
}

}  // namespace

QHBoxLayout* LearnBar::layOut(QFrame& bar, const Theme& theme) {
    bar.setProperty("bar", true);
    bar.setFixedHeight(static_cast<int>(44 * theme.textScale()));
    auto* row = new QHBoxLayout(&bar);
    row->setContentsMargins(kPadding, 0, kPadding, 0);
    row->setSpacing(8);
    return row;
}

LearnBar::LearnBar(Theme& theme, RunController& runs, NetworkInspection& look, QWidget* parent)
    : QFrame(parent),
      runs_(&runs),
      look_(&look),
      run_(box(tr("Run"), tr("The run whose network is shown; while it trains, the view follows it"), 14)),
      weights_(box(tr("Weights"), tr("Which weights of the run: the best, the last, or those of a checkpoint"), 8)),
      besideBox_(box(tr("Compare with"), tr("Other weights, or another run, on the same window"), 16)),
      part_(box(tr("Part of the data"), tr("From which part the window is"), 6)),
      window_(new QSpinBox),
      of_(makeLabel(QString(), "muted")),
      find_(new QPushButton(theme.icon(QStringLiteral("search")), tr("Find"))),
      weightsJob_(new BackgroundJob(this)) {
    run_->setMaximumWidth(static_cast<int>(kRunWidth * theme.textScale()));
    part_->addItems({tr("train"), tr("validation"), tr("test")});
    window_->setAccessibleName(tr("Window"));
    window_->setToolTip(tr("Number of the window, or of the sequence, in its part"));
    find_->setToolTip(tr("Finds a window by the error of the network on it"));
    auto* menu = new QMenu(find_);
    menu->addAction(tr("Hardest window"), this, [this] { look_->find(WindowKind::Hardest); });
    menu->addAction(tr("Typical window"), this, [this] { look_->find(WindowKind::Typical); });
    menu->addAction(tr("Largest single error"), this, [this] { look_->find(WindowKind::LargestError); });
    find_->setMenu(menu);
    QHBoxLayout* row = layOut(*this, theme);
    for (QWidget* one : {run_, weights_, besideBox_}) row->addWidget(one);
    row->addStretch(1);
    for (QWidget* one : std::initializer_list<QWidget*>{part_, window_, of_, find_}) row->addWidget(one);
    connect(run_, &QComboBox::activated, this,
            [this](int index) { Q_EMIT runChosen(run_->itemData(index).toString()); });
    connect(weights_, &QComboBox::activated, this, [this](int index) {
        const QString name = weights_->itemData(index).toString();
        if (name == QLatin1String("film"))
            look_->setFollowing(true);
        else
            look_->setWeights(name);
    });
    connect(besideBox_, &QComboBox::activated, this,
            [this](int index) { chooseBeside(besideBox_->itemData(index).toStringList()); });
    connect(part_, &QComboBox::activated, this, [this](int part) {
        look_->setWindow(static_cast<WindowPart>(part), 0);
        showWindow();
    });
    connect(window_, &QSpinBox::valueChanged, this,
            [this](int number) { look_->setWindow(look_->window().part, number - 1); });
    connect(look_, &NetworkInspection::opened, this, [this] {
        fillClasses();
        fillWeights();
        fillBeside();
    });
    connect(look_, &NetworkInspection::gatesChanged, this, &LearnBar::showWindow);
    connect(runs_, &RunController::runsChanged, this, &LearnBar::fillRuns);
    connect(runs_, &RunController::runFinished, this, [this](const QString& id) {
        if (id == runId_) fillWeights();
    });
    fillRuns();
}

void LearnBar::setRun(const QString& id) {
    runId_ = id;
    beside_.clear();
    checkpoints_.clear();
    run_->setCurrentIndex(run_->findData(id));
}

QString LearnBar::runName() const { return run_->currentText(); }
QString LearnBar::firstRun() const { return run_->count() > 0 ? run_->itemData(0).toString() : QString(); }
bool LearnBar::isLive() const { return runs_->live() && runs_->live()->id == runId_ && runs_->active(); }
QString LearnBar::besideName() const { return beside_.isEmpty() ? QString() : besideBox_->currentText(); }

void LearnBar::chooseBeside(const QStringList& beside) {
    for (int i = 0; i < besideBox_->count(); ++i)
        if (besideBox_->itemData(i).toStringList() == beside) {
            besideBox_->setCurrentIndex(i);
            beside_ = beside;
            return Q_EMIT besideChosen();
        }
}

void LearnBar::fillRuns() {
    const QSignalBlocker quiet(run_);
    run_->clear();
    for (const RunSummary& run : runs_->runs()) {
        if (run_->count() >= static_cast<int>(kMaxRuns)) break;
        if (run.archived && fromUtf8(run.id) != runId_) continue;
        run_->addItem(shownRunName(run), fromUtf8(run.id));
    }
    run_->setCurrentIndex(run_->findData(runId_));
    run_->setEnabled(run_->count() > 0);
    fillBeside();
}

/// In the menu of Find, below what is there for every network.
void LearnBar::fillClasses() {
    auto* menu = find_->menu();
    while (menu->actions().size() > 3) delete menu->actions().last();
    const auto& run = look_->run();
    for (std::size_t k = 0; k < run->classes.size() && !run->labels[1].empty(); ++k)
        menu->addAction(tr("Next of class %1").arg(fromUtf8(run->classes[k])), this, [this, k] { showClass(k); });
}

void LearnBar::showClass(std::size_t number) {
    const auto& labels = look_->run()->labels[static_cast<std::size_t>(look_->window().part)];
    const auto count = static_cast<std::int64_t>(labels.size());
    for (std::int64_t i = 1; i <= count; ++i)
        if (const std::int64_t at = (look_->window().window + i) % count;
            labels[static_cast<std::size_t>(at)] == static_cast<std::int32_t>(number))
            return look_->setWindow(look_->window().part, at);
}

void LearnBar::fillWeights() {
    weightsJob_->run<std::vector<std::int64_t>>(
        [folder = look_->folder()](const Progress&) {
            std::vector<std::int64_t> steps;
            for (const CheckpointInfo& info : CheckpointStore(folder).list())
                if (info.problem.empty() && std::ranges::find(steps, info.step) == steps.end())
                    steps.push_back(info.step);
            return steps;
        },
        [this](const std::vector<std::int64_t>& steps) {
            checkpoints_ = steps;
            fillBeside();
            const QSignalBlocker quiet(weights_);
            weights_->clear();
            if (isLive()) weights_->addItem(tr("as they are now"), QStringLiteral("film"));
            if (!steps.empty()) weights_->addItem(tr("best"), QStringLiteral("best"));
            if (!steps.empty()) weights_->addItem(tr("last"), QStringLiteral("last"));
            for (const std::int64_t step : steps)
                weights_->addItem(tr("of step %1").arg(formatCount(step)), QString::number(step));
            weights_->setCurrentIndex(std::max(0, weights_->findData(look_->weights())));
            weights_->setEnabled(weights_->count() > 1);
        });
}

void LearnBar::fillBeside() {
    const QSignalBlocker quiet(besideBox_);
    besideBox_->clear();
    besideBox_->addItem(tr("nothing beside"));
    if (look_->isOpen()) {
        besideBox_->addItem(tr("its best weights"), QStringList{runId_, QStringLiteral("best")});
        besideBox_->addItem(tr("its last weights"), QStringList{runId_, QStringLiteral("last")});
        for (const std::int64_t step : checkpoints_)
            besideBox_->addItem(tr("its weights of step %1").arg(formatCount(step)),
                                QStringList{runId_, QString::number(step)});
        if (!look_->film().empty())
            besideBox_->addItem(tr("its first frame, step %1").arg(look_->film().front()),
                                QStringList{runId_, QStringLiteral("film:%1").arg(look_->film().front())});
    }
    const RunSummary* own = runs_->findRun(runId_);
    for (const RunSummary& run : runs_->runs())
        if (own && run.id != own->id && run.dataName == own->dataName && run.config->task == own->config->task &&
            !run.archived && besideBox_->count() < static_cast<int>(kMaxRuns))
            besideBox_->addItem(shownRunName(run), QStringList{fromUtf8(run.id), QStringLiteral("best")});
    int chosen = 0;
    for (int i = 1; i < besideBox_->count(); ++i)
        if (besideBox_->itemData(i).toStringList() == beside_) chosen = i;
    besideBox_->setCurrentIndex(chosen);
    besideBox_->setEnabled(besideBox_->count() > 1);
}

void LearnBar::refresh() {
    for (QWidget* one : std::initializer_list<QWidget*>{weights_, part_, window_, find_})
        one->setEnabled(look_->isOpen());
}

void LearnBar::showWindow() {
    if (!look_->isOpen()) return;
    const QSignalBlocker quietWindow(window_), quietPart(part_);
    const auto part = static_cast<std::size_t>(look_->window().part);
    const auto count = static_cast<int>(look_->run()->windows[part]);
    part_->setCurrentIndex(static_cast<int>(part));
    window_->setRange(1, std::max(1, count));
    window_->setValue(static_cast<int>(look_->window().window) + 1);
    of_->setText(tr("of %1").arg(formatCount(count)));
}

}  // namespace gatelab
