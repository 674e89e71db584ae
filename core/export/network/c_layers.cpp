// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/c_layers.h"

#include "config/setting_predicates.h"
#include "export/network/c_text.h"
#include "export/network/network_settings.h"

#include <algorithm>

namespace gatelab {

using c_text::filled;

namespace {

constexpr std::int64_t kMostShort = 8191;  ///< 14 bits

constexpr std::string_view kFloatProduct = R"(
/* y += w x, w of rows x n */
static void add_product(float *y, const float *w, const float *x, int rows, int n) {
  int r, i;
  for (r = 0; r < rows; ++r, w += n) {
    float sum = 0;
    for (i = 0; i < n; ++i) sum += w[i] * x[i];
    y[r] += sum;
  }
}
)";
constexpr std::string_view kByteProduct = R"(
/* y += w x, w = scale * byte; x is rounded to integers of at most TOP, so that no sum of 32 bits overflows */
static void add_bytes(float *y, const signed char *w, const float *scale, const float *x, int rows, int n) {
  short q[$widest$];
  float top = 0, by;
  int r, i;
  for (i = 0; i < n; ++i) if (fabsf(x[i]) > top) top = fabsf(x[i]);
  by = top > 0 ? $limit$.0f / top : 1.0f;
  for (i = 0; i < n; ++i) q[i] = (short)lrintf(x[i] * by);
  for (r = 0; r < rows; ++r, w += n) {
    int sum = 0;
    for (i = 0; i < n; ++i) sum += w[i] * q[i];
    y[r] += (float)sum * (scale[r] / by);
  }
}
)";
constexpr std::string_view kSigmoid = R"(
static float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }
)";
constexpr std::string_view kLstm = R"(
/* f: the new output; c: the cell state; a: the sums of i, f, g, o; p: peepholes of i, f, o, or none */
static void lstm(float *f, float *c, const float *a, const float *p, int n) {
  int k;
  for (k = 0; k < n; ++k) {
    const float i = sigmoid(a[k] + (p ? p[k] * c[k] : 0.0f));
    const float keep = sigmoid(a[n + k] + (p ? p[n + k] * c[k] : 0.0f));
    const float now = keep * c[k] + i * tanhf(a[2 * n + k]);
    f[k] = sigmoid(a[3 * n + k] + (p ? p[2 * n + k] * now : 0.0f)) * tanhf(now);
    c[k] = $mixed_c$;
  }
}
)";
constexpr std::string_view kGru = R"(
/* f: the new output; a, s: the sums of r, z, n over the input and over the state */
static void gru(float *f, const float *h, const float *a, const float *s, int n) {
  int k;
  for (k = 0; k < n; ++k) {
    const float z = sigmoid(a[n + k] + s[n + k]);
    const float now = tanhf(a[2 * n + k] + sigmoid(a[k] + s[k]) * s[2 * n + k]);
    f[k] = now + z * (h[k] - now);
  }
}
)";
constexpr std::string_view kNorm = R"(
static void norm(float *y, const float *gain, const float *bias, int n) {
  float mean = 0, square = 0;
  int k;
  for (k = 0; k < n; ++k) mean += y[k];
  mean /= (float)n;
  for (k = 0; k < n; ++k) square += (y[k] - mean) * (y[k] - mean);
  square = sqrtf(square / (float)n + 1e-5f);
  for (k = 0; k < n; ++k) y[k] = (y[k] - mean) / square * gain[k] + bias[k];
}
)";

/// Without the signs that C takes for others (trigraphs).
std::string cString(const std::string& text) {
    std::string made;
    for (const char c : quotedConstant(text)) made += c == '?' ? "\\?" : std::string(1, c);
    return made;
}

}  // namespace

std::string CLayers::weights() const {
    std::string made;
    for (const Layer& layer : n_.layers)
        for (std::int64_t d = 0; d < n_.directions(); ++d) {
            const std::string name = layerName(layer, d);
            const auto of = [&](const char* what) { return n_.recurrent(what, layer.index, d); };
            made += matrix(name + "_wx", *of("weight_ih")) + matrix(name + "_wh", *of("weight_hh"));
            std::vector<float> bias = of("bias_ih")->values;
            const auto& second = of("bias_hh")->values;
            if (n_.cell().candidateApart)
                made += c_text::floats(name + "_bs", second);
            else
                for (std::size_t i = 0; i < bias.size(); ++i) bias[i] += second[i];
            made += c_text::floats(name + "_b", bias);
            if (const Weights* peephole = of("weight_ch")) made += c_text::floats(name + "_p", peephole->values);
            if (const Weights* projection = of("weight_hr")) made += matrix(name + "_wr", *projection);
        }
    for (const Layer& layer : n_.layers)
        if (n_.config.layerNorm) {
            const std::string name = "norm." + text(layer.index), to = "norm" + text(layer.index);
            made += c_text::floats(to + "_gain", n_.at(name + ".weight").values) +
                    c_text::floats(to + "_bias", n_.at(name + ".bias").values);
        }
    made += matrix("head_w", n_.at("head.weight")) + c_text::floats("head_b", n_.at("head.bias").values);
    if (n_.has("linear.weight")) made += c_text::floats("linear_w", n_.at("linear.weight").values);
    return made + scales();
}

std::string CLayers::scales() const {
    // An offset is two floats: a high level must not cost the digits of what moves about it.
    std::vector<float> high, low, scale, level, spread;
    std::string made = c_text::integers("in_column", n_.inputs);
    if (n_.isMany()) {
        std::vector<std::int64_t> places;
        for (const auto& target : n_.targets) places.push_back(target.scale);
        return made + aheadPlaces() + c_text::integers("out_place", places) + seriesScales();
    }
    const auto add = [&](const PortableNetwork::Column& column) {
        high.push_back(static_cast<float>(column.offset));
        low.push_back(static_cast<float>(column.offset - static_cast<double>(high.back())));
        scale.push_back(static_cast<float>(column.scale));
    };
    for (const auto& column : n_.columns) add(column);
    for (const auto& one : n_.ahead) add(one.column);
    made += c_text::floats("in_high", high) + c_text::floats("in_low", low) + c_text::floats("in_scale", scale) +
            aheadPlaces();
    if (!n_.isForecast()) return made;
    for (const auto& target : n_.targets)
        level.push_back(static_cast<float>(target.column.offset)),
            spread.push_back(static_cast<float>(target.column.scale));
    return made + c_text::floats("out_offset", level) + c_text::floats("out_scale", spread);
}

std::string CLayers::aheadPlaces() const {
    if (n_.ahead.empty()) return {};
    std::vector<std::int64_t> known, rows;
    for (const auto& one : n_.ahead) known.push_back(one.known), rows.push_back(one.rows);
    return "/* inputs that are known ahead: which of the known columns, and how many rows later */\n" +
           c_text::integers("known_column", n_.known) + c_text::integers("ahead_known", known) +
           c_text::integers("ahead_rows", rows);
}

std::string CLayers::seriesScales() const {
    std::string names, table;
    for (const auto& one : n_.series) {
        names += "  " + cString(one.name) + ",\n";
        table += "  {{" + c_text::listed(one.offsets) + "}, {" + c_text::listed(one.scales) + "}},\n";
    }
    const std::string count = "[" + text(std::ssize(n_.series)) + "] = {\n";
    return "const char *const " + o_.name + "_series" + count + names + "};\nconst " + o_.name + "_scale " + o_.name +
           "_scales" + count + table + "};\n";
}

std::string CLayers::scaledFunctions() const {
    const std::string result = n_.isForecast() ? "x" : "x == x ? x : 0.0f /* a missing value is the mean */";
    const std::string one = n_.isMany() ? "(float)((value - of->offset[place]) / of->scale[place])"
                                        : "((value - in_high[place]) - in_low[place]) / in_scale[place]";
    std::string made = "\nstatic float scaled_value(" + scaleParameter() +
                       "float value, int place) {\n  const float x = " + one + ";\n  return " + result + ";\n}\n";
    if (n_.ahead.empty())
        return made + "static float scaled(" + scaleParameter() +
               "const float *row, int column) {\n  return scaled_value(" + scaleGiven() + "row[column], column);\n}\n";
    return made + filled(R"(/* row t of a window of `steps` rows, behind which the known columns go on */
static float scaled_at($scale$const float *rows, int steps, const float *known, int t, int place) {
  const int k = place - $columns$, at = k < 0 ? 0 : t + ahead_rows[k];
  if (k < 0) return scaled_value($of$rows[t * $columns$ + place], place);
  if (at < steps) return scaled_value($of$rows[at * $columns$ + known_column[ahead_known[k]]], place);
  return scaled_value($of$known[(at - steps) * $known$ + ahead_known[k]], place);
}
)",
                         {{"scale", scaleParameter()},
                          {"of", scaleGiven()},
                          {"columns", text(std::ssize(n_.columns))},
                          {"known", text(std::ssize(n_.known))}});
}

std::string CLayers::functions() const {
    std::string made;
    if (!o_.int8 || n_.has("linear.weight")) made += kFloatProduct;
    if (o_.int8)
        made += filled(kByteProduct,
                       {{"widest", text(widest())},
                        {"limit", text(std::min(kMostShort, ((std::int64_t{1} << 31) - 1) / (127 * widest())))}});
    if (!isPlainRnn(n_.config.cell)) made += kSigmoid;
    const float zone = static_cast<float>(n_.config.zoneout);
    if (isLstm(n_.config.cell))
        made += filled(kLstm, {{"mixed_c", zone > 0 ? "now + " + c_text::number(zone) + " * (c[k] - now)" : "now"}});
    if (isGru(n_.config.cell)) made += kGru;
    if (n_.config.layerNorm) made += kNorm;
    for (const Layer& layer : n_.layers)
        for (std::int64_t d = 0; d < n_.directions(); ++d) made += layerFunction(layer, d);
    return made + scaledFunctions();
}

std::string CLayers::layerFunction(const Layer& layer, std::int64_t d) const {
    const std::string name = layerName(layer, d);
    const std::int64_t hidden = n_.config.hiddenSize, rows = n_.cell().blocks() * hidden,
                       half = layer.half(n_.directions());
    const bool projected = n_.config.projectionSize > 0, gru = isGru(n_.config.cell), lstm = isLstm(n_.config.cell);
    std::string code = "\nstatic void " + name + "(const float *x, float *h, float *c) {\n  float a[" + text(rows) +
                       "], f[" + text(hidden) + "]" + (gru ? ", s[" + text(rows) + "]" : "") +
                       (projected ? ", p[" + text(half) + "]" : "") + ";\n  int k;\n";
    if (!lstm) code += "  (void)c;\n";
    code += "  memcpy(a, " + name + "_b, sizeof a);\n" + product("a", name + "_wx", "x", rows, layer.inputs);
    if (gru) code += "  memcpy(s, " + name + "_bs, sizeof s);\n";
    code += product(gru ? "s" : "a", name + "_wh", "h", rows, half);
    const std::string size = text(hidden);
    if (lstm)
        code += "  lstm(f, c, a, " + (n_.config.peephole ? name + "_p" : std::string("0")) + ", " + size + ");\n";
    else if (gru)
        code += "  gru(f, h, a, s, " + size + ");\n";
    else
        code += "  for (k = 0; k < " + size +
                "; ++k) f[k] = " + (n_.cell().boundedOutput ? "tanhf(a[k])" : "a[k] > 0 ? a[k] : 0.0f") + ";\n";
    if (projected) code += "  memset(p, 0, sizeof p);\n" + product("p", name + "_wr", "f", half, hidden);
    const std::string now = projected ? "p[k]" : "f[k]";
    const auto zone = static_cast<float>(n_.config.zoneout);
    return code + "  for (k = 0; k < " + text(half) +
           "; ++k) h[k] = " + (zone > 0 ? now + " + " + c_text::number(zone) + " * (h[k] - " + now + ")" : now) +
           ";\n}\n";
}

}  // namespace gatelab
