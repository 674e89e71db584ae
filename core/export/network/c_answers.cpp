// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/c_answers.h"

#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/setting_predicates.h"
#include "export/network/c_distributions.h"
#include "export/network/c_text.h"

#include <algorithm>

namespace gatelab {

using c_text::filled;

std::string CAnswers::functions() const {
    return headFunction() + answerFunction() + (streams_ ? streaming() : whole());
}

std::string CAnswers::headFunction() const {
    return "\nstatic void head(const float *y, float *out) {\n  memcpy(out, head_b, sizeof head_b);\n" +
           product("out", "head_w", "y", n_.outputs, n_.layers.back().outputs) + "}\n";
}

std::string CAnswers::answerFunction() const {
    if (!n_.isForecast() && !givesClasses(n_.config))
        return "\nstatic void answer_of(const float *out, float *answer) { memcpy(answer, out, sizeof(float) * " +
               text(n_.outputs) + "); }\n";
    if (!n_.isForecast())
        return filled(R"(
static void answer_of(const float *out, float *answer) {
  float top = out[0], sum = 0;
  int k;
  for (k = 1; k < $n$; ++k) if (out[k] > top) top = out[k];
  for (k = 0; k < $n$; ++k) sum += answer[k] = expf(out[k] - top);
  for (k = 0; k < $n$; ++k) answer[k] /= sum;
}
)",
                      {{"n", text(n_.outputs)}});
    const bool anchored = isAnchored(n_.config.anchor), scaled = anchorsScale(n_.config.anchor);
    const bool spreads = givesDistribution(n_.config.loss);
    return cDistributionFunctions(n_.config) +
           filled(
               R"($rise$
static void answer_of($of$const float *out, $frame$float *answer) {
  int step, k$v$;$variance$
  for (step = 0; step < $horizon$; ++step)
    for (k = 0; k < $targets$; ++k) {
      const float *o = out + (step * $targets$ + k) * $values$;
      float *a = answer + (step * $targets$ + k) * $told$;
$one$    }
}
)",
               {{"rise",
                 isRisingQuantiles(n_.config.loss) && n_.values > 1
                     ? "\n/* quantiles are added up from the middle one: no step is below zero */\nstatic float "
                       "rise(float d) { return d > 1 ? d : log1pf(expf(20 * d)) / 20; }\n"
                     : ""},
                {"of", scaleParameter()},
                {"frame", std::string(anchored ? "const float *level, " : "") + (scaled ? "const float *scale, " : "")},
                {"v", n_.told() > 1 && !isGaussianNll(n_.config.loss) ? ", v" : ""},
                {"variance", spreads ? "\n  float variance;" : ""},
                {"horizon", text(n_.config.horizon)},
                {"targets", text(targets())},
                {"values", text(n_.values)},
                {"told", text(n_.told())},
                {"one", oneAnswer(scaled ? " * scale[k]" : "", anchored ? " + level[k]" : "")}});
}

std::string CAnswers::oneAnswer(const std::string& by, const std::string& from) const {
    const std::string scale = n_.isMany() ? "(float)of->scale[out_place[k]]" : "out_scale[k]",
                      offset = n_.isMany() ? "(float)of->offset[out_place[k]]" : "out_offset[k]";
    const std::string one = "      a[0] = (o[0]" + by + from + ") * " + scale + " + " + offset + ";\n";
    if (givesDistribution(n_.config.loss)) {
        std::string variance = "      variance = (o[1] > 20 ? o[1] : log1pf(expf(o[1]))) + 1e-6f;\n";
        if (!by.empty())
            variance +=
                "      variance = variance * scale[k] * scale[k] - 1e-6f;\n      variance = (variance > 1e-6f "
                "? variance : 1e-6f) + 1e-6f;\n";
        return one + variance + "      a[1] = sqrtf(variance) * " + scale + ";\n" + cDistributionAnswer(n_.config);
    }
    if (n_.values == 1) return one;
    if (isRisingQuantiles(n_.config.loss))
        return filled(R"(      a[$m$] = o[$m$]$by$$from$;
      for (v = $m$; v > 0; --v) a[v - 1] = a[v] - rise((o[v] - o[v - 1])$by$);
      for (v = $m$ + 1; v < $v$; ++v) a[v] = a[v - 1] + rise((o[v] - o[v - 1])$by$);
      for (v = 0; v < $v$; ++v) a[v] = a[v] * $scale$ + $offset$;
)",
                      {{"v", text(n_.values)},
                       {"m", text(n_.values / 2)},
                       {"by", by},
                       {"from", from},
                       {"scale", scale},
                       {"offset", offset}});
    return filled(R"(      for (v = 0; v < $v$; ++v) {
        const float value = (o[v]$by$$from$) * $scale$ + $offset$;
        int at = v;
        for (; at > 0 && a[at - 1] > value; --at) a[at] = a[at - 1];
        a[at] = value;
      }
)",
                  {{"v", text(n_.values)}, {"by", by}, {"from", from}, {"scale", scale}, {"offset", offset}});
}

std::string CAnswers::streaming() const {
    std::string layers, from = "x";
    for (const Layer& layer : n_.layers) {
        const std::string i = text(layer.index), y = layer.index + 1 == n_.config.layers ? "y" : "y" + i;
        layers += "  l" + i + "(" + from + ", s->h" + i + ", " + (hasCell() ? "s->c" + i : std::string("0")) + ");\n";
        layers += "  memcpy(" + y + ", s->h" + i + ", sizeof s->h" + i + ");\n" + afterLayer(layer, y, from);
        from = y;
    }
    std::string locals;
    for (const Layer& layer : n_.layers)
        if (layer.index + 1 < n_.config.layers)
            locals += "  float y" + text(layer.index) + "[" + text(layer.outputs) + "];\n";
    const bool residual = std::ranges::any_of(n_.layers, &Layer::residual);
    const bool recursive = n_.isForecast() && isRecursive(n_.config);
    return filled(R"(
static void advance($n$_state *s, const float *x, float *y) {
$locals$$k$$layers$}

void $n$_reset($n$_state *s) { memset(s, 0, sizeof *s); }

/* the state goes on by a row; y: what the head reads */
static void take($n$_state *s, $scale$const float *rows$place$, float *x, float *y) {
  int k;
  for (k = 0; k < $inputs$; ++k) x[k] = $scaled$;
  advance(s, x, y);
}
static void tell(const $n$_state *s, $scale$float *x, float *y, float *answer) {
  float out[$outputs$];
$head$  answer_of($of$out, answer);
}
void $n$_step($n$_state *s, $scale$const float *row, $known$float *answer) {
  float x[$inputs$], y[$top$];
  take(s, $of$row$first$, x, y);
  tell(s, $of$x, y, answer);
}
void $n$_window($n$_state *s, $scale$const float *rows, int steps, $known$float *answer) {
  float x[$inputs$], y[$top$];
  int t;
  $n$_reset(s);
  for (t = 0; t < steps; ++t) take(s, $of$rows$each$, x, y);
  tell(s, $of$x, y, answer);
}
)",
                  {{"n", o_.name},
                   {"locals", locals},
                   {"k", residual ? "  int k;\n" : ""},
                   {"layers", layers},
                   {"inputs", text(inputs())},
                   {"scale", scaleParameter()},
                   {"of", scaleGiven()},
                   {"known", knownParameter()},
                   {"place", n_.ahead.empty() ? "" : ", int steps, const float *known, int t"},
                   {"first", n_.ahead.empty() ? "" : ", 1, known, 0"},
                   {"each", n_.ahead.empty() ? " + t * " + text(std::ssize(n_.columns)) : ", steps, known, t"},
                   {"scaled", scaledAt(n_.ahead.empty() ? "0" : "t", "in_column[k]")},
                   {"top", text(n_.layers.back().outputs)},
                   {"outputs", text(n_.outputs * (recursive ? n_.config.horizon : 1))},
                   {"head", recursive ? decoder() : "  (void)s;\n  (void)x;\n  head(y, out);\n"}});
}

std::string CAnswers::decoder() const {
    std::string places;
    for (const auto& target : n_.targets) {
        const std::string at = text((&target - n_.targets.data()) * n_.values);
        const auto value = [&](std::int64_t v) {
            return "out[(step - 1) * " + text(n_.outputs) + " + " + at + " + " + text(v) + "]";
        };
        const std::int64_t half = n_.values / 2;
        const std::string centre = givesDistribution(n_.config.loss) || n_.values == 1 ? value(0)
                                   : n_.values % 2 == 1                                ? value(half)
                                                        : "(" + value(half - 1) + " + " + value(half) + ") * 0.5f";
        places += "    x[" + text(target.input) + "] = " + centre + ";\n";
    }
    return filled(
        R"(  $n$_state further = *s;
  int step;
  head(y, out);
  for (step = 1; step < $horizon$; ++step) { /* each step reads the forecast before it */
$places$    advance(&further, x, y);
    head(y, out + step * $outputs$);
  }
)",
        {{"n", o_.name}, {"horizon", text(n_.config.horizon)}, {"places", places}, {"outputs", text(n_.outputs)}});
}

std::string CAnswers::anchor() const {
    std::string code;
    const bool last = anchorsAtLast(n_.config.anchor), scales = anchorsScale(n_.config.anchor);
    for (const auto& target : n_.targets) {
        const std::string k = text(&target - n_.targets.data()), row = text(target.row);
        const std::string value = scaledAt("t", row);
        if (last)
            code += "  level[" + k + "] = " + scaledAt("(steps - 1)", row) + ";\n";
        else
            code += "  level[" + k + "] = 0;\n  for (t = 0; t < steps; ++t) level[" + k + "] += " + value +
                    ";\n  level[" + k + "] /= (float)steps;\n";
        if (scales)
            code += "  scale[" + k + "] = 0;\n  for (t = 0; t < steps; ++t) { const float d = " + value + " - level[" +
                    k + "]; scale[" + k + "] += d * d; }\n  scale[" + k + "] = sqrtf(scale[" + k +
                    "] / (float)steps);\n  if (scale[" + k + "] < " +
                    c_text::number(static_cast<float>(target.minScale)) + ") scale[" + k +
                    "] = " + c_text::number(static_cast<float>(target.minScale)) + ";\n";
        if (target.input >= 0)
            code += "  for (t = 0; t < steps; ++t) s->rows[t * " + text(inputs()) + " + " + text(target.input) +
                    "] = (s->rows[t * " + text(inputs()) + " + " + text(target.input) + "] - level[" + k + "])" +
                    (scales ? " / scale[" + k + "]" : "") + ";\n";
    }
    return code;
}

std::string CAnswers::pooled(const std::string& from) const {
    const std::int64_t width = n_.layers.back().outputs;
    const std::string w = text(width);
    if (poolsMean(n_.config))
        return "  for (k = 0; k < " + w +
               "; ++k) {\n    float sum = 0;\n    for (t = 0; t < steps; ++t) sum += " + from + "[t * " + w +
               " + k];\n    y[k] = sum / (float)steps;\n  }\n";
    if (poolsMax(n_.config))
        return "  for (k = 0; k < " + w + "; ++k) {\n    y[k] = " + from +
               "[k];\n    for (t = 1; t < steps; ++t) if (" + from + "[t * " + w + " + k] > y[k]) y[k] = " + from +
               "[t * " + w + " + k];\n  }\n";
    const std::string half = text(width / n_.directions());
    return "  for (k = 0; k < " + w + "; ++k) y[k] = " + from + "[(k < " + half + " ? steps - 1 : 0) * " + w +
           " + k];\n";
}

std::string CAnswers::whole() const {
    std::string layers, from = "s->rows", to = "s->a";
    for (const Layer& layer : n_.layers) {
        const std::int64_t half = layer.half(n_.directions());
        for (std::int64_t d = 0; d < n_.directions(); ++d)
            layers += filled(R"(  memset(s->h, 0, sizeof s->h);
  memset(s->c, 0, sizeof s->c);
  for (i = 0; i < steps; ++i) {
    t = $t$;
    $layer$($from$ + t * $in$, s->h, s->c);
    memcpy($to$ + t * $out$ + $at$, s->h, sizeof(float) * $half$);
  }
)",
                             {{"t", d == 1 ? "steps - 1 - i" : "i"},
                              {"layer", layerName(layer, d)},
                              {"from", from},
                              {"to", to},
                              {"in", text(layer.inputs)},
                              {"out", text(layer.outputs)},
                              {"at", text(d * half)},
                              {"half", text(half)}});
        const std::string at = " + t * " + text(layer.outputs);
        if (const std::string after = afterLayer(layer, "y_", "x_"); !after.empty())
            layers += "  for (t = 0; t < steps; ++t) {\n  float *y_ = " + to + at + ";\n" +
                      (layer.residual ? "  const float *x_ = " + from + at + ";\n" : "") + after + "  }\n";
        from = to;
        to = to == "s->a" ? "s->b" : "s->a";
    }
    const bool anchored = isAnchored(n_.config.anchor), scales = anchorsScale(n_.config.anchor);
    const std::string linear = "  add_product(out, linear_w, s->rows, " + text(n_.outputs) + ", " +
                               text(n_.config.lookback * inputs()) + ");\n";
    return filled(R"(
void $n$_window($n$_state *s, $scale$const float *rows, int steps, $known$float *answer) {
  float y[$top$], out[$outputs$]$frame$;
  int t, i, k;
  for (t = 0; t < steps; ++t)
    for (k = 0; k < $inputs$; ++k) s->rows[t * $inputs$ + k] = $scaled$;
$anchor$$layers$$pooled$  head(y, out);
$linear$  answer_of($of$out, $given$answer);
}
)",
                  {{"n", o_.name},
                   {"top", text(n_.layers.back().outputs)},
                   {"outputs", text(n_.outputs)},
                   {"frame", (anchored ? ", level[" + text(targets()) + "]" : "") +
                                 (scales ? ", scale[" + text(targets()) + "]" : "")},
                   {"inputs", text(inputs())},
                   {"scale", scaleParameter()},
                   {"known", knownParameter()},
                   {"of", scaleGiven()},
                   {"scaled", scaledAt("t", "in_column[k]")},
                   {"anchor", anchored ? anchor() : ""},
                   {"layers", layers},
                   {"pooled", pooled(from)},
                   {"linear", n_.has("linear.weight") ? linear : ""},
                   {"given", std::string(anchored ? "level, " : "") + (scales ? "scale, " : "")}});
}

}  // namespace gatelab
