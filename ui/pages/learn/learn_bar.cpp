// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/learn_bar.h"

#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "models/run_board.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "store/checkpoint.h"
#include "widgets/card.h"
#include "widgets/labels/elided_label.h"
#include "widgets/list_box.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kPadding = 12;

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

LearnBar::LearnBar(Theme& theme, RunController& runs, RunBoard& board, NetworkInspection& look, QWidget* parent)
    : QFrame(parent),
      theme_(&theme),
      runs_(&runs),
      board_(&board),
      look_(&look),
      marker_(new QLabel),
      name_(new ElidedLabel),
      weights_(box(tr("Weights"), tr("Which weights of the run: the best, the last, or those of a checkpoint"), 8)),
      besideBox_(box(tr("Compare with"), tr("Other weights, or another chosen run, on the same window"), 16)),
      part_(box(tr("Part of the data"), tr("From which part the window is"), 6)),
      window_(new QSpinBox),
      of_(makeLabel(QString(), "muted")),
      find_(new QPushButton(theme.icon(QStringLiteral("search")), tr("Find"))),
      weightsJob_(new BackgroundJob(this)) {
    name_->setProperty("role", "name");
    name_->setToolTip(tr("The first run that is chosen on the board, or the one that was opened here"));
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
    for (QWidget* one : std::initializer_list<QWidget*>{marker_, name_, weights_, besideBox_}) row->addWidget(one);
    row->addStretch(1);
    for (QWidget* one : std::initializer_list<QWidget*>{part_, window_, of_, find_}) row->addWidget(one);
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
    for (const auto signal : {&RunBoard::boardChanged, &RunBoard::selectionChanged})
        connect(board_, signal, this, [this] { showName(), fillBeside(); });
    connect(runs_, &RunController::runFinished, this, [this](const QString& id) {
        if (id == runId_) fillWeights();
    });
    showName();
}

void LearnBar::setRun(const QString& id) {
    runId_ = id;
    beside_.clear();
    checkpoints_.clear();
    showName();
}

QString LearnBar::runName() const {
    const RunSummary* run = runs_->findRun(runId_);
    return run ? shownRunName(*run) : QString();
}

QString LearnBar::chosenRun() const {
    for (const BoardRow* row : board_->chosen()) {
        if (row->isBaseline()) continue;
        const auto trains =
            std::ranges::find_if(row->seeds, [](const BoardSeed& seed) { return isGoingOn(seed.state); });
        const BoardSeed* best = board_->bestSeed(*row);
        if (trains != row->seeds.end()) return fromUtf8(trains->run);
        if (best) return fromUtf8(best->run);
    }
    return {};
}

bool LearnBar::isLive() const { return runs_->live() && runs_->live()->id == runId_ && runs_->active(); }
QString LearnBar::besideName() const { return beside_.isEmpty() ? QString() : besideBox_->currentText(); }

void LearnBar::chooseBeside(const QStringList& beside) {
    beside_ = beside;
    fillBeside();
    Q_EMIT besideChosen();
}

void LearnBar::showName() {
    const RunSummary* run = runs_->findRun(runId_);
    const BoardRow* row = run ? board_->board().find(run->id) : nullptr;
    marker_->setVisible(run != nullptr);
    marker_->setPixmap(run ? theme_->marker(row ? board_->slotOf(*row) : run->colour) : QPixmap());
    name_->setFullText(runName());
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
            const RunSummary* run = runs_->findRun(runId_);
            const bool isKnown = run != nullptr && run->bestEpoch >= 0 && std::isfinite(run->bestValidation);
            if (!steps.empty())
                weights_->addItem(
                    isKnown
                        ? tr("best: epoch %1, loss %2").arg(run->bestEpoch).arg(formatNumber(run->bestValidation, 3))
                        : tr("best"),
                    QStringLiteral("best"));
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
    for (const BoardRow* row : board_->chosen()) {
        const BoardSeed* seed = board_->bestSeed(*row);
        const RunSummary* run = seed && !row->has(runId_.toStdString()) ? runs_->findRun(fromUtf8(seed->run)) : nullptr;
        if (run) besideBox_->addItem(shownRunName(*run), QStringList{fromUtf8(run->id), QStringLiteral("best")});
    }
    // One that was asked for from elsewhere.
    if (const RunSummary* run = beside_.isEmpty() ? nullptr : runs_->findRun(beside_.front());
        run && besideBox_->findData(beside_) < 0)
        besideBox_->addItem(shownRunName(*run), beside_);
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
