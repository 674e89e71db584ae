// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "run/start_weights.h"
#include "widgets/card.h"

#include <optional>
#include <vector>

class QComboBox;

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class Histogram;
class RunController;

/// How the start values of a chosen layer are spread under the present settings, before any run. Drawn on a thread of
/// its own while it is seen and no run trains, which it would disturb. GUI thread.
class StartWeightsCard : public Card {
    Q_OBJECT
public:
    StartWeightsCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    ~StartWeightsCard() override;
    /// A recurrent layer, from 0, or their number for the head; -1: none, and the card hides.
    void showLayer(std::int64_t layer);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What start values depend on, and more.
    struct Network {
        ExperimentConfig config;
        ModelShape shape;
        friend bool operator==(const Network&, const Network&) = default;
    };
    void draw();
    void fill();
    void fillParts();
    /// The rule that a part is drawn by: "orthogonal".
    [[nodiscard]] QString ruleOf(const std::string& what) const;
    ExperimentModel* experiment_;
    RunController* runs_;
    QComboBox* part_;
    Histogram* histogram_;
    BackgroundJob* job_;
    std::optional<Network> drawn_;  ///< whose values are here, or are being drawn
    std::vector<StartWeights> values_;
    QString problem_;
    QString chosen_ = QStringLiteral("recurrent_weights");
    std::int64_t layer_ = -1;
};

}  // namespace gatelab
