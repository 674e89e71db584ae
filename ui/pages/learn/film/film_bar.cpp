// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/film/film_bar.h"

#include "common/background_job.h"
#include "pages/learn/film/film_curve.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "widgets/button.h"
#include "widgets/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kFrameMs = 33;  // 30 frames a second
constexpr std::size_t kCurvePoints = 600;

}  // namespace

FilmBar::FilmBar(Theme& theme, RunController& runs, NetworkInspection& look, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      look_(&look),
      job_(new BackgroundJob(this)),
      play_(makeButton(theme.icon(QStringLiteral("play")), tr("Play film"), this, &FilmBar::play)),
      newest_(makeButton(QIcon(), tr("Newest"), &look, &NetworkInspection::setFollowing)),
      slider_(new QSlider(Qt::Horizontal)),
      curve_(new FilmCurve(theme)),
      text_(makeLabel({}, "note")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(curve_);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    row->setSpacing(8);
    play_->setCheckable(true);
    play_->setProperty("compact", true);
    newest_->setProperty("compact", true);
    newest_->setCheckable(true);
    newest_->setToolTip(tr("Follows the training: shows the weights as they are now, twice a second at most"));
    slider_->setAccessibleName(tr("Frame of the film"));
    slider_->setToolTip(tr("The weights as they were at earlier steps of this training"));
    auto* out = new QPushButton(theme.icon(QStringLiteral("export")), tr("Export film"));
    out->setProperty("compact", true);
    auto* menu = new QMenu(out);
    menu->addAction(tr("All numbers (HDF5)..."), this, [this] { Q_EMIT exportAsked(QStringLiteral("h5")); });
    menu->addAction(tr("Pictures (PNG)..."), this, [this] { Q_EMIT exportAsked(QStringLiteral("png")); });
    menu->addAction(tr("Moving picture (GIF)..."), this, [this] { Q_EMIT exportAsked(QStringLiteral("gif")); });
    out->setMenu(menu);
    row->addWidget(play_);
    row->addWidget(slider_, 1);
    row->addWidget(text_);
    row->addWidget(newest_);
    row->addWidget(out);
    timer_.setInterval(kFrameMs);
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (look_->busy()) return;  // each frame is seen
        if (slider_->value() >= slider_->maximum()) return play(false);
        slider_->setValue(slider_->value() + 1);
    });
    connect(slider_, &QSlider::valueChanged, this, &FilmBar::showFrame);
    connect(curve_, &FilmCurve::frameChosen, this, &FilmBar::showFrame);
    for (const auto changed :
         {&NetworkInspection::opened, &NetworkInspection::gatesChanged, &NetworkInspection::filmChanged})
        connect(&look, changed, this, &FilmBar::refresh);
    connect(&look, &NetworkInspection::filmChanged, this, &FilmBar::fillCurve);
    refresh();
}

int FilmBar::frames() const { return static_cast<int>(look_->film().size()); }

void FilmBar::showFrame(int index) {
    if (index < 0 || index >= frames()) return;
    look_->setWeights(QStringLiteral("film:%1").arg(look_->film()[static_cast<std::size_t>(index)]));
    refresh();
}

void FilmBar::play(bool on) {
    play_->setChecked(on);
    play_->setIcon(theme_->icon(on ? QStringLiteral("pause") : QStringLiteral("play")));
    if (!on) return timer_.stop();
    if (slider_->value() >= slider_->maximum()) slider_->setValue(0);
    timer_.start();
}

void FilmBar::setRun(const QString& id) {
    runId_ = id;
    curve_->setLoss({}, {});
}

void FilmBar::fillCurve() {
    if (look_->film().empty()) return;
    const auto keep = [this](std::vector<double> steps, std::vector<double> losses) {
        curve_->setLoss(std::move(steps), std::move(losses));
    };
    if (runs_->live() && runs_->live()->id == runId_ && runs_->active()) {
        std::vector<double> steps, losses;
        for (const Bucket& bucket :
             runs_->live()->metrics.series(MetricId::TrainLoss).buckets(XAxis::Step, 1, 0, kCurvePoints, true))
            steps.push_back(bucket.x), losses.push_back(bucket.mean);
        return keep(std::move(steps), std::move(losses));
    }
    if (curve_->hasLoss() || job_->running()) return;
    using Curve = std::pair<std::vector<double>, std::vector<double>>;
    job_->run<Curve>(
        [folder = look_->folder()](const Progress&) {
            Curve curve;
            const auto history = readRunHistory(folder);
            if (!history.ok()) return curve;  // the film has none beside it
            MetricSeries loss;
            for (const MetricSample& sample : history->metrics)
                if (sample.metric == MetricId::TrainLoss) loss.add(sample);
            for (const Bucket& bucket : loss.buckets(XAxis::Step, 1, 0, kCurvePoints, true))
                curve.first.push_back(bucket.x), curve.second.push_back(bucket.mean);
            return curve;
        },
        [this, keep, id = runId_](Curve curve) {
            if (id == runId_) keep(std::move(curve.first), std::move(curve.second));
        });
}

void FilmBar::refresh() {
    setVisible(frames() > 0);
    if (frames() == 0) return;
    curve_->setFrames(look_->film());
    curve_->setShown(look_->gates() ? look_->gates()->weights.step : -1);
    const QSignalBlocker quiet(slider_);
    slider_->setRange(0, frames() - 1);
    const std::int64_t step = look_->gates() ? look_->gates()->weights.step : -1;
    const auto found = std::ranges::find(look_->film(), step);
    if (found != look_->film().end()) slider_->setValue(static_cast<int>(found - look_->film().begin()));
    newest_->setChecked(look_->following());
    text_->setText(step < 0 ? tr("%n frame(s)", nullptr, frames())
                   : found == look_->film().end()
                       ? tr("step %1, none of %2 frames").arg(formatCount(step)).arg(frames())
                       : tr("step %1, frame %2 of %3").arg(formatCount(step)).arg(slider_->value() + 1).arg(frames()));
}

}  // namespace gatelab
