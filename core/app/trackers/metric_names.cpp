// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/metric_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace gatelab {

namespace {

using Named = std::pair<std::string_view, MetricId>;
/// Without what separates the words, in lower case.
constexpr std::array kNames = {
    Named{"loss", MetricId::TrainLoss},
    Named{"trainloss", MetricId::TrainLoss},
    Named{"trainingloss", MetricId::TrainLoss},
    Named{"losstrain", MetricId::TrainLoss},
    Named{"trainlossepoch", MetricId::TrainLoss},
    Named{"valloss", MetricId::ValidationLoss},
    Named{"validloss", MetricId::ValidationLoss},
    Named{"validationloss", MetricId::ValidationLoss},
    Named{"evalloss", MetricId::ValidationLoss},
    Named{"devloss", MetricId::ValidationLoss},
    Named{"lossval", MetricId::ValidationLoss},
    Named{"lossvalid", MetricId::ValidationLoss},
    Named{"lossvalidation", MetricId::ValidationLoss},
    Named{"lr", MetricId::LearningRate},
    Named{"learningrate", MetricId::LearningRate},
    Named{"trainlr", MetricId::LearningRate},
    Named{"trainlearningrate", MetricId::LearningRate},
    Named{"momentum", MetricId::Momentum},
    Named{"gradnorm", MetricId::GradientNorm},
    Named{"gradientnorm", MetricId::GradientNorm},
    Named{"traingradnorm", MetricId::GradientNorm},
    Named{"valmse", MetricId::ValidationMse},
    Named{"validationmse", MetricId::ValidationMse},
    Named{"valmae", MetricId::ValidationMae},
    Named{"validationmae", MetricId::ValidationMae},
    Named{"valacc", MetricId::ValidationAccuracy},
    Named{"valaccuracy", MetricId::ValidationAccuracy},
    Named{"validationaccuracy", MetricId::ValidationAccuracy},
    Named{"evalaccuracy", MetricId::ValidationAccuracy},
};

std::string plain(std::string_view name) {
    std::string word;
    for (const char c : name)
        if (c != '/' && c != '_' && c != '.' && c != '-' && c != ' ')
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
}

}  // namespace

std::optional<MetricId> metricOfName(std::string_view name) {
    const auto found = std::ranges::find(kNames, plain(name), &Named::first);
    return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

bool isEpochName(std::string_view name) {
    const std::string word = plain(name);
    return word == "epoch" || word == "trainepoch";
}

}  // namespace gatelab
