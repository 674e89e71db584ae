// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/class/lesson_export.h"

#include "app/own_series.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "lesson/class/class_plan.h"
#include "lesson/lesson_file.h"
#include "pages/learn/class/stage_export.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_view.h"
#include "runs/run_controller.h"

#include <QFileInfo>
#include <QTimer>

#include <algorithm>

namespace gatelab {

namespace {

constexpr QSize kWindow(1600, 1000);
constexpr int kLook = 50;  // ms between two looks at what is not told by a signal

}  // namespace

LessonExport::LessonExport(Theme& theme, RunController& runs, Preferences& preferences, QString language,
                           LessonExportRequest request, QObject* parent)
    : QObject(parent),
      theme_(theme),
      runs_(runs),
      preferences_(preferences),
      language_(std::move(language)),
      request_(std::move(request)) {}

LessonExport::~LessonExport() = default;

bool LessonExport::isSheet() const { return QFileInfo(request_.path).suffix().toLower() == QLatin1String("pdf"); }

/// Finds the lesson; what is wrong with the request.
QString LessonExport::check() {
    const QString suffix = QFileInfo(request_.path).suffix().toLower();
    const auto kinds = stageExports();
    if (std::ranges::none_of(kinds, [&](const StageExport& one) { return one.suffix == suffix; }))
        return tr("%1 has no ending that a lesson can be written as. Use .png, .svg, .gif or .pdf.").arg(request_.path);
    const LessonCatalogue shelf = readShippedLessons();
    if (const Lesson* found = shelf.find(request_.lesson.toStdString())) {
        lesson_ = *found;
    } else if (request_.lesson.endsWith(QLatin1String(".json"))) {
        auto read = readLesson(toPath(QFileInfo(request_.lesson).absoluteFilePath()), shelf.glossary.keys());
        if (!read.ok()) return translated(read.error());
        lesson_ = std::move(*read);
    } else {
        return tr("There is no lesson \"%1\". Choose one of the list; a lesson of your own is opened from its file.")
            .arg(request_.lesson);
    }
    if (request_.series.isEmpty()) return {};
    auto other = lessonOnFile(lesson_, shelf, toPath(request_.series));
    if (!other.ok()) return translated(other.error());
    lesson_ = std::move(*other);
    return {};
}

void LessonExport::begin() {
    if (const QString problem = check(); !problem.isEmpty()) return end(problem);
    ClassPlan plan;  // what is done in it is nobody's progress
    ClassLesson only;
    only.lesson = lesson_;
    only.seed = request_.seed;
    plan.lessons.push_back(std::move(only));
    session_ = std::make_unique<LessonSession>(runs_, preferences_, std::move(plan));
    stage_ = std::make_unique<StageView>(theme_, runs_, *session_, language_, false, ShowTerm{});
    stage_->setDrawingShown(false);
    connect(session_.get(), &LessonSession::problem, this, [this](const QString& message) {
        if (!message.isEmpty()) end(message);
    });
    connect(&runs_, &RunController::problem, this, [this](const QString& message) { end(message); });
    stage_->setAttribute(Qt::WA_DontShowOnScreen);
    stage_->resize(kWindow);
    stage_->show();
    auto* look = new QTimer(this);
    connect(look, &QTimer::timeout, this, &LessonExport::goOn);
    look->start(kLook);
}

void LessonExport::stop() {
    if (session_ && session_->isTraining()) session_->cancel();
    end(tr("Stopped; no file was written."));
}

void LessonExport::goOn() {
    if (isOver_) return;
    if (!runs_.engineError().isEmpty()) return end(runs_.engineError());
    if (!runs_.engine() || !runs_.workspace()) return;
    const auto& cards = session_->lesson()->cards;
    if (!isSheet() && !isAsked_) {
        isAsked_ = true;
        // The lesson shows its answer to who has drawn; the point is not shown.
        session_->draw({{1, 0.5}});
        session_->train();
        return;
    }
    if (session_->isTraining()) {
        const QString run = fromUtf8(session_->trainingRun());
        if (std::exchange(said_, run) != run) Q_EMIT progressed(tr("training %1").arg(run));
        return;
    }
    if (!isSheet() && !session_->isTrained()) return end(tr("The training has ended early; no file was written."));
    const auto gap = std::ranges::find(cards, LessonCard::Kind::Gap, &LessonCard::kind);
    if (!isSheet() && gap != cards.end()) session_->setCard(static_cast<int>(gap - cards.begin()));
    if (!stage_->networks().problem().isEmpty()) return end(stage_->networks().problem());
    if (stage_->networks().isReading() || stage_->canvas().content().halves.empty()) return;
    if (!isSheet() && stage_->film().frames() < 2 && !stage_->networks().twins().front().isFailed) return;
    write();
}

void LessonExport::write() { end(exportStage(theme_, *stage_, request_.path)); }

void LessonExport::end(const QString& problem) {
    if (std::exchange(isOver_, true)) return;
    Q_EMIT done(problem);
}

}  // namespace gatelab
