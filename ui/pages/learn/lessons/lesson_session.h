// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/class/class_plan.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_file.h"

#include <QObject>
#include <QPointF>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gatelab {

class BackgroundJob;
class Preferences;
class RunController;

/// What a learner did in one lesson; kept between starts of the program.
struct LessonProgress {
    int card = 0;                                             ///< the one that is shown
    std::vector<QPointF> drawn;                               ///< the prediction: steps from 1, and values
    bool isUndrawn = false;                                   ///< a class went on without one
    QString sentence;                                         ///< the learner's own, at the end
    std::map<int, std::vector<QPointF>> triesDrawn;           ///< of the changes, by their index
    std::vector<int> answers;                                 ///< of the quiz; -1: not answered
    std::int64_t seed = 1;                                    ///< of the training: each one more takes the next
    bool isDone = false;                                      ///< the last card was reached with all questions answered
    LessonOutcomes outcomes;                                  ///< of the runs as they were trained last
    std::map<int, LessonOutcomes> tries;                      ///< of the change, by the index of its value
    std::map<std::string, QString> runs;                      ///< key of a run -> the id of its last training
    std::map<int, std::map<std::string, QString>> triesRuns;  ///< the same of the changes
};

/// The lesson that is open: its card, the learner's prediction and answers, its trainings one after the other as
/// ordinary runs of the workspace with the tag "lesson". Several views show it. GUI thread.
class LessonSession : public QObject {
    Q_OBJECT
public:
    LessonSession(RunController& runs, Preferences& preferences, QObject* parent = nullptr);
    /// The lessons of a class: what is done in them passes with this object and is nobody's progress.
    LessonSession(RunController& runs, Preferences& preferences, ClassPlan plan);
    ~LessonSession() override;

    [[nodiscard]] const LessonCatalogue& shelf() const { return shelf_; }
    /// Null: no class is held.
    [[nodiscard]] const ClassPlan* plan() const { return plan_ ? &*plan_ : nullptr; }
    /// What the class says of the lesson that is open; null: there is no class.
    [[nodiscard]] const ClassLesson* classLesson() const;
    [[nodiscard]] const Glossary& glossary() const { return shelf_.glossary; }
    /// Null: none is open.
    [[nodiscard]] const Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
    /// False: there is none of this name.
    bool open(const QString& key);
    /// The same lesson on a series of the learner's own (app/own_series.h), with progress of its own.
    void openOwn(Lesson own) { take(std::move(own)); }
    [[nodiscard]] bool isOwnSeries() const { return lesson_ && !lesson_->ownSeries.empty(); }
    /// A lesson that does not come with the program: problem() says what is wrong with it, where and what to do.
    bool openFile(const QString& path);

    [[nodiscard]] int card() const { return progress_.card; }
    [[nodiscard]] const LessonCard& shownCard() const {
        return lesson_->cards[static_cast<std::size_t>(progress_.card)];
    }
    void setCard(int card);
    [[nodiscard]] int question() const { return question_; }  ///< of the quiz
    /// To the next card, or question of the quiz; back.
    void go(int by);
    [[nodiscard]] bool canGo(int by) const;
    /// "Lesson 2 of 6", of the class or of all; empty: it is one from a file.
    [[nodiscard]] QString place() const;
    /// The one behind this in the list; null: this is the last, or one from a file.
    [[nodiscard]] const Lesson* nextLesson() const;
    void beginAgain();  ///< forgets prediction, answers and trainings of this lesson

    [[nodiscard]] const LessonProgress& progress() const { return progress_; }
    [[nodiscard]] LessonProgress progressOf(const std::string& lesson) const;
    void draw(std::vector<QPointF> points);
    void passDrawing();  ///< before a class the hands are the prediction
    void drawTry(int change, std::vector<QPointF> points);
    void say(const QString& sentence);
    void answer(int question, int answer);  ///< the first one counts
    [[nodiscard]] int rightAnswers() const;

    /// Trains all runs, or those of the change with its value, whose outcomes are kept apart; nothing while another
    /// run is in training.
    void train();
    /// The lesson once more, of the next seed: the drawing was of another series.
    void drawAnew();
    void tryChange(std::size_t value);
    void cancel();
    [[nodiscard]] bool isTraining() const { return !waiting_.empty(); }
    [[nodiscard]] bool isTrying() const { return isTraining() && !changed_.empty(); }  ///< a value of the change
    /// Key of the run that trains; empty: none.
    [[nodiscard]] std::string trainingRun() const { return waiting_.empty() ? std::string() : waiting_.front(); }
    [[nodiscard]] bool isTrained() const;  ///< every run of the lesson was
    [[nodiscard]] const LessonLine& liveLine() const { return live_; }
    /// Nothing: not everything was measured.
    [[nodiscard]] std::optional<bool> claimHolds() const;
    /// What the stage may show: every run is trained, and the learner has drawn and had it trained.
    [[nodiscard]] bool isRevealed() const;
    /// The claim holds before any training as well: the lesson's file is wrong.
    [[nodiscard]] bool provesNothing() const;

Q_SIGNALS:
    void lessonChanged();
    void cardChanged();
    void changed();  ///< prediction, answers, trainings
    void liveChanged();
    void problem(const QString& message);  ///< empty: it is over

private:
    void connectRuns();
    void take(Lesson lesson);
    [[nodiscard]] QByteArray kept(const std::string& place) const;
    [[nodiscard]] const ClassLesson* classLesson(const std::string& key) const;
    [[nodiscard]] LessonProgress keptProgress(const std::string& place, const std::string& lesson) const;
    [[nodiscard]] std::string placeOfOpen() const;  ///< where its progress is kept
    void trainNext();
    [[nodiscard]] ExperimentConfig trainingConfig() const;
    void askFilm();
    void unblock();
    void tag(const QString& id);
    void finished(const QString& runId);
    void collect(const QString& runId, const std::string& run);
    void ended();
    void readLive();
    void read();
    void keep();

    RunController& runs_;
    Preferences& preferences_;
    LessonCatalogue shelf_;
    std::optional<ClassPlan> plan_;
    std::map<std::string, QByteArray> classProgress_;  ///< of a class, by lesson
    std::optional<Lesson> lesson_;
    LessonProgress progress_;
    LessonLine live_;
    std::vector<std::string> waiting_;                 ///< keys of runs; the first one trains
    std::map<std::string, ExperimentConfig> changed_;  ///< configs of runs that are tried with a change
    QString runId_;                                    ///< of the one that trains; empty: it has not begun
    bool isStarting_ = false, isBlocked_ = false;
    int question_ = 0, tried_ = -1;
    BackgroundJob* job_;
};

}  // namespace gatelab
