// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_inside.h"

#include "common/texts.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/gradient/gradient_view.h"
#include "pages/learn/stage/stage_content.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/walk/walk_view.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "store/workspace.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/segments.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {
constexpr double kLargeZoom = 2;  // the smallest letters of the drawings are 12 px
constexpr int kLargeLetters = 24;

/// At the first mark; without one where the row is highest. Nothing: it has no steps.
std::optional<int> stepOf(const LessonPicture& picture, const PictureFrame& frame, const RowTrack& track) {
    if (!frame.marks.empty() && picture.kind != "unrolled") return static_cast<int>(frame.marks.front()) - 1;
    if (track.unit < 0 || track.values.empty()) return std::nullopt;
    return static_cast<int>(std::ranges::max_element(track.values) - track.values.begin());
}
}  // namespace

std::optional<StageInsidePlace> insideOf(const StageContent& content, const StageNetworks& networks,
                                         const std::map<std::string, QString>& ids, std::int64_t step) {
    std::vector<StageInsidePlace::Network> seen;
    const auto& twins = networks.twins();
    // Weights of step 0 are those of a run of their own.
    const auto networkOf = [&](std::size_t i, std::int64_t frame, const QString& name) {
        const auto id = ids.find(frame > 0 ? twins[i].key : twins[i].key + std::string(kStepZero));
        if (id == ids.end()) return;
        const bool isKept = frame == 0 || frame == twins[i].frames.back().step;
        seen.push_back({id->second, isKept ? QStringLiteral("best") : QStringLiteral("film:%1").arg(frame), name});
    };
    if (content.halves.empty() || content.halves.size() > twins.size()) return std::nullopt;
    const std::size_t last = content.halves.size() - 1;
    if (!std::ranges::any_of(twins, &StageTwin::isTrained) || ids.empty()) return std::nullopt;
    const StageHalf& ringed = content.halves[last];
    // Figures are of whole trainings: no step of the film has them.
    const auto frameOf = [&](std::size_t i) {
        if (!twins[i].isTrained()) return std::int64_t{0};
        return content.columns.isEmpty() ? content.halves[i].shown().step : twins[i].frames.back().step;
    };
    networkOf(last, frameOf(last), ringed.name);
    if (seen.empty()) return std::nullopt;
    if (last > 0)
        networkOf(0, frameOf(0), content.halves[0].name);
    else if (frameOf(0) > 0)
        networkOf(0, 0, StageInside::tr("before training"));
    StageInsidePlace place{seen.front(), seen.size() > 1 ? std::optional(seen.back()) : std::nullopt, {}};
    const PictureFrame& frame = ringed.shown();
    const std::string& quantity = content.picture.rows[content.picture.ringed()].quantity;
    place.at.view = quantity.starts_with("gradient") || quantity == "factor" ? QStringLiteral("gradient")
                                                                             : QStringLiteral("microscope");
    place.at.part = WindowPart::Validation, place.at.window = frame.window;
    place.at.layer = 0, place.at.direction = 0;
    // The unit of the ring, or else the first that the picture shows.
    const RowTrack* shown = &frame.rows[content.picture.ringed()];
    for (const RowTrack& track : frame.rows)
        if (shown->unit < 0 && track.unit >= 0) shown = &track;
    if (shown->unit >= 0) place.at.unit = static_cast<int>(shown->unit);
    place.at.step = step > 0 ? std::optional(static_cast<int>(step) - 1) : stepOf(content.picture, frame, *shown);
    return place;
}

StageInside::StageInside(Theme& theme, RunController& runs, bool isLarge, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      networks_(theme, runs, nullptr),
      back_(makeButton(theme.icon(QStringLiteral("chevron-left")), tr("Back to the picture"), this,
                       [this] { Q_EMIT left(); })),
      views_(new Segments),
      said_(makeLabel({}, "error")),
      stack_(new QStackedWidget),
      isLarge_(isLarge) {
    setObjectName(QStringLiteral("stage-inside"));
    setFocusPolicy(Qt::StrongFocus);
    back_->setToolTip(tr("Escape does so, too"));
    said_->setWordWrap(true);
    said_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 0);
    column->setSpacing(8);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(back_);
    row->addWidget(views_);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(said_);
    stack_->setMinimumSize(1, 1);  // what is inside does not make the wall wider than its screen
    column->addWidget(stack_, 1);
    addView(networks_.microscope(), QStringLiteral("microscope"), tr("Microscope"));
    if (isLarge) {  // owned, and not shown
        networks_.gradient().setParent(this);
        networks_.gradient().hide();
    } else {
        addView(networks_.gradient(), QStringLiteral("gradient"), tr("Gradient"));
    }
    addView(networks_.walk(), QStringLiteral("cell"), tr("Cell walk"));
    networks_.microscope().setOnStage();
    if (isLarge) {
        setStyleSheet(QStringLiteral("QPushButton, QLabel { font-size: %1px; }").arg(kLargeLetters));
        networks_.microscope().setZoom(kLargeZoom);
        networks_.walk().setZoom(kLargeZoom);
    }
    connect(views_, &Segments::chosen, this, &StageInside::showView);
    for (NetworkInspection* one : {&networks_.look(), &networks_.beside()})
        connect(one, &NetworkInspection::failed, this, [this](const QString& message) {
            said_->setText(message);
            said_->show();
        });
    connect(&networks_.look(), &NetworkInspection::gatesChanged, said_, &QWidget::hide);
}

void StageInside::addView(LearnView& view, const QString& name, const QString& title) {
    names_ << name;
    views_->add(title);
    stack_->addWidget(&view);
    if (QWidget* inspector = view.inspector()) inspector->hide();  // it is of the page
    connect(&view, &LearnView::done, this, &StageInside::done);
    connect(&view, &LearnView::problem, this, &StageInside::problem);
    connect(&view, &LearnView::learnPlaceAsked, this, [this](const LearnPlace& place) {
        showNamed(place.view);
        networks_.openPlace(place);
    });
}

LearnView* StageInside::shown() const { return static_cast<LearnView*>(stack_->currentWidget()); }

void StageInside::showNamed(const QString& view) {
    showView(static_cast<int>(std::max<qsizetype>(0, names_.indexOf(view))));
}

void StageInside::showView(int index) {
    views_->setCurrent(index);
    stack_->setCurrentIndex(index);
    for (int i = 0; i < stack_->count(); ++i) static_cast<LearnView*>(stack_->widget(i))->setWanted(i == index);
}

void StageInside::open(const StageInsidePlace& place) {
    look(place);
    showNamed(place.at.view);
    (shown() == &networks_.microscope() ? static_cast<QWidget*>(&networks_.microscope().canvas()) : this)->setFocus();
}

void StageInside::moveTo(const StageInsidePlace& place) {
    if (place.now == shown_.now && place.beside == shown_.beside) return;
    StageInsidePlace moved{place.now, place.beside, shown_.at};
    const GateCanvas& canvas = networks_.microscope().canvas();
    if (!networks_.isAsked() && networks_.look().gates()) {
        if (canvas.cursorStep() >= 0) moved.at.step = canvas.cursorStep();
        moved.at.unit = canvas.unit();
        moved.at.layer = networks_.microscope().layer(), moved.at.direction = networks_.microscope().direction();
    }
    look(moved);
}

void StageInside::look(const StageInsidePlace& place) {
    shown_ = place;
    openNetwork(networks_.look(), place.now);
    const bool isBeside = place.beside && !isLarge_;
    if (isBeside)
        openNetwork(networks_.beside(), *place.beside);
    else
        networks_.beside().close();
    const QString beside = isBeside ? place.beside->name : QString();
    networks_.microscope().setTitles(place.now.name, beside);
    networks_.gradient().setBesideName(beside);
    networks_.openPlace(place.at);
}

/// Frames of one run are weights of one network.
void StageInside::openNetwork(NetworkInspection& one, const StageInsidePlace::Network& network) {
    if (!runs_.engine() || !runs_.workspace()) return;
    const auto folder = runFolderIn(runs_.workspace()->folder(), network.run.toStdString());
    if (one.folder() == folder && one.isOpen()) return one.setWeights(network.weights);
    one.open(runs_.sharedEngine(), folder, false, network.weights);
}

void StageInside::close() {
    for (int i = 0; i < stack_->count(); ++i) static_cast<LearnView*>(stack_->widget(i))->setWanted(false);
    networks_.look().close();
    networks_.beside().close();
}

void StageInside::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return Q_EMIT left();
    QWidget::keyPressEvent(event);
}

}  // namespace gatelab
