// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/c_network.h"

#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/setting_predicates.h"
#include "export/network/c_answers.h"
#include "export/network/c_layers.h"
#include "export/network/c_text.h"
#include "export/network/told_distribution.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace gatelab {

namespace {

constexpr float kUntold = 1e30F;                                ///< a slack without end
constexpr double kFloatTolerance = 1e-4, kByteTolerance = 0.1;  ///< of the targets' scale, in the self-test

/// The text of a C file from its head to its self-test.
class CFile : public CParts {
public:
    using CParts::CParts;
    [[nodiscard]] std::string make() const;

private:
    [[nodiscard]] std::string macro(const std::string& word) const;
    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string meaning() const;
    [[nodiscard]] std::string usage() const;
    [[nodiscard]] std::string knownUsage() const;
    [[nodiscard]] std::string seriesUsage() const;
    [[nodiscard]] std::string declarations() const;
    [[nodiscard]] std::string seriesDeclarations() const;
    [[nodiscard]] std::string selfTest() const;
};

/// Why a network cannot be a C file; empty: it can.
Phrase obstacle(const PortableNetwork& network) {
    const ExperimentConfig& config = network.config;
    if (!network.cell().library)
        return {GATELAB_TEXT("Export", "a C file can hold LSTM, GRU and RNN; this network's cell is %1; take ONNX"),
                {std::string(network.cell().family)}};
    if (network.tokens > 0)
        return GATELAB_TEXT("Export", "a C file takes numbers, and this network reads tokens; take ONNX");
    if (!isLabelling(config) && poolsByAttention(config))
        return GATELAB_TEXT("Export", "a C file has no pooling by attention; take ONNX");
    if (!network.streams() && isLabelling(config))
        return GATELAB_TEXT("Export", "a C file labels row by row, and this network reads both directions; take ONNX");
    if (!network.streams() && network.isForecast() && isRecursive(config))
        return GATELAB_TEXT("Export",
                            "a C file decodes step by step only where rows come one by one: without an anchor and a "
                            "linear path; take ONNX");
    for (const auto& [name, weights] : network.weights)
        if (!std::ranges::all_of(weights.values, [](float v) { return std::isfinite(v); }))
            return {GATELAB_TEXT("Export", "the weights '%1' hold values that are not finite"), {name}};
    return {};
}

}  // namespace

using c_text::filled;

std::string CFile::make() const {
    const CLayers layers(n_, o_);
    const CAnswers answers(n_, o_);
    return head() + declarations() + "\n#ifndef GATELAB_DECLARATIONS_ONLY\n#include <math.h>\n#include <string.h>\n\n" +
           "typedef char " + o_.name + "_needs_ints_of_32_bits[sizeof(int) >= 4 && sizeof(float) == 4 ? 1 : -1];\n\n" +
           layers.weights() + layers.functions() + answers.functions() + selfTest() +
           "#endif /* GATELAB_DECLARATIONS_ONLY */\n";
}

std::string CFile::macro(const std::string& word) const {
    std::string upper = o_.name + "_" + word;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return upper;
}

namespace {

/// Names for a comment of C.
std::string list(const auto& all, const auto& nameOf) {
    std::string names;
    for (const auto& one : all) names += (names.empty() ? "" : ", ") + nameOf(one);
    std::erase_if(names, [](char c) { return c == '*' || c == '/' || c == '\\' || c == '\n' || c == '?'; });
    return names;
}

}  // namespace

std::string CFile::head() const {
    const std::string answers = !n_.isForecast() ? list(n_.classNames, [](const auto& one) { return one; })
                                                 : list(n_.targets, [](const auto& one) { return one.column.name; });
    return filled(
        R"(/* Made by Gatelab $program$ from the run $run$ ($weights$). C99; needs only the C library's math.
   A row: $columns$; in the units of the data$whole$.
   An answer: $answers$.
$usage$$known$$series$   To compile it apart, include it elsewhere with GATELAB_DECLARATIONS_ONLY defined.
   cc -std=c99 -O2 -DGATELAB_SELF_TEST $name$.c -lm makes a program that checks it. */
)",
        {{"program", n_.program},
         {"run", n_.run},
         {"weights", n_.weightsOf.english()},
         {"columns", list(n_.columns, [](const auto& one) { return one.name; })},
         {"whole", n_.isForecast() ? ", none missing" : ""},
         {"answers", answers + meaning()},
         {"usage", usage()},
         {"known", n_.ahead.empty() ? std::string() : knownUsage()},
         {"series", n_.isMany() ? seriesUsage() : std::string()},
         {"name", o_.name}});
}

std::string CFile::meaning() const {
    if (!n_.isForecast()) return n_.classNames.empty() ? "" : ", the share of each";
    const std::string order =
        ", [" + text(n_.config.horizon) + " steps][" + text(targets()) + "][" + text(n_.told()) + "]";
    if (isGaussianNll(n_.config.loss)) return order + ", mean and deviation";
    if (toldParameters(n_.config) > 0) {
        std::string levels;
        for (const std::string& level : n_.config.quantiles) levels += (levels.empty() ? "" : ", ") + level;
        return order +
               (isStudentT(n_.config.loss)
                    ? ",\n   mean, scale and degrees of freedom (Student t)"
                    : ",\n   mean and size (negative binomial: variance = mean + mean^2 / size)") +
               ", then the quantiles " + levels;
    }
    return n_.values > 1 ? order + ", quantiles in rising order" : order;
}

std::string CFile::usage() const {
    const std::string series = n_.isMany() ? "&scale, " : "", known = knownGiven();
    if (!streams_)
        return "   " + o_.name + "_window(&state, " + series + "rows, steps, " + known +
               "answer) reads a whole window; this network cannot take "
               "its rows one by one.\n";
    return "   " + o_.name + "_reset(&state), then " + o_.name + "_step(&state, " + series + "row, " + known +
           "answer) for each row in order." +
           (n_.isForecast() ? " The answer after " + text(n_.config.lookback) +
                                  " rows is the run's own;\n   later ones go on from the state, which the training "
                                  "never saw; reset to begin a window anew.\n"
                            : "\n");
}

std::string CFile::knownUsage() const {
    return "   known: the next " + text(n_.aheadRows()) + " rows of " +
           list(n_.known, [&](std::int64_t column) { return n_.columns[static_cast<std::size_t>(column)].name; }) +
           ", oldest first, [" + text(n_.aheadRows()) + "][" + text(std::ssize(n_.known)) +
           "]: those behind the last row that is given.\n";
}

std::string CFile::seriesUsage() const {
    return "   One network of " + text(std::ssize(n_.series)) + " series, each with a scale of its own: &" + o_.name +
           "_scales[i] is that of the series " + o_.name + "_series[i].\n   Of another series fill a " + o_.name +
           "_scale yourself, " + list(std::vector{n_.scaleRule}, [](const auto& one) { return one; }) +
           ".\n   Its places: " + list(n_.scaleNames(), [](const auto& one) { return one; }) + ".\n";
}

std::string CFile::declarations() const {
    std::string state;
    if (streams_) {
        for (const Layer& layer : n_.layers) {
            state += " float h" + text(layer.index) + "[" + text(layer.outputs) + "];";
            if (hasCell()) state += " float c" + text(layer.index) + "[" + text(n_.config.hiddenSize) + "];";
        }
    } else {
        const std::string size = text(n_.longest) + " * " + text(widest()) + "]; ";
        state = " float rows[" + text(n_.longest * inputs()) + "]; float a[" + size + "float b[" + size + "float h[" +
                text(widest()) + "]; float c[" + text(n_.config.hiddenSize) + "];";
    }
    return filled(
        R"(
#ifndef $guard$
#define $guard$
#ifdef __cplusplus
extern "C" {
#endif
enum { $COLUMNS$ = $columns$, $ANSWERS$ = $answers$, $STEPS$ = $steps$ }; /* $STEPS$: rows of a window$most$ */
typedef struct {$state$ } $n$_state;
$series$$step$/* a window at once, from nothing; the state is its memory$labels$ */
void $n$_window($n$_state *state, $scale$const float *rows, int steps, $known$float *answer);
#ifdef __cplusplus
}
#endif
#endif
)",
        {{"guard", macro("declared")},
         {"COLUMNS", macro("columns")},
         {"ANSWERS", macro("answers")},
         {"STEPS", macro("steps")},
         {"columns", text(std::ssize(n_.columns))},
         {"answers", text(n_.answerWidth())},
         {"steps", text(n_.longest)},
         {"most", n_.isForecast() ? "" : ", at most"},
         {"state", state},
         {"n", o_.name},
         {"scale", scaleParameter()},
         {"known", knownParameter()},
         {"series", n_.isMany() ? seriesDeclarations() : std::string()},
         {"labels", isLabelling(n_.config) ? ", the answer of its last row" : ""},
         {"step", streams_ ? "void " + o_.name + "_reset(" + o_.name + "_state *state);\nvoid " + o_.name + "_step(" +
                                 o_.name + "_state *state, " + scaleParameter() + "const float *row, " +
                                 knownParameter() + "float *answer);\n"
                           : ""}});
}

std::string CFile::seriesDeclarations() const {
    const std::string count = "[" + text(std::ssize(n_.series)) + "]", width = text(std::ssize(n_.scaleNames()));
    return "typedef struct { double offset[" + width + "], scale[" + width + "]; } " + o_.name +
           "_scale; /* scaled = (value - offset) / scale */\nextern const char *const " + o_.name + "_series" + count +
           "; /* names */\nextern const " + o_.name + "_scale " + o_.name + "_scales" + count + ";\n";
}

std::string CFile::selfTest() const {
    if (o_.test.starts.empty()) return {};
    std::vector<float> answers, scales;
    for (const double value : o_.test.answers) answers.push_back(static_cast<float>(value));
    std::vector<float> slack;
    for (const std::int64_t number : o_.test.series)
        for (std::int64_t i = 0; i < n_.answerWidth(); ++i)
            scales.push_back(static_cast<float>(n_.answerScale(i, number)));
    for (std::int64_t i = 0; i < n_.answerWidth(); ++i) {
        if (!n_.isMany()) scales.push_back(static_cast<float>(n_.answerScale(i)));
        slack.push_back(std::min(static_cast<float>(n_.answerSlack(i)), kUntold));
    }
    const std::string off = "fabsf(answer[k] - test_answers[w * " + text(n_.answerWidth()) + " + k])";
    const bool slackens = std::ranges::any_of(slack, [](float one) { return one > 0; });
    return "\n#ifdef GATELAB_SELF_TEST\n#include <stdio.h>\n" + c_text::floats("test_rows", o_.test.rows) +
           c_text::integers("test_starts", o_.test.starts) + c_text::floats("test_answers", answers) +
           c_text::floats("test_scales", scales) +
           (n_.isMany() ? c_text::integers("test_series", o_.test.series) : "") +
           (n_.ahead.empty() ? "" : c_text::floats("test_known", o_.test.known)) +
           (slackens ? "/* what the run does not tell of, and counts that rounding may move by one */\n" +
                           c_text::floats("test_slack", slack)
                     : "") +
           filled(R"(int main(void) {
  static $n$_state state;
  float answer[$answers$], worst = 0;
  int w, k;
  for (w = 0; w < $windows$; ++w) {
    $n$_window(&state, $of$test_rows + test_starts[w] * $columns$, $steps$, $known$answer);
    for (k = 0; k < $answers$; ++k) {
      const float off = $off$;
      if (!(off <= worst) && worst == worst) worst = off; /* no number stays */
    }
  }
  printf("$windows$ windows, largest difference %g of the scale: %s\n", (double)worst,
         worst <= $most$ ? "right" : "WRONG");
  return worst <= $most$ ? 0 : 1;
}
#endif
)",
                  {{"n", o_.name},
                   {"answers", text(n_.answerWidth())},
                   {"off", (slackens ? "(" + off + " - test_slack[k])" : off) + " / test_scales[" +
                               (n_.isMany() ? "w * " + text(n_.answerWidth()) + " + k]" : "k]")},
                   {"of", n_.isMany() ? "&" + o_.name + "_scales[test_series[w]], " : ""},
                   {"known",
                    n_.ahead.empty() ? "" : "test_known + w * " + text(n_.aheadRows() * std::ssize(n_.known)) + ", "},
                   {"windows", text(std::ssize(o_.test.starts))},
                   {"columns", text(std::ssize(n_.columns))},
                   {"steps", text(o_.test.steps)},
                   {"most", c_text::number(static_cast<float>(o_.int8 ? kByteTolerance : kFloatTolerance))}});
}

Result<std::string> cNetwork(const PortableNetwork& network, const CNetworkOptions& options) {
    if (Phrase reason = obstacle(network); !reason.empty()) return Error{ErrorCode::Unsupported, std::move(reason)};
    return CFile(network, options).make();
}

std::string cIdentifier(const std::string& stem) {
    std::string name;
    for (const char c : stem)
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128 ? c : '_';
    return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? "network_" + name : name;
}

}  // namespace gatelab
