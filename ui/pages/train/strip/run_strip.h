// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/strip_segments.h"
#include "pages/train/strip/run_segment.h"
#include "widgets/popover.h"

#include <QFrame>
#include <QPointer>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace gatelab {

class FileWatch;
class ExperimentModel;
class QueueController;
class RepeatNote;
class RunController;

/// The strip of runs over the Train page: a segment for the run that trains, for those that stand still or have ended
/// and are open, and for those that wait, each with buttons of its own that act on that run alone; behind them the list
/// of all that wait, and the button that trains these settings. In a narrow window names and words give way by levels.
/// GUI thread.
class RunStrip : public QFrame {
    Q_OBJECT
public:
    RunStrip(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
             QWidget* parent = nullptr);
    /// What the runs say by now; cheap enough for every tick.
    void refresh();
    /// The list of waiting runs, with the keyboard in it; `id`: of the entry that is chosen there, or empty.
    void openList(const QString& id = {});
    /// Questions about the open run hang below its segment, those about a new one below the button that trains.
    [[nodiscard]] PopoverAnchor anchor() const;
    [[nodiscard]] StripLevel level() const { return level_; }
    [[nodiscard]] const std::vector<RunSegment*>& segments() const { return segments_; }
    [[nodiscard]] QPushButton* trainButton() const { return train_; }
    /// Runs that were paused when another one began, for a strip that is built anew.
    [[nodiscard]] const QStringList& aside() const { return aside_; }
    void setAside(const QStringList& ids);

Q_SIGNALS:
    void asideChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void follow();
    void renew();  ///< also what depends on more than the segments
    /// A run of the data that are open is kept.
    [[nodiscard]] bool hasTrained() const;
    [[nodiscard]] std::vector<StripSegment> wanted() const;
    /// Makes the segments anew where others stand than before.
    void setSegments(const std::vector<StripSegment>& wanted);
    [[nodiscard]] RunSegment* makeSegment(const StripSegment& segment);
    void showTrain();
    void showListButton();
    /// The first level at which all fits.
    void arrange();
    [[nodiscard]] bool isInList(const RunSegment& segment) const;
    /// px
    [[nodiscard]] int leastWidth(StripLevel level);
    void act(const StripSegment& segment, SegmentAct act);
    void open(const StripSegment& segment);
    void drop(const RunSegment& segment, int centre);
    void lookForData();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    QueueController* queue_;
    QHBoxLayout* row_;
    QLabel* nothing_;
    QPushButton *list_, *train_;
    std::vector<RunSegment*> segments_;
    QPointer<QFrame> popup_;
    StripLevel level_ = StripLevel::Full;
    QStringList aside_;
    QHash<QString, QString> files_;  ///< run that could go on -> its data file
    RepeatNote* repeat_;
    FileWatch* watch_;  ///< of files_
    QString shape_, trainText_;
};

}  // namespace gatelab
