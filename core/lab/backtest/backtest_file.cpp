// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hash.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "io/phrase_json.h"
#include "io/safetensors_file.h"
#include "lab/backtest/backtest.h"
#include "store/saved_json.h"

#include <algorithm>
#include <cstring>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char *kFile = "backtest.safetensors", *kFormat = "gatelab_backtest", *kSum = "sha256";
constexpr int kVersion = 1;

struct Format : JsonFormat<Json> {
    /// Of a phrase alone: texts and numbers would turn into one by themselves.
    template <class T>
    static Json toJson(const T& phrase) requires std::is_same_v<T, Phrase> {
        return phraseToJson(phrase);
    }
    static bool fromJson(const Json& json, Phrase& phrase) { return phraseFromJson(json, phrase); }
};

void visitMembers(auto& v, Either<BacktestPlan> auto& p) {
    v("num_windows", p.numWindows), v("window_step_size", p.windowStepSize), v("initial_cutoff", p.initialCutoff);
    v("seasonality", p.seasonality), v("refit_every", p.refitEvery), v("sliding", p.sliding);
    v("dropout_samples", p.dropoutSamples), v("ensemble", p.ensemble);
}

void visitMembers(auto& v, Either<Backtest> auto& b) {
    v("run", b.run), v("weights_step", b.weightsStep), v("plan", b.plan), v("targets", b.targets), v("unit", b.unit);
    v("horizon", b.horizon), v("rows", b.rows), v("cutoffs", b.cutoffs), v("fitted_rows", b.fittedRows);
    v("done", b.done), v("times", b.times), v("calibration_cutoffs", b.calibrationCutoffs), v("levels", b.levels);
    v.optional("series_ends", b.seriesEnds), v.optional("series_names", b.seriesNames);
    v("audited", b.audited), v("leaks", b.leaks), v("skipped", b.skipped);
}

RawTensor tensorOf(const std::vector<double>& values) {
    RawTensor tensor{"F64", {static_cast<std::int64_t>(values.size())}, std::vector<char>(values.size() * 8)};
    if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    return tensor;
}

std::vector<double> valuesOf(const TensorFile& file, const std::string& name) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end() || found->second.dtype != "F64") return {};
    std::vector<double> values(found->second.bytes.size() / 8);
    if (!values.empty()) std::memcpy(values.data(), found->second.bytes.data(), values.size() * 8);
    return values;
}

std::string sumOf(const TensorFile& file) {
    Sha256 sum;
    for (const auto& [key, value] : file.metadata)
        if (key != kSum) sum.add(key), sum.add(value);
    for (const auto& [name, tensor] : file.tensors) sum.add(name), sum.add({tensor.bytes.data(), tensor.bytes.size()});
    return sum.finish();
}

bool isWhole(const Backtest& b) {
    const std::size_t windows = b.windows(), each = b.perWindow(), all = windows * each,
                      before = b.calibrationCutoffs.size() * each;
    const auto is = [](const std::vector<double>& values, std::size_t size) { return values.size() == size; };
    return each > 0 && b.fittedRows.size() == windows && b.done.size() == windows && is(b.truth, all) &&
           is(b.seasonErrors, windows * b.targets.size()) &&
           (b.seriesNames.empty() || b.seriesNames.size() == b.seriesEnds.size()) &&
           (b.times.empty() || b.times.size() == windows * static_cast<std::size_t>(b.horizon)) &&
           is(b.calibrationTruth, before) && b.quantiles.size() == b.levels.size() && !b.methods.empty() &&
           std::ranges::all_of(b.quantiles, [&](const auto& one) { return is(one, all); }) &&
           std::ranges::all_of(b.methods, [&](const BacktestMethod& method) {
               return is(method.forecast, all) && (method.calibration.empty() || is(method.calibration, before)) &&
                      (method.deviation.empty() || is(method.deviation, all));
           });
}

Error damaged() {
    return {ErrorCode::Corrupt,
            GATELAB_TEXT("Backtest", "the kept backtest is damaged; the run is not; make the backtest again")};
}

}  // namespace

Result<> keepBacktest(const std::filesystem::path& runFolder, const Backtest& backtest) {
    Json json = MemberWriter<Format>::toJson(backtest);
    json["methods"] = Json::array();
    TensorFile file;
    for (const BacktestMethod& method : backtest.methods) {
        json["methods"].push_back(method.key);
        file.tensors["forecast." + method.key] = tensorOf(method.forecast);
        if (!method.calibration.empty()) file.tensors["calibration." + method.key] = tensorOf(method.calibration);
        if (!method.deviation.empty()) file.tensors["deviation." + method.key] = tensorOf(method.deviation);
    }
    file.tensors["truth"] = tensorOf(backtest.truth);
    file.tensors["season_errors"] = tensorOf(backtest.seasonErrors);
    file.tensors["calibration_truth"] = tensorOf(backtest.calibrationTruth);
    for (std::size_t k = 0; k < backtest.quantiles.size(); ++k)
        file.tensors["quantile." + std::to_string(k)] = tensorOf(backtest.quantiles[k]);
    json["version"] = kVersion;
    file.metadata[kFormat] = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    file.metadata[kSum] = sumOf(file);
    return writeTensors(runFolder / kFile, file);
}

Result<Backtest> readBacktest(const std::filesystem::path& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(runFolder / kFile, ignored))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Backtest", "This run was not tested over origins yet.")};
    const auto file = readTensors(runFolder / kFile);
    if (!file.ok()) return file.error();
    const auto text = file->metadata.find(kFormat), sum = file->metadata.find(kSum);
    if (text == file->metadata.end() || sum == file->metadata.end() || sum->second != sumOf(*file)) return damaged();
    try {
        const Json json = parseJson<Json>(text->second);
        if (json.at("version").get<int>() > kVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        MemberReader<Format> members(json);
        Backtest backtest;
        visitMembers(members, backtest);
        for (const auto& key : json.at("methods").get<std::vector<std::string>>())
            backtest.methods.push_back({key, valuesOf(*file, "forecast." + key), valuesOf(*file, "calibration." + key),
                                        valuesOf(*file, "deviation." + key)});
        backtest.truth = valuesOf(*file, "truth");
        backtest.seasonErrors = valuesOf(*file, "season_errors");
        backtest.calibrationTruth = valuesOf(*file, "calibration_truth");
        for (std::size_t k = 0; k < backtest.levels.size(); ++k)
            backtest.quantiles.push_back(valuesOf(*file, "quantile." + std::to_string(k)));
        if (!members.problem.empty() || !isWhole(backtest)) return damaged();
        return backtest;
    } catch (const nlohmann::json::exception&) {
        return damaged();
    }
}

}  // namespace gatelab
