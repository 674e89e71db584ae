// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// One experiment: everything that decides what a run computes, as one plain value. Every member has exactly one row in
/// `fields.cpp`, which says its key, meaning, unit and range; the defaults are here. Text members with fixed choices
/// hold the key of a row of `choices.cpp`. Copied at start: nobody sees later edits except through RunControl (fields
/// marked live).
struct ExperimentConfig {
    // Run
    std::string name;  ///< empty: named after the model
    std::string notes;
    std::string goal = "experiment";  ///< for which the settings are suggested; changes none by itself
    std::int64_t seed = 1;

    // Data: a file, or when dataPath is empty a built-in series
    std::string builtin = "sine-mix";
    std::int64_t builtinLength = 2000;
    std::int64_t builtinSeed = 1;  ///< of its random numbers; the training's seed does not change the data
    std::string dataPath;
    std::string testPath;                   ///< given test file (UCR/UEA); empty: split
    std::vector<std::string> hdf5Datasets;  ///< empty: all numeric 1-D and 2-D data sets of equal length
    std::string csvEncoding = "auto";
    std::string csvDelimiter = "auto";
    std::string csvQuote = "auto";
    std::string csvDecimal = "auto";
    std::string csvThousands = "auto";
    std::int64_t csvSkipLines = -1;  ///< -1: guessed
    std::string csvHeader = "auto";  ///< auto, none, or first
    std::string csvComment = "auto";
    std::string csvShape = "rows";        ///< rows, transposed, hours, months, or long (data/csv/shapes/reshape.h)
    std::vector<std::string> csvMissing;  ///< spellings of a missing value; empty: guessed
    std::string timeColumn = "auto";      ///< auto, none, a name, or two names joined by '+'
    std::string timeFormat = "auto";      ///< auto or strftime-like
    std::string timeZone = "auto";        ///< auto or an offset such as +08:00
    std::string timeStep = "auto";        ///< auto or a number and a unit such as 15min
    bool sortTime = false;                ///< rows by their time, whatever their order in the file
    std::string resample = "none";        ///< none, or the distance of even rows such as 1h
    std::string resampleBy = "mean";      ///< what a row is of those of the file in its span
    std::string task = "forecast";
    std::vector<std::string> targets;  ///< empty: the last value column
    std::vector<std::string> inputs;   ///< empty: all value columns

    // Preparation
    /// Steps in order; a leading '!' switches one off
    std::vector<std::string> recipe = {"fill(method=linear)", "standardise"};
    std::string split = "60%/20%/20%";  ///< train/validation/test, in shares or in rows
    std::int64_t splitGap = 0;
    std::int64_t lookback = 96;
    std::int64_t horizon = 24;
    std::int64_t stride = 1;
    std::string anchor = "none";  ///< forecast relative to: none, last (the window's last value of the target), mean

    // Augmentation: what is changed in training windows, and in them alone (data/augmentation.h); 0: off
    double augmentShare = 0.5;  ///< of the windows of an epoch
    double augmentJitter = 0.0;
    double augmentScaling = 0.0;
    double augmentTimeWarp = 0.0;
    double augmentSlice = 0.0;
    double augmentMixUp = 0.0;
    double augmentStepDropout = 0.0;

    // Model
    std::string cell = "lstm";
    std::int64_t layers = 1;
    std::int64_t hiddenSize = 32;
    bool bidirectional = false;
    std::int64_t projectionSize = 0;
    bool peephole = false;
    bool residual = false;
    bool layerNorm = false;
    std::string pooling = "last";
    std::int64_t embeddingSize = 16;
    double dropout = 0.0;
    double recurrentDropout = 0.0;
    double zoneout = 0.0;
    std::vector<std::string> quantiles = {"0.1", "0.5", "0.9"};
    std::string initialisation = "uniform";
    std::string recurrentInitialisation = "uniform";
    double recurrentGain = 1.0;  ///< factor of the recurrent start values
    double forgetBias = 0.0;
    std::int64_t chronoMax = 0;  ///< longest dependence for chrono initialisation; 0: off
    bool carryState = false;
    bool linearPath = false;         ///< forecasts: a linear map from the whole window beside the network
    std::string decoder = "direct";  ///< forecasts: all steps at once, or each from the one before it

    // Training
    std::string loss = "mse";
    double huberDelta = 1.0;
    std::string optimiser = "adam";
    double learningRate = 1e-3;
    double momentum = 0.9;
    bool nesterov = false;
    double dampening = 0.0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    bool amsgrad = false;
    bool centered = false;                                     ///< RMSprop
    double momentumDecay = 4e-3;                               ///< NAdam
    double learningRateDecay = 0.0, initialAccumulator = 0.0;  ///< Adagrad
    double weightDecay = 0.0;
    bool decoupledWeightDecay = false;  ///< Adam and NAdam; AdamW always
    double l1 = 0.0;
    double l2 = 0.0;
    std::string schedule = "constant";
    std::int64_t warmupSteps = 0;
    std::int64_t scheduleSteps = 1000;  ///< step length, restart period
    double scheduleFactor = 0.1;
    std::int64_t plateauPatience = 5;  ///< epochs; PyTorch: 10
    double plateauThreshold = 1e-4;
    double oneCycleRise = 0.3;      ///< PyTorch's pct_start
    double oneCycleStart = 25;      ///< div_factor
    double oneCycleEnd = 1e4;       ///< final_div_factor
    bool oneCycleMomentum = false;  ///< cycle_momentum, there on
    double minLearningRate = 0.0;
    std::int64_t batchSize = 64;
    std::int64_t epochs = 20;
    std::int64_t maxSteps = 0;  ///< 0: no limit
    bool shuffle = true;
    bool dropLast = false;
    bool shuffleBlocks = false;  ///< by itself where the windows do not lie in memory
    double clipNorm = 1.0;       ///< 0: off
    double clipValue = 0.0;      ///< 0: off
    std::int64_t accumulate = 1;
    std::int64_t earlyStop = 0;  ///< epochs without a better validation loss; 0: off
    double emaDecay = 0.0;
    double gradientNoise = 0.0;
    bool classWeights = false;
    /// Share of the recursive decoder's steps that read the truth, at the start of the run
    double teacherForcing = 1.0;
    double teacherForcingEnd = 0.0;  ///< and at its end

    // Machine
    std::string device = "auto";
    std::string precision = "fp32";
    std::string implementation = "auto";
    std::int64_t threads = 0;  ///< 0: measured at the start
    bool deterministic = true;
    bool deviceData = true;
    bool deviceGather = true;
    bool copyAhead = false;
    bool syncFree = true;
    bool fusedOptimiser = true;
    bool cudaGraph = true;
    std::int64_t graphSteps = 1;
    bool splitBatch = true;           ///< each CPU thread computes some rows of every batch
    std::int64_t recomputeChunk = 0;  ///< time steps per recomputed chunk; 0: keep all activations
    bool flushDenormals = true;
    std::int64_t checkpointSeconds = 30;
    std::int64_t layerHealth = 0;           ///< steps between two looks into the layers; 0: none
    bool isolated = false;                  ///< in its own process
    std::int64_t memoryLimit = 0;           ///< MiB of address space of that process, or of the command line's; 0: none
    bool startAnyway = false;               ///< also where the forecast is far above what is free
    std::int64_t ranks = 1;                 ///< processes that share each batch; 1: this one alone
    std::string gradientExchange = "none";  ///< how their gradients travel
    std::int64_t exchangeRank = 2;          ///< of PowerSGD
    double exchangeShare = 0.01;            ///< of the gradient's numbers that top-k sends
    std::int64_t pipelineChunks = 0;        ///< of a window, where ranks share the layers; 0: they share the rows

    friend bool operator==(const ExperimentConfig&, const ExperimentConfig&) = default;
};

}  // namespace gatelab
