// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/run_words.h"
#include "store/listed_names.h"

#include <QObject>
#include <span>
#include <string>

namespace gatelab {

class RunController;

/// What the runs of the window are called beside those that the runs table lists: one name of a run on every page and
/// in what is exported. As long as nothing is listed it is the name as it is kept. One per controller, which owns it;
/// made when it is first asked for. GUI thread.
class RunNames : public QObject {
    Q_OBJECT
public:
    static RunNames& of(RunController& runs);

    /// Newest first; changed() comes with announce(), when who lists them has them.
    void setListed(std::span<const RunSummary* const> listed);
    void announce();
    [[nodiscard]] ShownName parts(const RunSummary& run) const;
    [[nodiscard]] QString name(const RunSummary& run) const { return parts(run).whole(); }
    /// Of runs that differ in nothing but the seed and are called so together.
    [[nodiscard]] QString groupName(const std::string& name, const ExperimentConfig& config) const;

Q_SIGNALS:
    void changed();

private:
    using QObject::QObject;
    ListedNames names_;
    bool isNew_ = false;
};

}  // namespace gatelab
