// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson_gap.h"
#include "pages/learn/lessons/lesson_words.h"
#include "pages/learn/stage/stage_content.h"

#include <QWidget>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

class QFrame;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace gatelab {

class LessonSession;

/// A line of the verdict on an own series.
struct StageScore {
    QString name;
    double value = 0;
    bool isNetwork = false;
};

/// What stands beside the picture of a stage, as it is now.
struct StageWords {
    QString place;                             ///< "Lesson 2 of 10"
    std::optional<MeasuredGap> gap;            ///< that is shown
    QString gapFormat, gapBeside;              ///< of its figures; name of the one beside
    QStringList folded;                        ///< rows that the texts name and that have no room
    std::vector<std::size_t> foldedRows = {};  ///< all that have none
    QString gapWords;                          ///< "20 000 times less"
    bool isHand = false;                       ///< it is the error of valves that were set by hand
    bool isDrawn = false;                      ///< there is a prediction
    QString measured, hands;                   ///< what it is, where nothing was drawn; what the hands of a class said
    bool isWaiting = false;                    ///< the picture of what was trained is being read
    bool mustAnswer = false;                   ///< the question, before it goes on
    int tried = -1;                            ///< change that is asked about or answered; -1: none
    bool isTryDrawn = false, isTryTrained = false;
    /// Error of each simple forecast, and of the network, on the same part; empty: it is not told.
    std::vector<StageScore> scores;
    QString nextTitle;  ///< of the lesson behind this; empty: there is none
};

/// Text, marks and buttons of a stage: title, five scenes, the scene's sentences, the gap as one number, the learner's
/// own sentence, changes to try, the claim. Exactly one button is filled: the one that goes on. GUI thread.
class StageText : public QWidget {
    Q_OBJECT
public:
    StageText(Theme& theme, LessonSession& session, double scale, QWidget* parent = nullptr);
    void tell(const StageWords& state, const LessonWords& words);
    void showTraining();  ///< how much of it is done, on the button
    /// How much of the picture is read, where it is waited for.
    void setWaited(double share);
    /// The filled button; hidden where nothing goes on.
    [[nodiscard]] QPushButton* primary() const { return primary_; }
    [[nodiscard]] QPlainTextEdit* sentence() const { return sentence_; }

Q_SIGNALS:
    void onward();     ///< the filled button
    void back();       ///< to the screen before
    void takenBack();  ///< the prediction
    void again();      ///< the next seed
    void tryAsked(int change);
    void termAsked(const QString& key, const QPoint& at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void clear();
    QLabel* addLabel(const QString& html, int px, int weight = 400, bool isMuted = false);
    /// isShort: without what was said of the gap before.
    void build(const LessonWords& words, bool isShort);
    void addMarks();
    void addTexts(const LessonWords& words);
    void addScores();
    void addGap(const MeasuredGap& gap, const QString& format);
    void addSentence(const LessonWords& words);
    void addTries(const LessonWords& words);
    void addClaim(const LessonWords& words);
    void addTraining();
    void setButtons();
    [[nodiscard]] int trainedShare() const;  ///< per cent of all runs of the lesson, or of the change that is tried
    void fitOnward();
    [[nodiscard]] int letters(int px) const { return stageLetters(px, scale_); }

    Theme& theme_;
    LessonSession& session_;
    double scale_;
    StageWords state_;
    QScrollArea* scroll_;
    QVBoxLayout* column_ = nullptr;
    QPlainTextEdit* sentence_ = nullptr;
    QLabel *waited_ = nullptr, *trained_ = nullptr, *trainedLoss_ = nullptr;
    std::map<std::string, QString> runNames_;
    QPushButton *back_, *second_, *primary_;
    std::function<void()> secondAct_;
    QString typed_;
    std::string typedFor_;
};

}  // namespace gatelab
