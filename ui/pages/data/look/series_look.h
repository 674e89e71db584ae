// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/look/channel_look.h"
#include "data/look/correlations.h"
#include "data/look/missing_map.h"

#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

class BackgroundJob;

/// What the tabs of the Data page show of one column and its relations to the others: worked out in a job when it is
/// wanted, kept until series, split or column are others. GUI thread.
class SeriesLook : public QObject {
    Q_OBJECT
public:
    /// All of it; null pointers never.
    struct Values {
        ChannelLook channel;
        Correlations correlations;
        std::vector<Leader> leaders;
        MissingMap missing;
        std::size_t other = 0;  ///< the column that is moved against this one
        CrossCorrelation crossed;
    };
    static constexpr std::int64_t kMostMoved = 1 << 17;  ///< rows of a cross-correlation
    explicit SeriesLook(QObject* parent = nullptr);
    /// Forgets what was worked out of another one. Null: there is none.
    void setSeries(SeriesPtr series, const Split& split);
    /// Columns that are constant in each of the series of which this is one.
    void setStatics(std::vector<std::string> statics);
    void setChannel(std::size_t channel);
    void setOther(std::size_t channel);
    /// Works it out if it is not known yet.
    void want(bool on);
    [[nodiscard]] const SeriesPtr& series() const { return series_; }
    [[nodiscard]] std::size_t channel() const { return channel_; }
    /// Null: not known yet.
    [[nodiscard]] const Values* values() const { return values_.get(); }
    [[nodiscard]] BackgroundJob& job() { return *job_; }

Q_SIGNALS:
    void changed();  ///< values() are others, or none

private:
    void forget();
    void stop();
    void workOut();
    SeriesPtr series_;
    std::vector<std::string> statics_;
    Split split_;
    std::size_t channel_ = 0;
    std::optional<std::size_t> other_;  ///< by hand
    std::shared_ptr<const Values> values_;
    BackgroundJob* job_;
    bool wanted_ = false, isWorking_ = false;
    std::int64_t order_ = 0;  ///< of the job whose values are awaited
};

}  // namespace gatelab
