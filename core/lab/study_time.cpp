// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/study_time.h"

#include "lab/lab_time.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gatelab {
namespace {

/// What every run needs besides its operations, in parts of those of the present experiment.
constexpr double kFixed = 0.2;

double operations(const StudySubject& subject, const StudyRow& row) {
    return static_cast<double>(row.rows) * describeArchitecture(row.config, subject.shape).multiplyAdds *
           usualCost(row.config, subject.machine.cuda);
}

}  // namespace

StudyTime::StudyTime(const MemoryStudy& study) : open_(study.rows.size(), 0) {
    const StudyRow* present = study.present();
    const double fixed = present ? kFixed * operations(study.subject, *present) : 0;
    for (std::size_t i = 0; i < open_.size(); ++i) {
        const StudyRow& row = study.rows[i];
        // All rows of the present experiment share one run.
        if (row.supported() && (!row.present || &row == present)) open_[i] = fixed + operations(study.subject, row);
    }
}

void StudyTime::begin(std::size_t row) {
    row_ = row;
    begun_ = Clock::now();
}

void StudyTime::end() {
    seconds_ += std::chrono::duration<double>(Clock::now() - begun_).count();
    work_ += std::exchange(open_[row_], 0);
}

void StudyTime::leaveOut(std::size_t row) { open_[row] = 0; }

double StudyTime::secondsLeft() const {
    if (work_ <= 0) return kNotMeasured;
    const double perWork = seconds_ / work_,
                 spent = open_[row_] > 0 ? std::chrono::duration<double>(Clock::now() - begun_).count() : 0;
    return perWork * (std::accumulate(open_.begin(), open_.end(), 0.0) - open_[row_]) +
           std::max(0.0, perWork * open_[row_] - spent);
}

}  // namespace gatelab
