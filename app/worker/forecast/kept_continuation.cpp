// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/forecast/kept_continuation.h"

#include "io/json/json.h"
#include "worker/output/console.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/runs.h"

#include "base/number_text.h"
#include "baselines/token_baselines.h"
#include "session/continue_text.h"

#include <cmath>
#include <cstdio>

namespace gatelab::worker {

int continueRun(const ForecastOptions& options, const std::filesystem::path& runFolder) {
    ContinuationRequest request{.runFolder = runFolder,
                                .beginning = *options.beginning,
                                .tokens = options.length,
                                .temperature = options.temperature,
                                .seed = options.seed,
                                .checkpoint = options.checkpoint};
    bool hasBegun = false;
    const auto made = continueText(request, [&](std::string_view piece) {
        if (!options.json && !piece.empty()) {
            if (!hasBegun) std::fwrite(request.beginning.data(), 1, request.beginning.size(), stdout);
            hasBegun = true;
            std::fwrite(piece.data(), 1, piece.size(), stdout);
            std::fflush(stdout);
        }
        return signalCount == 0;
    });
    if (hasBegun) std::printf("\n");
    if (!made.ok()) return fail(made.error(), options.json);
    if (made->unknown > 0)
        std::fprintf(stderr,
                     "warning: the run does not know %lld of the %lld %s of the beginning: they were read as <other>\n",
                     static_cast<long long>(made->unknown), static_cast<long long>(made->known + made->unknown),
                     made->ofWords ? "words" : "characters");
    if (options.json) {
        const std::string of = made->ofWords ? "word" : "character";
        nlohmann::ordered_json json{{"beginning", request.beginning}, {"text", made->text}};
        json[of + "s"] = made->tokens;
        json["unknown_in_beginning"] = made->unknown;
        json["bits_per_" + of + "_of_beginning"] = number(bitsOf(made->nats));
        json["temperature"] = number(request.temperature);
        json["seed"] = request.seed;
        printJson(json);
    }
    return signalCount > 0 ? kInterrupted : kDone;
}

}  // namespace gatelab::worker
