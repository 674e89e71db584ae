// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/choices.h"

#include "config/cell_traits.h"
#include "config/linear_path.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace gatelab {
namespace {

constexpr Choice kBuiltins[] = {
    {"sine-mix", GATELAB_TEXT("Choice", "Sine, season, trend and noise"),
     GATELAB_TEXT("ChoiceHelp", "Two waves on a slow trend with noise: a first series that every network can learn.")},
    {"sine", GATELAB_TEXT("Choice", "Sine"),
     GATELAB_TEXT("ChoiceHelp", "One noiseless wave; a correct forecaster is exact here.")},
    {"ramp", GATELAB_TEXT("Choice", "Ramp"),
     GATELAB_TEXT("ChoiceHelp", "1, 2, 3 and so on: shows whether a network can follow a trend.")},
    {"ar2", GATELAB_TEXT("Choice", "Linear recurrence"),
     GATELAB_TEXT("ChoiceHelp", "Each value is a fixed mix of the two before it, without noise.")},
    {"lorenz", GATELAB_TEXT("Choice", "Lorenz attractor"),
     GATELAB_TEXT("ChoiceHelp", "Three coupled channels, chaotic (Lorenz 1963).")},
    {"mackey-glass", GATELAB_TEXT("Choice", "Mackey-Glass"),
     GATELAB_TEXT("ChoiceHelp", "One chaotic channel from a delay equation, delay 17 (Mackey and Glass 1977).")},
    {"random-walk", GATELAB_TEXT("Choice", "Random walk"),
     GATELAB_TEXT("ChoiceHelp",
                  "Each value is the one before it plus a random step: nothing about the next step can be learned.")},
    {"catchment", GATELAB_TEXT("Choice", "Catchment"),
     GATELAB_TEXT(
         "ChoiceHelp",
         "Daily weather and the discharge that follows from it through snow, soil and groundwater (after HBV).")},
    {"adding", GATELAB_TEXT("Choice", "Adding problem"),
     GATELAB_TEXT("ChoiceHelp", "Add the two marked numbers of a long sequence (Hochreiter and Schmidhuber 1997).")},
    {"adding-30", GATELAB_TEXT("Choice", "Adding problem, short"),
     GATELAB_TEXT("ChoiceHelp", "The adding problem with 30 steps: learned in seconds.")},
    {"ask-24", GATELAB_TEXT("Choice", "Asked number"),
     GATELAB_TEXT("ChoiceHelp",
                  "One of 24 numbers is marked; at the last step it is asked for, or not, and the answer is 0.")},
    {"temporal-order", GATELAB_TEXT("Choice", "Temporal order"),
     GATELAB_TEXT("ChoiceHelp", "Name the order of two symbols far apart (Hochreiter and Schmidhuber 1997, task 6a).")},
    {"copy", GATELAB_TEXT("Choice", "Copy task"),
     GATELAB_TEXT("ChoiceHelp", "Repeat a short message after a long pause.")},
    {"grammar", GATELAB_TEXT("Choice", "Text by a small grammar"),
     GATELAB_TEXT("ChoiceHelp", "Sentences whose class follows from their words; needs an embedding.")},
    {"grammar-long", GATELAB_TEXT("Choice", "Long text by a small grammar"),
     GATELAB_TEXT("ChoiceHelp", "The same with up to 83 words, twelve phrases between noun and verb.")},
    {"catchments", GATELAB_TEXT("Choice", "Many catchments"),
     GATELAB_TEXT("ChoiceHelp",
                  "Half a year of weather of one of 40 catchments with its attributes; the target is the last day's "
                  "discharge.")},
};
constexpr Choice kTasks[] = {
    {"forecast", GATELAB_TEXT("Choice", "Forecast"),
     GATELAB_TEXT("ChoiceHelp", "Predict the next steps of the target.")},
    {"regression", GATELAB_TEXT("Choice", "Sequence to number"),
     GATELAB_TEXT("ChoiceHelp", "One number per sequence.")},
    {"classification", GATELAB_TEXT("Choice", "Classification"), GATELAB_TEXT("ChoiceHelp", "One class per sequence.")},
    {"labelling", GATELAB_TEXT("Choice", "Labelling"), GATELAB_TEXT("ChoiceHelp", "One class per time step.")},
};
constexpr Choice kGoals[] = {
    {"experiment", GATELAB_TEXT("Choice", "Experiment"),
     GATELAB_TEXT("ChoiceHelp", "The network alone, from drawn weights: its settings show in what it learns.")},
    {"forecast", GATELAB_TEXT("Choice", "Best forecast"),
     GATELAB_TEXT("ChoiceHelp", "A fitted linear map beside the network, which is kept where nothing better comes.")},
};
constexpr Choice kAnchors[] = {
    {"none", GATELAB_TEXT("Choice", "none"), GATELAB_TEXT("ChoiceHelp", "The network forecasts the value itself.")},
    {"last", GATELAB_TEXT("Choice", "last value"),
     GATELAB_TEXT("ChoiceHelp",
                  "The network forecasts the change from the window's last value, so that an untrained one is as good "
                  "as persistence.")},
    {"mean", GATELAB_TEXT("Choice", "window mean"),
     GATELAB_TEXT("ChoiceHelp", "The network forecasts the distance from the window's mean.")},
    {"revin", GATELAB_TEXT("Choice", "window mean and SD"),
     GATELAB_TEXT("ChoiceHelp",
                  "Each window is brought to mean 0 and SD 1 and the forecast taken back to its scale (RevIN, "
                  "Kim et al. 2022): for series whose level and spread wander.")},
};
constexpr Choice kPoolings[] = {
    {"last", GATELAB_TEXT("Choice", "last step"),
     GATELAB_TEXT("ChoiceHelp", "The head sees the state after the last step.")},
    {"mean", GATELAB_TEXT("Choice", "mean"),
     GATELAB_TEXT("ChoiceHelp", "The head sees the mean of the states over time.")},
    {"max", GATELAB_TEXT("Choice", "maximum"),
     GATELAB_TEXT("ChoiceHelp", "The head sees the largest state over time, per unit.")},
    {"attention", GATELAB_TEXT("Choice", "attention"),
     GATELAB_TEXT("ChoiceHelp", "The head sees a learned weighted mean of the states over time.")},
};
constexpr Choice kDecoders[] = {
    {"direct", GATELAB_TEXT("Choice", "direct"),
     GATELAB_TEXT("ChoiceHelp", "The head gives all steps at once from the state after the window.")},
    {"recursive", GATELAB_TEXT("Choice", "recursive"),
     GATELAB_TEXT("ChoiceHelp",
                  "The network goes on after the window, and each forecast is the next step's input: of a Gaussian its "
                  "mean, of quantiles the middle one.")},
};
constexpr Choice kInitialisations[] = {
    {"uniform", GATELAB_TEXT("Choice", "uniform"),
     GATELAB_TEXT("ChoiceHelp", "Between plus and minus one over the root of the hidden size, as PyTorch does.")},
    {"normal", GATELAB_TEXT("Choice", "normal"),
     GATELAB_TEXT("ChoiceHelp", "Normal with standard deviation one over the root of the hidden size.")},
    {"xavier-uniform", GATELAB_TEXT("Choice", "Xavier, uniform"),
     GATELAB_TEXT("ChoiceHelp", "Keeps the variance of signals and gradients (Glorot and Bengio 2010).")},
    {"xavier-normal", GATELAB_TEXT("Choice", "Xavier, normal"),
     GATELAB_TEXT("ChoiceHelp", "Keeps the variance of signals and gradients (Glorot and Bengio 2010).")},
    {"he-uniform", GATELAB_TEXT("Choice", "He, uniform"), GATELAB_TEXT("ChoiceHelp", "For ReLU (He et al. 2015).")},
    {"he-normal", GATELAB_TEXT("Choice", "He, normal"), GATELAB_TEXT("ChoiceHelp", "For ReLU (He et al. 2015).")},
    {"orthogonal", GATELAB_TEXT("Choice", "orthogonal"),
     GATELAB_TEXT("ChoiceHelp", "Keeps lengths over many steps (Saxe et al. 2014); useful for recurrent weights.")},
    {"zeros", GATELAB_TEXT("Choice", "zeros"), GATELAB_TEXT("ChoiceHelp", "All zero: for experiments on symmetry.")},
};
constexpr Choice kLeastSquaresChoice = {
    kLeastSquares, GATELAB_TEXT("Choice", "least squares"),
    GATELAB_TEXT("ChoiceHelp",
                 "The linear path of a forecast is fitted to the training windows and held: ridge regression whose "
                 "strength, and what it leans to (the last value, the last season "
                 "and others), follow from the validation part. The network beside it starts from nothing and learns "
                 "what is left. All else as uniform.")};
constexpr Choice kLosses[] = {
    {"mse", GATELAB_TEXT("Choice", "MSE"), GATELAB_TEXT("ChoiceHelp", "Mean squared error: large errors count most.")},
    {"mae", GATELAB_TEXT("Choice", "MAE"),
     GATELAB_TEXT("ChoiceHelp", "Mean absolute error: forecasts the median, robust to outliers.")},
    {"huber", GATELAB_TEXT("Choice", "Huber"),
     GATELAB_TEXT("ChoiceHelp", "Squared for small errors, absolute for large ones (Huber 1964).")},
    {"log-cosh", GATELAB_TEXT("Choice", "log-cosh"), GATELAB_TEXT("ChoiceHelp", "A smooth Huber loss.")},
    {"mase", GATELAB_TEXT("Choice", "scaled MAE"),
     GATELAB_TEXT(
         "ChoiceHelp",
         "Absolute error divided by the error of the naive forecast on the training part (Hyndman and Koehler 2006).")},
    {"nse", GATELAB_TEXT("Choice", "NSE*"),
     GATELAB_TEXT(
         "ChoiceHelp",
         "Squared error of each target divided by (0.1 + its SD on the training part) squared, so that small "
         "rivers count as large ones (Kratzert et al. 2019). Of sequences the SD is that of whoever each is of: "
         "those with equal constant channels. For targets that the recipe does not standardise.")},
    {"pinball", GATELAB_TEXT("Choice", "Quantiles"),
     GATELAB_TEXT("ChoiceHelp", "Pinball loss: one forecast per quantile (Koenker and Bassett 1978).")},
    {"rising-quantiles", GATELAB_TEXT("Choice", "Quantiles, never crossing"),
     GATELAB_TEXT("ChoiceHelp",
                  "Pinball loss of quantiles that are added up from the middle one, so that none can cross another.")},
    {"gaussian-nll", GATELAB_TEXT("Choice", "Gaussian"),
     GATELAB_TEXT("ChoiceHelp", "Negative log likelihood of a normal distribution: forecasts mean and SD.")},
    {"student-t", GATELAB_TEXT("Choice", "Student t"),
     GATELAB_TEXT("ChoiceHelp",
                  "Negative log likelihood of Student's t: mean, scale and freedom; for series with outliers, whose "
                  "intervals a Gaussian makes too wide in the middle and too narrow at the ends.")},
    {"negative-binomial", GATELAB_TEXT("Choice", "Counts"),
     GATELAB_TEXT("ChoiceHelp",
                  "Negative log likelihood of a negative binomial distribution, for counts (whole numbers of zero or "
                  "more): mean and variance; no forecast and no quantile lies below zero.")},
    {"cross-entropy", GATELAB_TEXT("Choice", "Cross-entropy"),
     GATELAB_TEXT("ChoiceHelp", "For classification and labelling.")},
};
constexpr Choice kOptimisers[] = {
    {"sgd", GATELAB_TEXT("Choice", "SGD"), GATELAB_TEXT("ChoiceHelp", "Stochastic gradient descent with momentum.")},
    {"rmsprop", GATELAB_TEXT("Choice", "RMSprop"),
     GATELAB_TEXT("ChoiceHelp", "Divides by a running mean of the squared gradient (Tieleman and Hinton 2012).")},
    {"adam", GATELAB_TEXT("Choice", "Adam"),
     GATELAB_TEXT("ChoiceHelp", "Momentum and per-weight step sizes (Kingma and Ba 2015).")},
    {"adamw", GATELAB_TEXT("Choice", "AdamW"),
     GATELAB_TEXT("ChoiceHelp", "Adam with decoupled weight decay (Loshchilov and Hutter 2019).")},
    {"nadam", GATELAB_TEXT("Choice", "NAdam"), GATELAB_TEXT("ChoiceHelp", "Adam with Nesterov momentum (Dozat 2016).")},
    {"adagrad", GATELAB_TEXT("Choice", "Adagrad"),
     GATELAB_TEXT("ChoiceHelp", "Step sizes shrink with the sum of squared gradients (Duchi et al. 2011).")},
};
constexpr Choice kSchedules[] = {
    {"constant", GATELAB_TEXT("Choice", "constant"), GATELAB_TEXT("ChoiceHelp", "The learning rate stays.")},
    {"step", GATELAB_TEXT("Choice", "steps"),
     GATELAB_TEXT("ChoiceHelp", "Multiplied by the factor every so many steps.")},
    {"exponential", GATELAB_TEXT("Choice", "exponential"),
     GATELAB_TEXT("ChoiceHelp", "Falls by the factor per period, smoothly.")},
    {"cosine", GATELAB_TEXT("Choice", "cosine"),
     GATELAB_TEXT("ChoiceHelp", "Falls along a cosine to the minimum learning rate at the end of the run.")},
    {"cosine-restarts", GATELAB_TEXT("Choice", "cosine, restarts"),
     GATELAB_TEXT("ChoiceHelp", "Cosine that starts again every period (Loshchilov and Hutter 2017).")},
    {"one-cycle", GATELAB_TEXT("Choice", "one cycle"),
     GATELAB_TEXT("ChoiceHelp", "Rises for a part of the run, then falls far below its start (Smith 2018).")},
    {"plateau", GATELAB_TEXT("Choice", "plateau"),
     GATELAB_TEXT("ChoiceHelp", "Multiplied by the factor when the validation loss has not improved for some epochs.")},
};
constexpr Choice kPrecisions[] = {
    {"fp32", GATELAB_TEXT("Choice", "FP32"), GATELAB_TEXT("ChoiceHelp", "Single precision, IEEE: the reference.")},
    {"fp64", GATELAB_TEXT("Choice", "FP64"), GATELAB_TEXT("ChoiceHelp", "Double precision: slow, for checking.")},
    {"tf32", GATELAB_TEXT("Choice", "TF32"),
     GATELAB_TEXT("ChoiceHelp", "Products with a 10-bit mantissa on recent NVIDIA GPUs.")},
    {"bf16", GATELAB_TEXT("Choice", "BF16"),
     GATELAB_TEXT("ChoiceHelp", "Half the memory of FP32, with FP32 master weights.")},
    {"fp16", GATELAB_TEXT("Choice", "FP16"), GATELAB_TEXT("ChoiceHelp", "Half precision with dynamic loss scaling.")},
};
constexpr Choice kGradientExchanges[] = {
    {"none", GATELAB_TEXT("Choice", "as they are"),
     GATELAB_TEXT("ChoiceHelp", "All numbers in their own precision: the bits of one process.")},
    {"bf16", GATELAB_TEXT("Choice", "BF16"),
     GATELAB_TEXT("ChoiceHelp", "Each number rounded to 16 bits: half the bytes of FP32.")},
    {"powersgd", GATELAB_TEXT("Choice", "PowerSGD"),
     GATELAB_TEXT("ChoiceHelp",
                  "Two thin factors of each weight matrix (Vogels et al. 2019); what they miss is added next time.")},
    {"top-k", GATELAB_TEXT("Choice", "top-k"),
     GATELAB_TEXT("ChoiceHelp",
                  "The largest numbers with their places (Stich et al. 2018); the others are added next time.")},
};
constexpr Choice kImplementations[] = {
    {"auto", GATELAB_TEXT("Choice", "best available"),
     GATELAB_TEXT("ChoiceHelp",
                  "The fastest one that can run this model on this device; on a GPU as measured at the first run of a "
                  "shape.")},
    {"naive", GATELAB_TEXT("Choice", "one product per gate"),
     GATELAB_TEXT("ChoiceHelp", "As textbooks write it: slow, easy to check.")},
    {"cell", GATELAB_TEXT("Choice", "fused gates"),
     GATELAB_TEXT("ChoiceHelp", "All gates in one product, a loop over time.")},
    {"whole", GATELAB_TEXT("Choice", "whole step"),
     GATELAB_TEXT(
         "ChoiceHelp",
         "The Gatelab kernel for the CPU, and around it the whole training step in Gatelab's code, without LibTorch.")},
    {"native", GATELAB_TEXT("Choice", "Gatelab kernel"),
     GATELAB_TEXT("ChoiceHelp", "Gatelab's SIMD kernel for the CPU: LSTM, GRU and RNN.")},
    {"time-parallel", GATELAB_TEXT("Choice", "parallel in time"),
     GATELAB_TEXT("ChoiceHelp",
                  "LSTM and GRU on the CPU, for one or two long sequences a batch: chunks of time side by side, until "
                  "each boundary changes by at most 16 roundings of FP32 (4,096 of FP64); else step by step. 'auto' "
                  "never takes it.")},
    {"scan", GATELAB_TEXT("Choice", "scan over time"),
     GATELAB_TEXT("ChoiceHelp", "All steps at once, on the CPU: minLSTM, minGRU and LRU, whose steps are linear.")},
    {"library", GATELAB_TEXT("Choice", "LibTorch layer"),
     GATELAB_TEXT("ChoiceHelp", "LibTorch: oneDNN on the processor, cuDNN on the GPU.")},
    {"persistent", GATELAB_TEXT("Choice", "persistent kernel"),
     GATELAB_TEXT("ChoiceHelp",
                  "Gatelab's persistent kernel for the GPU: LSTM and GRU with the whole loop over time in one launch. "
                  "No GPU has run it yet; verify switches compares it.")},
    {"cudnn-tuned", GATELAB_TEXT("Choice", "cuDNN, tuned"),
     GATELAB_TEXT("ChoiceHelp", "cuDNN with its algorithm chosen by measurement.")},
};
constexpr Choice kCsvEncodings[] = {
    {"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
    {"utf-8", GATELAB_TEXT("Choice", "UTF-8"), Text{}},
    {"utf-16le", GATELAB_TEXT("Choice", "UTF-16, little-endian"), Text{}},
    {"utf-16be", GATELAB_TEXT("Choice", "UTF-16, big-endian"), Text{}},
    {"cp1252", GATELAB_TEXT("Choice", "Windows-1252"), Text{}},
    {"cp1251", GATELAB_TEXT("Choice", "Windows-1251 (Cyrillic)"), Text{}},
    {"cp1250", GATELAB_TEXT("Choice", "Windows-1250 (Central European)"), Text{}},
    {"cp1254", GATELAB_TEXT("Choice", "Windows-1254 (Turkish)"), Text{}},
    {"latin-1", GATELAB_TEXT("Choice", "Latin-1"), Text{}},
    {"gb18030", GATELAB_TEXT("Choice", "GB18030"), Text{}},
    {"big5", GATELAB_TEXT("Choice", "Big5"), Text{}},
    {"shift-jis", GATELAB_TEXT("Choice", "Shift-JIS"), Text{}},
    {"euc-kr", GATELAB_TEXT("Choice", "EUC-KR (Korean)"), Text{}},
};
constexpr Choice kCsvDelimiters[] = {
    {"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
    {"comma", GATELAB_TEXT("Choice", "comma ,"), Text{}},
    {"semicolon", GATELAB_TEXT("Choice", "semicolon ;"), Text{}},
    {"tab", GATELAB_TEXT("Choice", "tab"), Text{}},
    {"pipe", GATELAB_TEXT("Choice", "bar |"), Text{}},
    {"space", GATELAB_TEXT("Choice", "spaces"), Text{}},
    {"colon", GATELAB_TEXT("Choice", "colon :"), Text{}},
};
constexpr Choice kCsvQuotes[] = {
    {"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
    {"double", GATELAB_TEXT("Choice", "double \""), Text{}},
    {"single", GATELAB_TEXT("Choice", "single '"), Text{}},
    {"none", GATELAB_TEXT("Choice", "none"), Text{}},
};
constexpr Choice kCsvDecimals[] = {{"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
                                   {"point", GATELAB_TEXT("Choice", "point 12.5"), Text{}},
                                   {"comma", GATELAB_TEXT("Choice", "comma 12,5"), Text{}}};
constexpr Choice kCsvThousands[] = {
    {"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
    {"none", GATELAB_TEXT("Choice", "none"), Text{}},
    {"comma", GATELAB_TEXT("Choice", "comma 1,000"), Text{}},
    {"point", GATELAB_TEXT("Choice", "point 1.000"), Text{}},
    {"space", GATELAB_TEXT("Choice", "space 1 000"), Text{}},
    {"apostrophe", GATELAB_TEXT("Choice", "apostrophe 1'000"), Text{}},
};
constexpr Choice kCsvHeaders[] = {{"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
                                  {"first", GATELAB_TEXT("Choice", "first line"), Text{}},
                                  {"none", GATELAB_TEXT("Choice", "none"), Text{}}};
constexpr Choice kCsvShapes[] = {{"rows", GATELAB_TEXT("Choice", "a row for each time"), Text{}},
                                 {"transposed", GATELAB_TEXT("Choice", "a row for each series"),
                                  GATELAB_TEXT("ChoiceHelp", "Dates or places stand side by side.")},
                                 {"hours", GATELAB_TEXT("Choice", "a row for each day"),
                                  GATELAB_TEXT("ChoiceHelp", "Its hours or parts stand side by side.")},
                                 {"months", GATELAB_TEXT("Choice", "a row for each year"),
                                  GATELAB_TEXT("ChoiceHelp", "Its months stand side by side.")},
                                 {"years", GATELAB_TEXT("Choice", "a column for each year"),
                                  GATELAB_TEXT("ChoiceHelp", "Its days or months stand below each other.")},
                                 {"across", GATELAB_TEXT("Choice", "times across, many series"),
                                  GATELAB_TEXT("ChoiceHelp",
                                               "Hours, months, dates or years stand side by side, and rows of several "
                                               "series below each other: each series is one of many for one network.")},
                                 {"long", GATELAB_TEXT("Choice", "series below each other"),
                                  GATELAB_TEXT("ChoiceHelp",
                                               "A column tells them apart, and each gets columns of its own side by "
                                               "side; one network for all: 'many series, one network'.")},
                                 {"together", GATELAB_TEXT("Choice", "many series, one network"),
                                  GATELAB_TEXT("ChoiceHelp",
                                               "Series below each other, side by side or in several files: one network "
                                               "learns from all, each on its own scale.")},
                                 {"ntc", GATELAB_TEXT("Choice", "sequences × steps × channels"),
                                  GATELAB_TEXT("ChoiceHelp",
                                               "An array of three dimensions (HDF5, NumPy, MATLAB, netCDF): labelled "
                                               "sequences, or many series where it has no labels.")},
                                 {"nct", GATELAB_TEXT("Choice", "sequences × channels × steps"),
                                  GATELAB_TEXT("ChoiceHelp", "The same with channels first, as for convolutions.")},
                                 {"tnc", GATELAB_TEXT("Choice", "steps × sequences × channels"),
                                  GATELAB_TEXT("ChoiceHelp", "The same with steps first.")},
                                 {"tcn", GATELAB_TEXT("Choice", "steps × channels × sequences"),
                                  GATELAB_TEXT("ChoiceHelp", "The same with sequences last, as in MATLAB.")},
                                 {"ctn", GATELAB_TEXT("Choice", "channels × steps × sequences"),
                                  GATELAB_TEXT("ChoiceHelp", "The same with sequences last, as recordings of EEG.")},
                                 {"characters", GATELAB_TEXT("Choice", "text, by characters"),
                                  GATELAB_TEXT("ChoiceHelp",
                                               "A running text: each character is a step, and the network says the "
                                               "next one.")},
                                 {"words", GATELAB_TEXT("Choice", "text, by words"),
                                  GATELAB_TEXT("ChoiceHelp",
                                               "A running text: each word or mark is a step, and the network says the "
                                               "next one.")}};
constexpr Choice kResamples[] = {
    {"auto", GATELAB_TEXT("Choice", "By column"),
     GATELAB_TEXT("ChoiceHelp",
                  "Amounts are summed, levels such as a balance, a counter or a price and states take the last value, "
                  "words the most frequent one, and what was measured the mean.")},
    {"mean", GATELAB_TEXT("Choice", "Mean"), GATELAB_TEXT("ChoiceHelp", "For levels such as a temperature.")},
    {"sum", GATELAB_TEXT("Choice", "Sum"), GATELAB_TEXT("ChoiceHelp", "For amounts such as rain or sales.")},
    {"first", GATELAB_TEXT("Choice", "First"), GATELAB_TEXT("ChoiceHelp", "The first value of the span.")},
    {"last", GATELAB_TEXT("Choice", "Last"), GATELAB_TEXT("ChoiceHelp", "The last value, as of a meter or a price.")},
    {"min", GATELAB_TEXT("Choice", "Lowest"), GATELAB_TEXT("ChoiceHelp", "The lowest value of the span.")},
    {"max", GATELAB_TEXT("Choice", "Highest"), GATELAB_TEXT("ChoiceHelp", "The highest value of the span.")},
    {"most", GATELAB_TEXT("Choice", "Most frequent"),
     GATELAB_TEXT("ChoiceHelp", "The value that comes most often in the span, as of words.")},
};
constexpr Choice kCsvComments[] = {
    {"auto", GATELAB_TEXT("Choice", "guess"), Text{}},
    {"none", GATELAB_TEXT("Choice", "none"), Text{}},
    {"hash", GATELAB_TEXT("Choice", "hash #"), Text{}},
    {"semicolon", GATELAB_TEXT("Choice", "semicolon ;"), Text{}},
    {"percent", GATELAB_TEXT("Choice", "percent %"), Text{}},
    {"slashes", GATELAB_TEXT("Choice", "slashes //"), Text{}},
};

}  // namespace

std::span<const Choice> builtinChoices() { return kBuiltins; }
std::span<const Choice> taskChoices() { return kTasks; }
std::span<const Choice> goalChoices() { return kGoals; }
std::span<const Choice> anchorChoices() { return kAnchors; }
std::span<const Choice> cellChoices() {
    static const std::vector<Choice> all = [] {
        std::vector<Choice> rows;
        for (const CellTraits& cell : cellTraits()) rows.push_back({cell.key.data(), cell.label, cell.help});
        return rows;
    }();
    return all;
}
std::span<const Choice> poolingChoices() { return kPoolings; }
std::span<const Choice> decoderChoices() { return kDecoders; }
std::span<const Choice> initialisationChoices() { return kInitialisations; }
std::span<const Choice> startChoices() {
    static const std::vector<Choice> all = [] {
        std::vector<Choice> rows(std::begin(kInitialisations), std::end(kInitialisations));
        rows.push_back(kLeastSquaresChoice);
        return rows;
    }();
    return all;
}
std::span<const Choice> lossChoices() { return kLosses; }
std::span<const Choice> optimiserChoices() { return kOptimisers; }
std::span<const Choice> scheduleChoices() { return kSchedules; }
std::span<const Choice> precisionChoices() { return kPrecisions; }
std::span<const Choice> implementationChoices() { return kImplementations; }
std::span<const Choice> gradientExchangeChoices() { return kGradientExchanges; }
std::span<const Choice> csvEncodingChoices() { return kCsvEncodings; }
std::span<const Choice> csvDelimiterChoices() { return kCsvDelimiters; }
std::span<const Choice> csvQuoteChoices() { return kCsvQuotes; }
std::span<const Choice> csvDecimalChoices() { return kCsvDecimals; }
std::span<const Choice> csvThousandsChoices() { return kCsvThousands; }
std::span<const Choice> csvHeaderChoices() { return kCsvHeaders; }
std::span<const Choice> csvShapeChoices() { return kCsvShapes; }
std::span<const Choice> csvCommentChoices() { return kCsvComments; }
std::span<const Choice> resampleChoices() { return kResamples; }

const Choice* findChoice(std::span<const Choice> choices, std::string_view key) {
    const auto it = std::find_if(choices.begin(), choices.end(), [&](const Choice& c) { return key == c.key; });
    return it == choices.end() ? nullptr : &*it;
}

}  // namespace gatelab
