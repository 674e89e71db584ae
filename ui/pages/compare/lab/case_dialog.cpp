// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/lab/case_dialog.h"

#include "app/kept_data.h"
#include "base/guarded.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "data/readers.h"
#include "io/temporary_folder.h"
#include "runs/measurement.h"
#include "session/measure_case.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/thin_progress.h"

#include <QFileDialog>
#include <QLabel>
#include <QLayout>
#include <QPushButton>

#include <atomic>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kWidth = 760, kSteps = 1000;

QString cell(const QString& text) {
    return QStringLiteral("<td style='padding: 3px 14px 3px 0'>%1</td>").arg(text.toHtmlEscaped());
}

}  // namespace

/// Between the job's thread and the window.
struct CaseDialog::Shared {
    Guarded<std::optional<CaseReport>> report;  ///< the newest with another run, until it is looked at
    std::atomic<bool> stop{false};
};

CaseDialog::CaseDialog(Theme& theme, Measurements& measurements, QWidget* parent, Play play)
    : QDialog(parent),
      theme_(&theme),
      measurements_(&measurements),
      play_(play ? std::move(play) : Play(measureCase)),
      job_(new BackgroundJob(this)),
      reading_(new BackgroundJob(this)),
      note_(new WrappedLabel("note")),
      headline_(new WrappedLabel("title")),
      table_(new QLabel),
      progress_(new ThinProgress),
      texts_(makeButton({}, {}, this, [this] { plan_ && !plan_->data.empty() ? open({}) : chooseFile(); })),
      folder_(makeButton({}, tr("A folder of texts…"), this, &CaseDialog::chooseFolder)),
      button_(makeButton({}, {}, this, [this] { running() ? stop() : start(); })) {
    if (auto plan = planCase(caseKeys().front()); plan.ok())
        plan_ = std::move(*plan);
    else
        problem_ = translated(plan.error());
    setWindowTitle(plan_ ? translated(plan_->title) : tr("Case"));
    setMinimumWidth(qRound(kWidth * theme.textScale()));
    table_->setTextFormat(Qt::RichText);
    table_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    progress_->setRange(0, kSteps);
    makeColumn(this, {16, 16, 16, 16}, 10,
               {headline_, note_, table_, progress_, makeRow({texts_, folder_, spring(), button_})});
    connect(measurements_, &Measurements::changed, this, &CaseDialog::showState);
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        progress_->setValue(static_cast<int>(std::lround(share * kSteps)));
        if (!shared_) return;
        if (auto newest = shared_->report.take()) report_ = std::move(newest), showTable(), showState();
    });
    showTable();
    showState();
}

CaseDialog::~CaseDialog() { stop(); }

void CaseDialog::chooseFile() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Labelled texts"));
    if (!file.isEmpty()) open(file);
}

void CaseDialog::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder for each class"));
    if (!folder.isEmpty()) open(folder);
}

void CaseDialog::open(const QString& path) {
    if (running()) return;
    if (path.isEmpty()) return take(planCase(caseKeys().front()));
    const auto tables = std::make_shared<TemporaryFolder>("case");
    reading_->run<Result<CasePlan>>(
        [path = toPath(path).string(), tables](const Progress& progress) -> Result<CasePlan> {
            auto file = dataPathOf(path, tables->path(), progress);
            if (!file.ok()) return file.error();
            ExperimentConfig reading;
            reading.dataPath = std::move(*file);
            const auto texts = loadDataset(reading, progress);
            return texts.ok() ? planCaseOn(reading, *texts) : Result<CasePlan>(texts.error());
        },
        [this, tables](Result<CasePlan> plan) {
            if (plan.ok()) tables_ = tables;
            take(std::move(plan));
        });
    showState();
}

/// What cannot be played is said, and what was there stays.
void CaseDialog::take(Result<CasePlan> plan) {
    problem_.clear();
    if (plan.ok()) {
        plan_ = std::move(*plan);
        report_.reset();
    } else if (plan.error().code != ErrorCode::Cancelled) {
        problem_ = translated(plan.error());
    }
    showTable();
    showState();
}

void CaseDialog::start() {
    if (running() || !plan_) return;
    measurements_->begin(this, {tr("a case is played"), Yielding::ToTraining, [this] { stop(); }},
                         [this](Measurements::Lease lease) { play(std::move(lease)); });
}

void CaseDialog::stop() {
    if (shared_) shared_->stop = true;
}

void CaseDialog::play(Measurements::Lease lease) {
    problem_.clear();
    report_.reset();
    shared_ = std::make_shared<Shared>();
    job_->run<Result<CaseReport>>(
        [plan = *plan_, shared = shared_, play = play_](const Progress& progress) {
            int done = 0;
            return play(plan, [&](const CaseReport& now) {
                if (now.done() > done || (plan.findsBar() && !now.plan.findsBar() && done == 0)) {
                    done = now.done();
                    shared->report.with([&](auto& newest) { newest = now; });
                }
                return gatelab::report(progress, static_cast<double>(done) / plan.runs()) && !shared->stop;
            });
        },
        [this, lease = std::move(lease)](const Result<CaseReport>& result) {
            lease->end();
            finish(result);
        });
    showTable();
    showState();
}

void CaseDialog::finish(const Result<CaseReport>& result) {
    auto newest = shared_->report.take();
    shared_.reset();
    if (result.ok())
        report_ = *result;
    else if (newest)
        report_ = std::move(newest);
    if (!result.ok() && result.error().code != ErrorCode::Cancelled) problem_ = translated(result.error());
    showTable();
    showState();
}

QString CaseDialog::note() const {
    if (!plan_) return {};
    if (reading_->running()) return tr("Reading the texts.");
    const int done = report_ ? report_->done() : 0;
    const CasePlan& plan = report_ ? report_->plan : *plan_;
    const QString bar = formatNumber(100 * plan.accuracy, 3);
    if (running() && plan.findsBar()) return tr("A plain training, which says what accuracy is asked for.");
    if (running() || done > 0)
        return tr("%1 of %2 runs. Times until %3 % of the validation sentences are right; geometric means, 95 %.")
            .arg(done)
            .arg(plan.runs())
            .arg(bar);
    if (plan.findsBar())
        return tr("On %1: first a plain training, then each means until all but one standard error of its accuracy is "
                  "reached, at 97 % at most. On one thread; how long depends on the texts.")
            .arg(fromUtf8(plan.data));
    return tr("Each means is added to those before it, and trained until %1 % of the validation sentences are right, "
              "on "
              "one thread. This takes a quarter of an hour.")
        .arg(bar);
}

void CaseDialog::showState() {
    const bool isBusy = !running() && measurements_->held();
    button_->setText(running() ? tr("Stop") : tr("Play, 5 seeds"));
    button_->setEnabled(plan_ && !isBusy && !reading_->running());
    button_->setToolTip(isBusy ? measurements_->what() : QString());
    progress_->setVisible(running());
    texts_->setText(plan_ && !plan_->data.empty() ? tr("The built-in text") : tr("Your own texts…"));
    texts_->setToolTip(
        tr("A table of text and label, or a folder for each class: the same means on them, with an "
           "accuracy that a plain training reaches there."));
    for (QPushButton* button : {texts_, folder_}) button->setEnabled(!running() && !reading_->running());
    folder_->setVisible(!plan_ || plan_->data.empty());
    folder_->setToolTip(tr("With a folder in it for each class, and the texts of the class in that (.txt)."));
    note_->setFullText(!problem_.isEmpty() ? problem_ : note());
    setStyleProperty(note_, "role", problem_.isEmpty() ? "note" : "error");
    // What is said grows by a line, and the table would lose its last one
    if (const int needed = layout()->totalHeightForWidth(width()); isVisible() && needed > height())
        resize(width(), needed);
}

void CaseDialog::showTable() {
    if (!plan_) return;
    CaseReport empty;
    empty.plan = *plan_;
    empty.runs.resize(plan_->rungs.size());
    const CaseReport& shown = report_ ? *report_ : empty;
    QString html = QStringLiteral("<table><tr>");
    for (const QString& head : {tr("Means"), tr("Time"), tr("All so far"), tr("This means"), tr("Reached"),
                                tr("Test accuracy"), tr("What is changed")})
        html += QStringLiteral("<th align='left' style='padding: 3px 14px 3px 0'>%1</th>").arg(head);
    html += QStringLiteral("</tr>");
    const std::vector<CaseLine> lines = caseLines(shown);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const CaseLine& line = lines[i];
        html += QStringLiteral("<tr>") + cell(translated(line.title));
        for (const std::string& text : {line.time, line.all, line.step, line.reached, line.test})
            html += cell(fromUtf8(text));
        html += cell(translated(plan_->rungs[i].does)) + QStringLiteral("</tr>");
    }
    table_->setText(html + QStringLiteral("</table>"));
    table_->setWordWrap(true);
    const Phrase headline = report_ ? caseHeadline(*report_) : Phrase(plan_->title);
    headline_->setFullText(headline.empty() ? translated(plan_->title) : translated(headline));
}

}  // namespace gatelab
