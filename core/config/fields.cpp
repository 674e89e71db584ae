// SPDX-License-Identifier: GPL-3.0-or-later
// THE table of settings. A new one: a member in experiment_config.h and a row here; form, tooltip, range check, command line, JSON, runs column and
// round-trip test follow.
#include "config/choices.h"
#include "config/field.h"

namespace gatelab {
namespace {

using C = ExperimentConfig;
using G = FieldGroup;
constexpr auto kExpert = FieldLevel::Expert;
constexpr auto kBasic = FieldLevel::Basic;
constexpr auto kLive = FieldLive::Yes;
constexpr auto kFixed = FieldLive::No;
constexpr FieldRange kAny{};
constexpr FieldRange kShare{0.0, 0.999};
constexpr FieldRange kNotNegative{0.0, 1e12};
const Text kNoUnit{};


const Field kFields[] = {
    // Run
    {"name", &C::name, GATELAB_TEXT("Field", "Name"),
     GATELAB_TEXT("FieldHelp", "How the run is called in lists. Empty: named after the model."), kNoUnit, kAny, G::Run},
    {"notes", &C::notes, GATELAB_TEXT("Field", "Notes"), GATELAB_TEXT("FieldHelp", "Free text kept with the run."), kNoUnit, kAny, G::Run, kExpert},
    {"seed", &C::seed, GATELAB_TEXT("Field", "Seed"),
     GATELAB_TEXT("FieldHelp", "Start of every random stream: start values, order of the windows, dropout. The same seed repeats a run exactly, on a machine with as many cores or with the same number of CPU threads."),
     kNoUnit, {0, 2147483647}, G::Run},
    // Source
    {"builtin", &C::builtin, GATELAB_TEXT("Field", "Built-in series"),
     GATELAB_TEXT("FieldHelp", "A series made by a formula; used when no file is given."), kNoUnit, kAny, G::Source, kBasic, kFixed, builtinChoices()},
    {"builtin_length", &C::builtinLength, GATELAB_TEXT("Field", "Length"),
     GATELAB_TEXT("FieldHelp", "Rows, or sequences, of the built-in series."), GATELAB_TEXT("Unit", "rows"), {16, 10000000}, G::Source},
    {"builtin_seed", &C::builtinSeed, GATELAB_TEXT("Field", "Seed of the series"),
     GATELAB_TEXT("FieldHelp", "Start of the random numbers in the built-in series. The seed of the training is another one: its runs can be compared on the same data."),
     kNoUnit, {0, 2147483647}, G::Source, kExpert},
    {"data", &C::dataPath, GATELAB_TEXT("Field", "File"),
     GATELAB_TEXT("FieldHelp", "CSV, HDF5 or another known file. Empty: the built-in series."), kNoUnit, kAny, G::Source},
    {"test_data", &C::testPath, GATELAB_TEXT("Field", "Test file"),
     GATELAB_TEXT("FieldHelp", "A given test set of labelled sequences. Empty: found beside the training file, or split off."),
     kNoUnit, kAny, G::Source, kExpert},
    {"hdf5_datasets", &C::hdf5Datasets, GATELAB_TEXT("Field", "HDF5 data sets"),
     GATELAB_TEXT("FieldHelp", "Which data sets become columns. Empty: all numeric ones of the same length."), kNoUnit, kAny, G::Source, kExpert},
    // Import
    {"csv_encoding", &C::csvEncoding, GATELAB_TEXT("Field", "Encoding"),
     GATELAB_TEXT("FieldHelp", "How bytes become letters."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvEncodingChoices()},
    {"csv_delimiter", &C::csvDelimiter, GATELAB_TEXT("Field", "Delimiter"),
     GATELAB_TEXT("FieldHelp", "What stands between two cells."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvDelimiterChoices()},
    {"csv_quote", &C::csvQuote, GATELAB_TEXT("Field", "Quotes"),
     GATELAB_TEXT("FieldHelp", "What encloses a cell that holds delimiters."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvQuoteChoices()},
    {"csv_decimal", &C::csvDecimal, GATELAB_TEXT("Field", "Decimal sign"),
     GATELAB_TEXT("FieldHelp", "What stands before the fraction of a number."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvDecimalChoices()},
    {"csv_thousands", &C::csvThousands, GATELAB_TEXT("Field", "Thousands"),
     GATELAB_TEXT("FieldHelp", "What groups the digits of large numbers."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvThousandsChoices()},
    {"csv_skip_lines", &C::csvSkipLines, GATELAB_TEXT("Field", "Skip"),
     GATELAB_TEXT("FieldHelp", "Lines at the top that belong to no table. -1: guessed."), GATELAB_TEXT("Unit", "lines"), {-1, 1000000}, G::Import, kExpert},
    {"csv_header", &C::csvHeader, GATELAB_TEXT("Field", "Header"),
     GATELAB_TEXT("FieldHelp", "Whether the first line names the columns."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvHeaderChoices()},
    {"csv_comment", &C::csvComment, GATELAB_TEXT("Field", "Comment lines"),
     GATELAB_TEXT("FieldHelp", "What a line begins with that is to be left out."), kNoUnit, kAny, G::Import, kExpert, kFixed, csvCommentChoices()},
    {"csv_missing", &C::csvMissing, GATELAB_TEXT("Field", "Missing is"),
     GATELAB_TEXT("FieldHelp", "Spellings of a missing value, besides an empty cell. Empty: guessed."), kNoUnit, kAny, G::Import, kExpert},
    {"time_column", &C::timeColumn, GATELAB_TEXT("Field", "Time from"),
     GATELAB_TEXT("FieldHelp", "auto, none, a column, or a date and a time column joined by +."), kNoUnit, kAny, G::Import, kExpert},
    {"time_format", &C::timeFormat, GATELAB_TEXT("Field", "Time format"),
     GATELAB_TEXT("FieldHelp", "auto, or a pattern such as %d.%m.%Y %H:%M."), kNoUnit, kAny, G::Import, kExpert},
    {"time_zone", &C::timeZone, GATELAB_TEXT("Field", "Time zone"),
     GATELAB_TEXT("FieldHelp", "Where the clocks of the shown times stand, as an offset such as +08:00. auto: UTC where the file gives offsets or counts from 1970, else as written."),
     kNoUnit, kAny, G::Import, kExpert},
    {"time_step", &C::timeStep, GATELAB_TEXT("Field", "Time step"),
     GATELAB_TEXT("FieldHelp", "Distance between two rows, such as 15min, 1h or 1d: gaps and seasons are counted in it. auto: the most frequent distance."),
     kNoUnit, kAny, G::Import, kExpert},
    // Columns
    {"task", &C::task, GATELAB_TEXT("Field", "Task"),
     GATELAB_TEXT("FieldHelp", "What the network is asked for."), kNoUnit, kAny, G::Columns, kBasic, kFixed, taskChoices()},
    {"targets", &C::targets, GATELAB_TEXT("Field", "Target"),
     GATELAB_TEXT("FieldHelp", "Columns to forecast. Empty: the last one."), kNoUnit, kAny, G::Columns},
    {"inputs", &C::inputs, GATELAB_TEXT("Field", "Inputs"), GATELAB_TEXT("FieldHelp", "Columns that the network sees. Empty: all."), kNoUnit, kAny, G::Columns},
    // Preparation
    {"recipe", &C::recipe, GATELAB_TEXT("Field", "Recipe"),
     GATELAB_TEXT("FieldHelp", "Steps from the raw to the prepared series, in order, each fitted on the training part only."), kNoUnit, kAny, G::Preparation},
    {"anchor", &C::anchor, GATELAB_TEXT("Field", "Forecast relative to"),
     GATELAB_TEXT("FieldHelp", "What the network's output is added to. It is also subtracted from the target's own column in the window, so that the network sees distances from it; the other inputs stay as they are. With the last value, persistence is the starting point. "
                               "With mean and deviation, both are also divided by the window's own spread."),
     kNoUnit, kAny, G::Preparation, kBasic, kFixed, anchorChoices()},
    // Windows
    {"lookback", &C::lookback, GATELAB_TEXT("Field", "Lookback"),
     GATELAB_TEXT("FieldHelp", "Steps that the network sees before it forecasts."), GATELAB_TEXT("Unit", "steps"), {1, 100000}, G::Windows},
    {"horizon", &C::horizon, GATELAB_TEXT("Field", "Horizon"),
     GATELAB_TEXT("FieldHelp", "Steps that it forecasts at once."), GATELAB_TEXT("Unit", "steps"), {1, 10000}, G::Windows},
    {"stride", &C::stride, GATELAB_TEXT("Field", "Stride"),
     GATELAB_TEXT("FieldHelp", "Steps from one training window to the next; validation and test always have every window."), GATELAB_TEXT("Unit", "steps"), {1, 100000}, G::Windows, kExpert},
    {"split", &C::split, GATELAB_TEXT("Field", "Split"),
     GATELAB_TEXT("FieldHelp", "Train, validation and test in time order, in shares (60%/20%/20%) or rows (8640/2880/2880)."), kNoUnit, kAny, G::Windows},
    {"split_gap", &C::splitGap, GATELAB_TEXT("Field", "Gap at the borders"),
     GATELAB_TEXT("FieldHelp", "Rows between two parts that no target touches."), GATELAB_TEXT("Unit", "steps"), {0, 1000000}, G::Windows},
    // Layers
    {"cell", &C::cell, GATELAB_TEXT("Field", "Cell"),
     GATELAB_TEXT("FieldHelp", "The recurrent unit."), kNoUnit, kAny, G::Layers, kBasic, kFixed, cellChoices()},
    {"hidden_size", &C::hiddenSize, GATELAB_TEXT("Field", "Hidden size"),
     GATELAB_TEXT("FieldHelp", "Units per layer and direction. More can learn more, cost more and overfit sooner."),
     GATELAB_TEXT("Unit", "units"), {1, 8192}, G::Layers},
    {"layers", &C::layers, GATELAB_TEXT("Field", "Layers"), GATELAB_TEXT("FieldHelp", "Recurrent layers on top of each other."), kNoUnit, {1, 16}, G::Layers},
    {"bidirectional", &C::bidirectional, GATELAB_TEXT("Field", "Both directions"),
     GATELAB_TEXT("FieldHelp", "A second set of units reads each window backwards. The window only: never the future."), kNoUnit, kAny, G::Layers},
    {"projection_size", &C::projectionSize, GATELAB_TEXT("Field", "Projection"),
     GATELAB_TEXT("FieldHelp", "Size that the hidden state is projected to (LSTM only). 0: none."),
     GATELAB_TEXT("Unit", "units"), {0, 8192}, G::Layers, kExpert},
    {"peephole", &C::peephole, GATELAB_TEXT("Field", "Peephole"),
     GATELAB_TEXT("FieldHelp", "Gates also see the cell state (Gers and Schmidhuber 2000). LSTM only."), kNoUnit, kAny, G::Layers, kExpert},
    {"residual", &C::residual, GATELAB_TEXT("Field", "Residual links"),
     GATELAB_TEXT("FieldHelp", "Adds a layer's input to its output, from the second layer on."), kNoUnit, kAny, G::Layers, kExpert},
    {"layer_norm", &C::layerNorm, GATELAB_TEXT("Field", "Layer norm"),
     GATELAB_TEXT("FieldHelp", "Normalises each layer's output over its units (Ba et al. 2016)."), kNoUnit, kAny, G::Layers, kExpert},
    {"pooling", &C::pooling, GATELAB_TEXT("Field", "Pooling"),
     GATELAB_TEXT("FieldHelp", "What the head sees of the states over time."), kNoUnit, kAny, G::Layers, kExpert, kFixed, poolingChoices()},
    {"linear_path", &C::linearPath, GATELAB_TEXT("Field", "Linear path"),
     GATELAB_TEXT("FieldHelp", "Adds a linear forecast from the whole window to the network's (as the autoregressive part of Lai et al. 2018)."),
     kNoUnit, kAny, G::Layers, kExpert},
    {"decoder", &C::decoder, GATELAB_TEXT("Field", "Decoder"),
     GATELAB_TEXT("FieldHelp", "How several steps are forecast. A recursive one reads its own forecasts as inputs, so the targets must be among the inputs; calendar inputs go on, all others "
                               "keep their last known value."),
     kNoUnit, kAny, G::Layers, kExpert, kFixed, decoderChoices()},
    {"embedding_size", &C::embeddingSize, GATELAB_TEXT("Field", "Embedding"),
     GATELAB_TEXT("FieldHelp", "Numbers per token, for text."), GATELAB_TEXT("Unit", "numbers"), {1, 4096}, G::Layers, kExpert},
    {"carry_state", &C::carryState, GATELAB_TEXT("Field", "Carry the state"),
     GATELAB_TEXT("FieldHelp", "Each batch goes on from the state that the last one ended with (truncated back-propagation). Training windows then stand end to end, in as "
                               "many streams as a batch has windows; those of validation and test begin from a state of zero, so that no score depends on their order."),
     kNoUnit, kAny, G::Layers, kExpert},
    // Regularisation
    {"dropout", &C::dropout, GATELAB_TEXT("Field", "Dropout between layers"),
     GATELAB_TEXT("FieldHelp", "Share of a layer's outputs set to zero while training. Acts from two layers on."), kNoUnit, kShare, G::Regularisation},
    {"recurrent_dropout", &C::recurrentDropout, GATELAB_TEXT("Field", "Recurrent dropout"),
     GATELAB_TEXT("FieldHelp", "The same units are dropped at every step of a window (Gal and Ghahramani 2016)."), kNoUnit, kShare, G::Regularisation, kExpert},
    {"zoneout", &C::zoneout, GATELAB_TEXT("Field", "Zoneout"),
     GATELAB_TEXT("FieldHelp", "Share of units that keep their last state (Krueger et al. 2017)."), kNoUnit, kShare, G::Regularisation, kExpert},
    {"l1", &C::l1, GATELAB_TEXT("Field", "L1"),
     GATELAB_TEXT("FieldHelp", "Adds the sum of absolute weights, times this, to the loss."), kNoUnit, {0, 10}, G::Regularisation, kExpert},
    {"l2", &C::l2, GATELAB_TEXT("Field", "L2"),
     GATELAB_TEXT("FieldHelp", "Adds half the sum of squared weights, times this, to the loss."), kNoUnit, {0, 10}, G::Regularisation, kExpert},
    {"gradient_noise", &C::gradientNoise, GATELAB_TEXT("Field", "Gradient noise"),
     GATELAB_TEXT("FieldHelp", "Deviation of normal noise added to the gradients (Neelakantan et al. 2015)."), kNoUnit, {0, 10}, G::Regularisation, kExpert},
    // Start values
    {"initialisation", &C::initialisation, GATELAB_TEXT("Field", "Input weights"),
     GATELAB_TEXT("FieldHelp", "Where the weights start that read the layer's input."),
     kNoUnit, kAny, G::StartValues, kExpert, kFixed, startChoices()},
    {"recurrent_initialisation", &C::recurrentInitialisation, GATELAB_TEXT("Field", "Recurrent weights"),
     GATELAB_TEXT("FieldHelp", "Where the weights start that read the last hidden state."),
     kNoUnit, kAny, G::StartValues, kExpert, kFixed, initialisationChoices()},
    {"forget_bias", &C::forgetBias, GATELAB_TEXT("Field", "Forget-gate bias"),
     GATELAB_TEXT("FieldHelp", "Start of the forget gate's bias. 1 keeps memories longer at first (Jozefowicz et al. 2015). LSTM only."),
     kNoUnit, {-20, 20}, G::StartValues},
    {"chrono_max", &C::chronoMax, GATELAB_TEXT("Field", "Longest dependence"),
     GATELAB_TEXT("FieldHelp", "Chrono initialisation up to so many steps (Tallec and Ollivier 2018). 0: off."),
     GATELAB_TEXT("Unit", "steps"), {0, 100000}, G::StartValues, kExpert},
    // Task
    {"loss", &C::loss, GATELAB_TEXT("Field", "Loss"),
     GATELAB_TEXT("FieldHelp", "What training makes small."), kNoUnit, kAny, G::Task, kBasic, kFixed, lossChoices()},
    {"huber_delta", &C::huberDelta, GATELAB_TEXT("Field", "Huber border"),
     GATELAB_TEXT("FieldHelp", "Error from which the Huber loss grows linearly, on the prepared scale."), kNoUnit, {1e-6, 1e6}, G::Task, kExpert},
    {"quantiles", &C::quantiles, GATELAB_TEXT("Field", "Quantiles"),
     GATELAB_TEXT("FieldHelp", "Which quantiles to forecast with the quantile loss, or to read off the distribution of the Gaussian one, each between 0 and 1. The lowest and the highest "
                               "bound the interval that is drawn and scored."), kNoUnit, kAny, G::Task, kExpert},
    {"class_weights", &C::classWeights, GATELAB_TEXT("Field", "Balance classes"),
     GATELAB_TEXT("FieldHelp", "Rare classes count more, so that all classes weigh the same. Each batch divides by the sum of its own weights; gradients added up over several batches are the mean of "
                               "theirs, not quite those of one large batch."), kNoUnit, kAny, G::Task, kExpert},
    // Training
    {"optimiser", &C::optimiser, GATELAB_TEXT("Field", "Optimiser"),
     GATELAB_TEXT("FieldHelp", "How gradients become steps."), kNoUnit, kAny, G::Training, kBasic, kFixed, optimiserChoices()},
    {"learning_rate", &C::learningRate, GATELAB_TEXT("Field", "Learning rate"),
     GATELAB_TEXT("FieldHelp", "Step size of the optimiser. Too high: the loss jumps or becomes NaN; too low: it crawls."),
     kNoUnit, {1e-9, 100}, G::Training, kBasic, kLive},
    {"momentum", &C::momentum, GATELAB_TEXT("Field", "Momentum"),
     GATELAB_TEXT("FieldHelp", "How much of the last step goes on (SGD, RMSprop). PyTorch has 0 for both unless told otherwise."), kNoUnit, kShare, G::Training, kExpert},
    {"nesterov", &C::nesterov, GATELAB_TEXT("Field", "Nesterov"),
     GATELAB_TEXT("FieldHelp", "Looks ahead along the momentum (SGD)."), kNoUnit, kAny, G::Training, kExpert},
    {"dampening", &C::dampening, GATELAB_TEXT("Field", "Dampening"),
     GATELAB_TEXT("FieldHelp", "Share of each gradient that does not go into the momentum, from the second step on (SGD)."), kNoUnit, {0, 1}, G::Training, kExpert},
    {"beta1", &C::beta1, GATELAB_TEXT("Field", "Beta 1"),
     GATELAB_TEXT("FieldHelp", "Memory of the mean gradient (Adam family)."), kNoUnit, kShare, G::Training, kExpert},
    {"beta2", &C::beta2, GATELAB_TEXT("Field", "Beta 2"),
     GATELAB_TEXT("FieldHelp", "Memory of the squared gradient (Adam family, RMSprop). PyTorch's RMSprop calls it alpha and has 0.99 unless told otherwise."), kNoUnit, {0, 0.999999}, G::Training, kExpert},
    {"epsilon", &C::epsilon, GATELAB_TEXT("Field", "Epsilon"), GATELAB_TEXT("FieldHelp", "Keeps divisions finite. PyTorch's Adagrad has 1e-10 unless told otherwise."), kNoUnit, {1e-16, 1}, G::Training, kExpert},
    {"amsgrad", &C::amsgrad, GATELAB_TEXT("Field", "AMSGrad"),
     GATELAB_TEXT("FieldHelp", "Divides by the largest mean of the squared gradient so far, not by the present one (Reddi et al. 2018). Keeps one more number per weight (Adam, AdamW)."),
     kNoUnit, kAny, G::Training, kExpert},
    {"centered", &C::centered, GATELAB_TEXT("Field", "Centred"),
     GATELAB_TEXT("FieldHelp", "Divides by the deviation of the gradient from its running mean (Graves 2013). Keeps one more number per weight (RMSprop)."),
     kNoUnit, kAny, G::Training, kExpert},
    {"momentum_decay", &C::momentumDecay, GATELAB_TEXT("Field", "Momentum decay"),
     GATELAB_TEXT("FieldHelp", "How fast NAdam's momentum rises from about half of beta 1 to all of it. 0: it stays at half."), kNoUnit, {0, 1000}, G::Training, kExpert},
    {"lr_decay", &C::learningRateDecay, GATELAB_TEXT("Field", "Rate decay"),
     GATELAB_TEXT("FieldHelp", "Divides the learning rate of step n by 1 + (n - 1) times this, besides the schedule (Adagrad)."), kNoUnit, {0, 1000}, G::Training, kExpert},
    {"initial_accumulator_value", &C::initialAccumulator, GATELAB_TEXT("Field", "First sum"),
     GATELAB_TEXT("FieldHelp", "Where the sums of squared gradients start. More makes the first steps smaller (Adagrad)."), kNoUnit, {0, 1e6}, G::Training, kExpert},
    {"weight_decay", &C::weightDecay, GATELAB_TEXT("Field", "Weight decay"),
     GATELAB_TEXT("FieldHelp", "Shrinks the weights at every step; decoupled from the gradient for AdamW."), kNoUnit, {0, 10}, G::Training, kExpert, kLive},
    {"decoupled_weight_decay", &C::decoupledWeightDecay, GATELAB_TEXT("Field", "Decoupled"),
     GATELAB_TEXT("FieldHelp", "The weight decay shrinks the weights by themselves, not through the gradient (Loshchilov and Hutter 2019). Makes AdamW of Adam, and the same of NAdam."),
     kNoUnit, kAny, G::Training, kExpert},
    {"batch_size", &C::batchSize, GATELAB_TEXT("Field", "Batch"),
     GATELAB_TEXT("FieldHelp", "Windows or sequences per step."), GATELAB_TEXT("Unit", "samples"), {1, 1000000}, G::Training},
    {"epochs", &C::epochs, GATELAB_TEXT("Field", "Epochs"),
     GATELAB_TEXT("FieldHelp", "How often training goes through all windows."), kNoUnit, {1, 1000000}, G::Training},
    {"max_steps", &C::maxSteps, GATELAB_TEXT("Field", "At most"),
     GATELAB_TEXT("FieldHelp", "Ends the run after so many steps. 0: no limit."), GATELAB_TEXT("Unit", "steps"), kNotNegative, G::Training, kExpert},
    {"shuffle", &C::shuffle, GATELAB_TEXT("Field", "Shuffle"),
     GATELAB_TEXT("FieldHelp", "Windows in a new random order each epoch."), kNoUnit, kAny, G::Training, kExpert},
    {"drop_last", &C::dropLast, GATELAB_TEXT("Field", "Drop the last batch"),
     GATELAB_TEXT("FieldHelp", "Leaves out the last batch of an epoch when it is smaller."), kNoUnit, kAny, G::Training, kExpert},
    {"clip_norm", &C::clipNorm, GATELAB_TEXT("Field", "Clip by norm"),
     GATELAB_TEXT("FieldHelp", "Scales gradients down to this length when they are longer. 0: off."), kNoUnit, kNotNegative, G::Training, kBasic, kLive},
    {"clip_value", &C::clipValue, GATELAB_TEXT("Field", "Clip by value"),
     GATELAB_TEXT("FieldHelp", "Cuts each gradient at plus and minus this. 0: off."), kNoUnit, kNotNegative, G::Training, kExpert, kLive},
    {"accumulate", &C::accumulate, GATELAB_TEXT("Field", "Accumulate"),
     GATELAB_TEXT("FieldHelp", "Batches whose gradients are added up before a step."), GATELAB_TEXT("Unit", "batches"), {1, 10000}, G::Training, kExpert},
    {"early_stop", &C::earlyStop, GATELAB_TEXT("Field", "Early stop after"),
     GATELAB_TEXT("FieldHelp", "Ends the run after so many epochs without a better validation loss. 0: off."),
     GATELAB_TEXT("Unit", "epochs"), {0, 1000000}, G::Training, kBasic, kLive},
    {"ema_decay", &C::emaDecay, GATELAB_TEXT("Field", "Weight averaging"),
     GATELAB_TEXT("FieldHelp", "Memory of a running mean of the weights that is used for forecasts. It starts from the start values, without correction for them: they count until about 1 / (1 - memory) "
                               "steps are done (PyTorch's AveragedModel starts from the weights after the first step). 0: off."), kNoUnit, {0, 0.99999}, G::Training, kExpert},
    {"teacher_forcing", &C::teacherForcing, GATELAB_TEXT("Field", "Teacher forcing"),
     GATELAB_TEXT("FieldHelp", "Share of the recursive decoder's steps that read the truth instead of the last forecast while training, at the start of the run (Williams and Zipser 1989). "
                               "1: all. 0: none, as in use."),
     kNoUnit, {0, 1}, G::Training, kExpert},
    {"teacher_forcing_end", &C::teacherForcingEnd, GATELAB_TEXT("Field", "Teacher forcing, end"),
     GATELAB_TEXT("FieldHelp", "That share at the end of the planned run. In between it goes in a line, drawn anew for each step and window (scheduled sampling, Bengio et al. 2015)."),
     kNoUnit, {0, 1}, G::Training, kExpert},
    // Schedule
    {"schedule", &C::schedule, GATELAB_TEXT("Field", "Schedule"),
     GATELAB_TEXT("FieldHelp", "How the learning rate changes over the run."), kNoUnit, kAny, G::Schedule, kBasic, kFixed, scheduleChoices()},
    {"warmup_steps", &C::warmupSteps, GATELAB_TEXT("Field", "Warm-up"),
     GATELAB_TEXT("FieldHelp", "Steps over which the learning rate rises from zero."), GATELAB_TEXT("Unit", "steps"), kNotNegative, G::Schedule, kExpert},
    {"schedule_steps", &C::scheduleSteps, GATELAB_TEXT("Field", "Period"),
     GATELAB_TEXT("FieldHelp", "Steps between two cuts, or between two restarts of the cosine."), GATELAB_TEXT("Unit", "steps"), {1, 1e12}, G::Schedule, kExpert},
    {"schedule_factor", &C::scheduleFactor, GATELAB_TEXT("Field", "Factor"),
     GATELAB_TEXT("FieldHelp", "What the learning rate is multiplied by."), kNoUnit, {1e-6, 1}, G::Schedule, kExpert},
    {"plateau_patience", &C::plateauPatience, GATELAB_TEXT("Field", "Patience"),
     GATELAB_TEXT("FieldHelp", "Epochs without a better validation loss that are borne before a cut. PyTorch's ReduceLROnPlateau has 10."),
     GATELAB_TEXT("Unit", "epochs"), {0, 1000000}, G::Schedule, kExpert},
    {"plateau_threshold", &C::plateauThreshold, GATELAB_TEXT("Field", "Counts as better"),
     GATELAB_TEXT("FieldHelp", "Share of the best validation loss by which a new one must be lower to count as better."), kNoUnit, {0, 0.999}, G::Schedule, kExpert},
    {"one_cycle_rise", &C::oneCycleRise, GATELAB_TEXT("Field", "Rise"),
     GATELAB_TEXT("FieldHelp", "Share of the run over which the learning rate rises (pct_start of PyTorch's OneCycleLR)."), kNoUnit, {0, 1}, G::Schedule, kExpert},
    {"one_cycle_start", &C::oneCycleStart, GATELAB_TEXT("Field", "Start divisor"),
     GATELAB_TEXT("FieldHelp", "The cycle starts at the learning rate divided by this (div_factor of PyTorch's OneCycleLR)."), kNoUnit, {1, 1e9}, G::Schedule, kExpert},
    {"one_cycle_end", &C::oneCycleEnd, GATELAB_TEXT("Field", "End divisor"),
     GATELAB_TEXT("FieldHelp", "The cycle ends at its start divided by this (final_div_factor of PyTorch's OneCycleLR)."), kNoUnit, {1, 1e12}, G::Schedule, kExpert},
    {"one_cycle_momentum", &C::oneCycleMomentum, GATELAB_TEXT("Field", "Momentum cycle"),
     GATELAB_TEXT("FieldHelp", "Momentum, of the Adam family beta 1, falls from 0.95 to 0.85 while the learning rate rises, and comes back (cycle_momentum of PyTorch's OneCycleLR, where it is on)."),
     kNoUnit, kAny, G::Schedule, kExpert},
    {"min_learning_rate", &C::minLearningRate, GATELAB_TEXT("Field", "Lowest rate"),
     GATELAB_TEXT("FieldHelp", "The learning rate never falls below this."), kNoUnit, {0, 100}, G::Schedule, kExpert},
    // Machine
    {"device", &C::device, GATELAB_TEXT("Field", "Device"),
     GATELAB_TEXT("FieldHelp", "auto, cpu, or cuda:0 and so on. auto takes the GPU when one works."), kNoUnit, kAny, G::Machine},
    {"precision", &C::precision, GATELAB_TEXT("Field", "Precision"),
     GATELAB_TEXT("FieldHelp", "Numbers used inside the network."), kNoUnit, kAny, G::Machine, kBasic, kFixed, precisionChoices()},
    {"threads", &C::threads, GATELAB_TEXT("Field", "CPU threads"),
     GATELAB_TEXT("FieldHelp", "0: all cores where a step is work enough for them. How many threads there are changes the order of sums, and so the last bits of a run. The window keeps one core for itself."), kNoUnit, {0, 1024}, G::Machine, kExpert},
    {"checkpoint_seconds", &C::checkpointSeconds, GATELAB_TEXT("Field", "Checkpoint every"),
     GATELAB_TEXT("FieldHelp", "How much training a crash may cost at most. 0: a checkpoint after every step."), GATELAB_TEXT("Unit", "s"), {0, 86400}, G::Machine, kExpert, kLive},
    {"layer_health", &C::layerHealth, GATELAB_TEXT("Field", "Layer health every"),
     GATELAB_TEXT("FieldHelp", "How far each layer's weights move, how many gates are saturated, how its values are spread: looked at every so many steps. 100 costs little. 0: never."),
     GATELAB_TEXT("Unit", "steps"), {0, 1000000000}, G::Machine, kExpert, kLive},
    {"isolated", &C::isolated, GATELAB_TEXT("Field", "Own process"),
     GATELAB_TEXT("FieldHelp", "Trains in a process of its own: a crash of the run leaves the window standing."), kNoUnit, kAny, G::Machine, kExpert},
    {"memory_limit", &C::memoryLimit, GATELAB_TEXT("Field", "Memory limit"),
     GATELAB_TEXT("FieldHelp", "Address space that the process of the run may take, libraries included; a run that needs more ends by itself, with its last checkpoint kept. Not for the window's own process. 0: no limit."),
     GATELAB_TEXT("Unit", "MiB"), {0, 67108864}, G::Machine, kExpert},
    {"start_anyway", &C::startAnyway, GATELAB_TEXT("Field", "Start anyway"),
     GATELAB_TEXT("FieldHelp", "Starts a run also when its memory forecast is far above what is free. The system may end it, or become very slow."), kNoUnit, kAny, G::Machine},
    // Switches
    {"implementation", &C::implementation, GATELAB_TEXT("Field", "Recurrent layer"),
     GATELAB_TEXT("FieldHelp", "Which code computes the recurrent layers. All give the same numbers within their tolerance."),
     kNoUnit, kAny, G::Switches, kExpert, kFixed, implementationChoices()},
    {"device_data", &C::deviceData, GATELAB_TEXT("Field", "Data on the device"),
     GATELAB_TEXT("FieldHelp", "The values are converted and copied to the device once, not for every batch."), kNoUnit, kAny, G::Switches, kExpert},
    {"device_gather", &C::deviceGather, GATELAB_TEXT("Field", "Batches gathered at once"),
     GATELAB_TEXT("FieldHelp", "One indexed read gathers a batch, straight into time, batch, feature. Off: one window after the other."), kNoUnit, kAny, G::Switches, kExpert},
    {"copy_ahead", &C::copyAhead, GATELAB_TEXT("Field", "Copy ahead"),
     GATELAB_TEXT("FieldHelp", "The next batch is copied to the GPU while the present one is computed."), kNoUnit, kAny, G::Switches, kExpert},
    {"sync_free", &C::syncFree, GATELAB_TEXT("Field", "No synchronisation per step"),
     GATELAB_TEXT("FieldHelp", "Losses stay on the device and are read in blocks."), kNoUnit, kAny, G::Switches, kExpert},
    {"fused_optimiser", &C::fusedOptimiser, GATELAB_TEXT("Field", "Fused optimiser"),
     GATELAB_TEXT("FieldHelp", "All weights of a layer are updated in one call. Off: every matrix and bias for itself."), kNoUnit, kAny, G::Switches, kExpert},
    {"cuda_graph", &C::cudaGraph, GATELAB_TEXT("Field", "CUDA graph"),
     GATELAB_TEXT("FieldHelp", "The whole step is recorded once and launched as one."), kNoUnit, kAny, G::Switches, kExpert},
    {"graph_steps", &C::graphSteps, GATELAB_TEXT("Field", "Steps per graph"),
     GATELAB_TEXT("FieldHelp", "Steps in one launch; stopping waits for the launch."), GATELAB_TEXT("Unit", "steps"), {1, 1024}, G::Switches, kExpert},
    {"split_batch", &C::splitBatch, GATELAB_TEXT("Field", "Split batches"),
     GATELAB_TEXT("FieldHelp", "Each CPU thread computes some rows of every batch. Off: the threads share every single operation."), kNoUnit, kAny, G::Switches, kExpert},
    {"recompute_chunk", &C::recomputeChunk, GATELAB_TEXT("Field", "Recompute"),
     GATELAB_TEXT("FieldHelp", "Keeps states only every so many time steps and computes the rest again: less memory, more time. 0: off."),
     GATELAB_TEXT("Unit", "steps"), {0, 100000}, G::Switches, kExpert},
    {"deterministic", &C::deterministic, GATELAB_TEXT("Field", "Deterministic"),
     GATELAB_TEXT("FieldHelp", "Only algorithms that give the same bits each time."), kNoUnit, kAny, G::Switches, kExpert},
    {"flush_denormals", &C::flushDenormals, GATELAB_TEXT("Field", "Flush denormals"),
     GATELAB_TEXT("FieldHelp", "Treats numbers below 1e-38 as zero, which some processors compute much faster."), kNoUnit, kAny, G::Switches, kExpert},
};

}  // namespace

std::span<const Field> fields() { return kFields; }

Text groupLabel(FieldGroup group) {
    switch (group) {
        case G::Run: return GATELAB_TEXT("FieldGroup", "Run");
        case G::Source: return GATELAB_TEXT("FieldGroup", "Source");
        case G::Import: return GATELAB_TEXT("FieldGroup", "Import");
        case G::Columns: return GATELAB_TEXT("FieldGroup", "Columns");
        case G::Preparation: return GATELAB_TEXT("FieldGroup", "Preparation");
        case G::Windows: return GATELAB_TEXT("FieldGroup", "Windows and split");
        case G::Layers: return GATELAB_TEXT("FieldGroup", "Layers");
        case G::Regularisation: return GATELAB_TEXT("FieldGroup", "Regularisation");
        case G::StartValues: return GATELAB_TEXT("FieldGroup", "Start values");
        case G::Task: return GATELAB_TEXT("FieldGroup", "Task");
        case G::Training: return GATELAB_TEXT("FieldGroup", "Training");
        case G::Schedule: return GATELAB_TEXT("FieldGroup", "Schedule");
        case G::Machine: return GATELAB_TEXT("FieldGroup", "Machine");
        case G::Switches: return GATELAB_TEXT("FieldGroup", "Switches");
    }
    return {};
}

}  // namespace gatelab
