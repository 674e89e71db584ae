// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "lesson/belt/belt.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
struct Series;

/// The learner's own series on the belt: a network of its own, which is trained while a card of the belt is seen and
/// anew where it was left before its end. Nothing of it is kept: no run, no progress of a lesson. All cards of a window
/// share it. GUI thread.
class OwnBelt : public QObject {
    Q_OBJECT
public:
    /// That of this experiment, which owns it.
    static OwnBelt& of(ExperimentModel& experiment);
    ~OwnBelt() override;

    [[nodiscard]] QString name() const;    ///< of the series
    [[nodiscard]] bool isOpened() const;   ///< it is a file that was opened
    [[nodiscard]] QString whyNot() const;  ///< nothing can be put on the belt; empty: it can, or why not is problem()
    /// Why the series is not there although it was asked for; empty: it is, or nobody asked.
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// The switch of every card; a series that cannot be used leaves it where it is.
    void choose(bool own);
    [[nodiscard]] bool isChosen() const { return file_.has_value(); }
    /// With the network as it stands; only where it is chosen.
    [[nodiscard]] const BeltFile& file() const { return *file_; }
    [[nodiscard]] double share() const { return share_; }  ///< of its training; 1: trained
    /// Another number wherever it begins anew: another series, or untrained again.
    [[nodiscard]] int round() const { return round_; }
    [[nodiscard]] double seconds() const { return seconds_; }
    /// Of the trained one; nothing: not yet.
    [[nodiscard]] const std::optional<BeltErrors>& errors() const { return errors_; }
    /// From the untrained one on.
    void trainAgain();
    /// A file that was dropped on a card: it becomes the experiment's, and the belt's as soon as it is read.
    void open(const QString& path);
    void setSeen(const QObject* card, bool on);

Q_SIGNALS:
    void changed();  ///< the choice, the series, its training has begun or ended
    void framed();   ///< the network is another one

private:
    explicit OwnBelt(ExperimentModel& experiment);
    void followData();
    [[nodiscard]] bool isOther() const;
    void begin();
    void leave();

    ExperimentModel& experiment_;
    std::optional<BeltFile> untrained_, file_;
    std::optional<BeltErrors> errors_;
    QString problem_, opened_;              ///< opened_: the file that was there last
    std::shared_ptr<const Series> series_;  ///< of file_, and its target
    std::vector<std::string> targets_;
    double share_ = 0, seconds_ = 0;
    int round_ = 0;
    std::set<const QObject*> seen_;
    std::shared_ptr<Guarded<std::optional<BeltNetwork>>> frame_;
    std::unique_ptr<BackgroundJob> job_;
};

}  // namespace gatelab
