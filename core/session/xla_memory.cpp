// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/xla_memory.h"

#include "config/config_io.h"
#include "io/file_io.h"
#include "io/json/json.h"
#include "io/temporary_folder.h"
#include "session/isolated_session.h"
#include "session/outer_program.h"

#include <algorithm>

namespace gatelab {

namespace {

using Json = nlohmann::json;

/// The last line that is an object; the compilers' own words may stand around it.
Json lastObject(const std::string& text) {
    for (std::size_t end = text.size(); end > 0;) {
        const std::size_t from = text.rfind('\n', end - 1);
        const std::size_t begin = from == std::string::npos ? 0 : from + 1;
        const Json line = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                      text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
        if (line.is_object()) return line;
        end = begin == 0 ? 0 : begin - 1;
    }
    return {};
}

}  // namespace

std::vector<std::string> knownTpus() { return {"v4", "v5e", "v5p", "v6e"}; }

bool compilesForTpus() {
    return std::ranges::any_of(findXlaPlugins(),
                               [](const auto& file) { return file.filename().string().starts_with("libtpu"); });
}

Result<XlaForecast> askXlaMemory(const ExperimentConfig& config, const std::string& device, const Progress& progress) {
    const TemporaryFolder folder("xla");
    const std::filesystem::path file = folder.path() / "experiment.json";
    if (auto written = writeFileDurably(file, configToJson(config)); !written.ok()) return written.error();
    const auto answer =
        askProgram({workerProgram().string(), "xla", "compile", "--for", device, "--json", "--config", file.string()},
                   [&progress] { return report(progress, -1); });
    if (!answer.ok()) return answer.error();
    const Json json = lastObject(answer->out);
    try {
        if (answer->code == 0 && json.is_object()) {
            const Json& one = json.at("programs").at(0);
            XlaForecast forecast;
            forecast.device = one.at("device").get<std::string>();
            forecast.memory = {one.at("argument_bytes").get<double>(), one.at("result_bytes").get<double>(),
                               one.at("shared_bytes").get<double>(), one.at("temporary_bytes").get<double>(),
                               one.at("code_bytes").get<double>()};
            return forecast;
        }
    } catch (const Json::exception&) {
        // Told below, as every answer that is none.
    }
    const std::string why = json.is_object() ? json.value("error", std::string()) : std::string();
    return Error{ErrorCode::Unsupported,
                 why.empty() ? Phrase(GATELAB_TEXT("Xla", "the compiler gave no answer")) : Phrase(why)};
}

}  // namespace gatelab
