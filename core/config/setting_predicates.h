// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <string_view>

/// What a setting with fixed choices says, asked by a word: only core/config compares their keys. Those over a text
/// take the setting's value where no whole experiment is at hand.
namespace gatelab {

// Import
/// The reader finds out what this import setting says.
inline bool isGuessed(std::string_view setting) { return setting == "auto"; }
/// A text table is turned before it is read.
inline bool isReshaped(const ExperimentConfig& config) { return config.csvShape != "rows"; }
inline bool hasSeriesInRows(const ExperimentConfig& config) { return config.csvShape == "transposed"; }
inline bool hasDaysInRows(const ExperimentConfig& config) { return config.csvShape == "hours"; }
inline bool hasYearsInRows(const ExperimentConfig& config) { return config.csvShape == "months"; }
inline bool hasHeaderLine(const ExperimentConfig& config) { return config.csvHeader == "first"; }
/// Even rows are made of those of the file.
inline bool resamples(const ExperimentConfig& config) { return config.resample != "none"; }
/// No column holds the time: the rows are counted.
inline bool countsRows(const ExperimentConfig& config) { return config.timeColumn == "none"; }

// Run
/// Settings are suggested for the best forecast, not for an experiment with the network alone.
inline bool seeksForecast(const ExperimentConfig& config) { return config.goal == "forecast"; }

// Task
inline bool isForecast(std::string_view task) { return task == "forecast"; }
inline bool isRegression(std::string_view task) { return task == "regression"; }
inline bool isClassification(std::string_view task) { return task == "classification"; }
inline bool isLabelling(std::string_view task) { return task == "labelling"; }
/// Answers are classes, of a sequence or of each step.
inline bool givesClasses(std::string_view task) { return isClassification(task) || isLabelling(task); }
inline bool isForecast(const ExperimentConfig& config) { return isForecast(config.task); }
inline bool isRegression(const ExperimentConfig& config) { return isRegression(config.task); }
inline bool isClassification(const ExperimentConfig& config) { return isClassification(config.task); }
inline bool isLabelling(const ExperimentConfig& config) { return isLabelling(config.task); }
inline bool givesClasses(const ExperimentConfig& config) { return givesClasses(config.task); }

// Preparation
/// The forecast is relative to something in its window.
inline bool isAnchored(std::string_view anchor) { return anchor != "none"; }
inline bool anchorsAtLast(std::string_view anchor) { return anchor == "last"; }
/// Each window is brought to mean 0 and SD 1 (RevIN).
inline bool anchorsScale(std::string_view anchor) { return anchor == "revin"; }

// Augmentation
/// Some training windows are changed.
inline bool augments(const ExperimentConfig& config) {
    return config.augmentShare > 0 &&
           (config.augmentJitter > 0 || config.augmentScaling > 0 || config.augmentTimeWarp > 0 ||
            config.augmentSlice > 0 || config.augmentMixUp > 0 || config.augmentStepDropout > 0);
}

// Model
inline bool isLstm(std::string_view cell) { return cell == "lstm"; }
inline bool isGru(std::string_view cell) { return cell == "gru"; }
inline bool isPlainRnn(std::string_view cell) { return cell == "rnn-tanh" || cell == "rnn-relu"; }
inline bool poolsLast(const ExperimentConfig& config) { return config.pooling == "last"; }
inline bool poolsMean(const ExperimentConfig& config) { return config.pooling == "mean"; }
inline bool poolsMax(const ExperimentConfig& config) { return config.pooling == "max"; }
inline bool poolsByAttention(const ExperimentConfig& config) { return config.pooling == "attention"; }
/// Whether the recursive decoder is asked for; isRecursive (config/decoder.h): whether it has a step to go on.
inline bool asksRecursive(const ExperimentConfig& config) { return config.decoder == "recursive"; }

// Training
inline bool isPinball(std::string_view loss) { return loss == "pinball"; }
inline bool isGaussianNll(std::string_view loss) { return loss == "gaussian-nll"; }
inline bool isSgd(const ExperimentConfig& config) { return config.optimiser == "sgd"; }
/// The weights shrink beside the update instead of through the gradient (Loshchilov and Hutter 2019).
inline bool decouplesWeightDecay(const ExperimentConfig& config) {
    const bool canChoose = config.optimiser == "adam" || config.optimiser == "nadam";
    return config.optimiser == "adamw" || (canChoose && config.decoupledWeightDecay);
}
inline bool isStepSchedule(const ExperimentConfig& config) { return config.schedule == "step"; }

// Machine
/// The best device is taken.
inline bool picksDevice(std::string_view device) { return device == "auto"; }
inline bool isCpu(std::string_view device) { return device == "cpu"; }
/// Any GPU will do.
inline bool takesAnyGpu(std::string_view device) { return picksDevice(device) || device == "cuda"; }
inline bool isFp64(std::string_view precision) { return precision == "fp64"; }
inline bool isFp32(std::string_view precision) { return precision == "fp32"; }
inline bool isTf32(std::string_view precision) { return precision == "tf32"; }
inline bool isBf16(std::string_view precision) { return precision == "bf16"; }
inline bool isFp16(std::string_view precision) { return precision == "fp16"; }
inline bool isIn16Bits(std::string_view precision) { return isBf16(precision) || isFp16(precision); }
/// Ranks send their gradients as they are.
inline bool sendsAll(const ExperimentConfig& config) { return config.gradientExchange == "none"; }
/// The best implementation is taken.
inline bool picksImplementation(std::string_view implementation) { return implementation == "auto"; }
inline bool isNaive(std::string_view implementation) { return implementation == "naive"; }
inline bool isStepLoop(std::string_view implementation) { return implementation == "cell"; }
inline bool isLibrary(std::string_view implementation) { return implementation == "library"; }
inline bool isPersistent(std::string_view implementation) { return implementation == "persistent"; }
inline bool isTunedCudnn(std::string_view implementation) { return implementation == "cudnn-tuned"; }

}  // namespace gatelab
