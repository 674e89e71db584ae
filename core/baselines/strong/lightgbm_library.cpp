// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/strong/lightgbm_library.h"

#include "base/library_folder.h"
#include "base/torch_module.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#ifndef GATELAB_LIGHTGBM_WHEEL
#define GATELAB_LIGHTGBM_WHEEL ""
#endif

namespace gatelab {

namespace {

constexpr int kFloat64 = 1, kFloat32 = 0, kNormal = 0, kTrees = 100;

Result<LightGbmLibrary> openLibrary() {
    const char* named = std::getenv("GATELAB_LIGHTGBM");
    std::error_code problem;
    std::filesystem::path path;
    for (const std::filesystem::path& place :
         {std::filesystem::path(named != nullptr ? named : ""), libraryFolder() / "lib_lightgbm.so",
          std::filesystem::path(GATELAB_LIGHTGBM_WHEEL), installedLibTorch() / "lightgbm/lib/lib_lightgbm.so"})
        if (path.empty() && !place.empty() && std::filesystem::is_regular_file(place, problem)) path = place;
    if (path.empty())
        return Error{
            ErrorCode::NotFound,
            GATELAB_TEXT("Preparing",
                         "LightGBM is left out: its library is not here; gatelab-worker engine install fetches it")};
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto refused = [&] {
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Preparing", "LightGBM is left out: its library could not be opened: %1"),
                      {loaderMessage()}}};
    };
    if (handle == nullptr) return refused();
    LightGbmLibrary library;
    const auto get = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
        return function != nullptr;
    };
    const bool hasAll =
        get(library.lastError, "LGBM_GetLastError") && get(library.dataset, "LGBM_DatasetCreateFromMat") &&
        get(library.setField, "LGBM_DatasetSetField") && get(library.booster, "LGBM_BoosterCreate") &&
        get(library.update, "LGBM_BoosterUpdateOneIter") && get(library.predict, "LGBM_BoosterPredictForMat") &&
        get(library.freeBooster, "LGBM_BoosterFree") && get(library.freeDataset, "LGBM_DatasetFree");
    if (!hasAll) return refused();
    return library;
}

}  // namespace

Result<const LightGbmLibrary*> lightGbmLibrary() {
    static const Result<LightGbmLibrary> opened = openLibrary();
    if (!opened.ok()) return opened.error();
    return &*opened;
}

Result<std::vector<double>> boostedTrees(std::span<const double> x, std::span<const float> y, std::int64_t columns,
                                         std::span<const double> asked) {
    const auto found = lightGbmLibrary();
    if (!found.ok()) return found.error();
    const LightGbmLibrary& library = **found;
    // As in LightGBM's own bindings; a model's bits do not depend on how many are trained beside it.
    const std::string least = std::to_string(std::clamp<std::size_t>(y.size() / 20, 1, 50));
    const std::string parameters = "objective=regression num_leaves=15 learning_rate=0.05 min_data_in_leaf=" + least +
                                   " feature_fraction=0.5 max_bin=63 verbosity=-1 num_threads=1 deterministic=true "
                                   "force_row_wise=true seed=1";
    void *data = nullptr, *booster = nullptr;
    const auto rows = static_cast<std::int32_t>(y.size()), wide = static_cast<std::int32_t>(columns),
               questions = static_cast<std::int32_t>(asked.size() / static_cast<std::size_t>(columns));
    std::vector<double> answers(static_cast<std::size_t>(questions));
    std::int64_t length = 0;
    int failed = library.dataset(x.data(), kFloat64, rows, wide, 1, parameters.c_str(), nullptr, &data);
    if (failed == 0) failed = library.setField(data, "label", y.data(), rows, kFloat32);
    if (failed == 0) failed = library.booster(data, parameters.c_str(), &booster);
    for (int tree = 0, finished = 0; failed == 0 && tree < kTrees && finished == 0; ++tree)
        failed = library.update(booster, &finished);
    if (failed == 0)
        failed = library.predict(booster, asked.data(), kFloat64, questions, wide, 1, kNormal, 0, -1, "num_threads=1",
                                 &length, answers.data());
    const std::string message = failed != 0 ? library.lastError() : "";
    if (booster != nullptr) library.freeBooster(booster);
    if (data != nullptr) library.freeDataset(data);
    if (failed != 0) return Error{ErrorCode::Internal, {GATELAB_TEXT("Preparing", "LightGBM says: %1"), {message}}};
    return answers;
}

}  // namespace gatelab
