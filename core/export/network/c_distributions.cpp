// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/c_distributions.h"

#include "config/heads/head_kinds.h"
#include "export/network/c_text.h"
#include "export/network/told_distribution.h"

namespace gatelab {

using c_text::filled;

namespace {

constexpr std::string_view kStudent = R"(
/* Student's t below which the share of a level lies: a Chebyshev series in 4 / freedom - 1 */
static float student(int level, float freedom) {
  const float x = 4 / freedom - 1;
  float now = 0, before = 0;
  int i;
  for (i = $terms$ - 1; i > 0; --i) {
    const float next = 2 * x * now - before + curves[i * $levels$ + level];
    before = now;
    now = next;
  }
  return x * now - before + curves[level];
}
)";
constexpr std::string_view kCounts = R"(
static double soft(double x) { return x > 20 ? x : log1p(exp(x)); }

/* the smallest count with at least this share at or below it; above a mean of 1000 by Cornish and Fisher */
static float count_at(double level, double normal, double mean, double excess) {
  const double size = mean * mean / excess, deviation = sqrt(mean + excess), most = mean + 50 * deviation + 50;
  double count = 0, chance = -size * log1p(mean / size), below = exp(chance);
  if (mean > 1000) {
    count = floor(mean + deviation * (normal + (normal * normal - 1) * (mean + 2 * excess) / mean / deviation / 6) + 0.5);
    return count > 0 ? (float)count : 0;
  }
  while (below < level && count < most) {
    chance += log((size + count) / (count + 1) * (mean / (mean + size)));
    below += exp(chance);
    count += 1;
  }
  return (float)count;
}
)";

std::string floatsOf(const std::string& name, const std::vector<double>& values) {
    return c_text::floats(name, std::vector<float>(values.begin(), values.end()));
}

}  // namespace

std::string cDistributionFunctions(const ExperimentConfig& config) {
    const std::string levels = std::to_string(toldLevels(config).size());
    if (isStudentT(config.loss))
        return "\n" + floatsOf("curves", studentCurves(config)) +
               filled(kStudent, {{"terms", std::to_string(kCurveTerms)}, {"levels", levels}});
    if (!isNegativeBinomial(config.loss)) return {};
    // Doubles: a level as a float may lie on the other side of a count's share.
    return "\n" + c_text::doubles("levels", toldLevels(config)) + c_text::doubles("normal", normalValues(config)) +
           std::string(kCounts);
}

std::string cDistributionAnswer(const ExperimentConfig& config) {
    const std::string levels = std::to_string(toldLevels(config).size());
    if (isStudentT(config.loss))
        return filled(R"(      a[2] = 2 + (o[2] > 20 ? o[2] : log1pf(expf(o[2])));
      for (v = 0; v < $levels$; ++v) a[3 + v] = a[0] + a[1] * student(v, a[2]);
)",
                      {{"levels", levels}});
    if (!isNegativeBinomial(config.loss)) return {};
    return filled(R"(      {
        const double mean = soft(a[0]) + 1e-9, spread = (double)a[1] * a[1];
        const double excess = spread > 1e-6 * mean ? spread : 1e-6 * mean;
        a[0] = (float)mean;
        a[1] = (float)(mean * mean / excess);
        for (v = 0; v < $levels$; ++v) a[2 + v] = count_at(levels[v], normal[v], mean, excess);
      }
)",
                  {{"levels", levels}});
}

}  // namespace gatelab
