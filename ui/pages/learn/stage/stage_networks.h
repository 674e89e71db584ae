// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/lesson_picture.h"
#include "lesson/lesson_valves.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;

/// One network of a picture: step 0, frames of its film, as it is now.
struct StageTwin {
    std::string key;
    std::vector<PictureFrame> frames;  ///< ascending; the first is step 0. One: it is not trained
    /// That a hand sets valves on; null: it does not.
    std::shared_ptr<const std::vector<HandSequence>> sequences = {};
    bool isFailed = false;      ///< its training was stopped: step 0 is all there is
    std::int64_t lastStep = 0;  ///< of its training; what is kept may be of an earlier one
    /// Of the training, 0 to 1, when this frame was.
    [[nodiscard]] double placeOf(const PictureFrame& frame) const {
        const std::int64_t last = std::max({std::int64_t{1}, lastStep, frames.back().step});
        return static_cast<double>(frame.step) / static_cast<double>(last);
    }
    [[nodiscard]] bool isTrained() const { return frames.size() > 1; }
};

/// The one whose kept weights are of the latest step. `twins` is not empty.
const StageTwin& longestTwin(const std::vector<StageTwin>& twins);

/// What the networks of a lesson's picture show, read off the GUI thread. A network that is not trained yet is drawn by
/// its seed in a folder that passes, so that it can be looked at before. GUI thread.
class StageNetworks : public QObject {
    Q_OBJECT
public:
    explicit StageNetworks(RunController& runs, QObject* parent = nullptr);

    /// `ids`: of the runs of the lesson, by their key, also step 0; those that are missing are not trained. Nothing is
    /// read again that is there.
    void show(const Lesson& lesson, std::int64_t seed, const std::map<std::string, QString>& ids);
    /// The untrained networks of the lesson that comes next are drawn meanwhile; show() takes them.
    void prepare(const Lesson& lesson, std::int64_t seed);
    [[nodiscard]] bool isPrepared() const { return !ahead_.empty(); }
    [[nodiscard]] const std::vector<StageTwin>& twins() const { return twins_; }
    /// Least and greatest value of each row over all frames, or over step 0 alone.
    [[nodiscard]] std::vector<std::pair<double, double>> ranges(bool untrainedOnly) const;
    [[nodiscard]] const QString& problem() const { return problem_; }
    [[nodiscard]] bool isReading() const { return reading_; }
    [[nodiscard]] double share() const { return share_; }  ///< of what is being read

Q_SIGNALS:
    void changed();
    void progressed();

private:
    void read();

    RunController& runs_;
    Lesson lesson_;
    std::int64_t seed_ = 1;
    std::map<std::string, QString> ids_;
    std::string shown_, aheadFor_;  ///< what twins_ and ahead_ were read for
    std::vector<StageTwin> twins_, ahead_;
    QString problem_;
    bool reading_ = false;
    double share_ = 0;
    BackgroundJob *job_, *aheadJob_;
};

}  // namespace gatelab
