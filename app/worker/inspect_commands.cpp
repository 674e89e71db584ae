// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that look inside a kept network while it reads one window: its gates, its gradient through time, and one
// step of one cell.
#include "worker/commands.h"
#include "worker/inspect_options.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/part_answers.h"
#include "worker/runs.h"

#include "config/cell_traits.h"
#include "export/inspection_export.h"
#include "inspect/cell_walk.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// What one quantity did over the window.
struct TrackFigures {
    double mean = 0, least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity(),
           saturated = 0;
};
TrackFigures figuresOf(const GateTrack& track, const CellTraits& cell) {
    TrackFigures figures;
    const bool isBlock = cell.gates.find(track.key) != std::string_view::npos,
               isGate = isBlock && cell.isGate(track.key[0]),
               // A cell whose output has no bounds has none of its candidate.
        isBounded = isGate || (cell.boundedOutput && (isBlock || track.key == "h"));
    for (const float value : track.values) {
        figures.mean += value;
        figures.least = std::min<double>(figures.least, value);
        figures.most = std::max<double>(figures.most, value);
        figures.saturated += isGate ? (value < 0.05F || value > 0.95F) : std::abs(value) > 0.95F;
    }
    figures.mean /= static_cast<double>(track.values.size());
    figures.saturated /= static_cast<double>(track.values.size());
    if (!isBounded) figures.saturated = NAN;  // no bounds to be near
    return figures;
}

const char* directionWord(std::size_t direction) { return direction == 0 ? "forward" : "reverse"; }

const char* trackWord(const std::string& cell, const std::string& key) {
    constexpr std::pair<const char*, const char*> kWords[] = {{"i", "input gate"},
                                                              {"f", "forget gate"},
                                                              {"g", "candidate"},
                                                              {"o", "output gate"},
                                                              {"c", "cell state"},
                                                              {"r", "reset gate"},
                                                              {"z", "update gate"},
                                                              {"n", "candidate"},
                                                              {"h", "hidden state"},
                                                              {"m", "log of the normaliser"},
                                                              {"u", "input, real part"},
                                                              {"v", "input, imaginary part"},
                                                              {"j", "cell state, imaginary part"}};
    for (const auto& [word, name] : kWords)
        if (key == word) return cellTraits(cell).gates.empty() ? "state" : name;
    return "";
}

int written(const Result<>& result, const InspectOptions& options) {
    if (!result.ok()) return fail(result.error(), options.json);
    if (!options.json) std::printf("wrote %s\n", options.out.c_str());
    return kDone;
}

/// What is asked of the whole part besides the window.
Result<> tellPart(Inspector& inspector, const InspectOptions& options, const AblationWords& ablated, Json* json) {
    ProgressLine progress(options.json);
    if (!ablated.units.empty()) return tellAblation(inspector, partOf(options.part), ablated, json, progress);
    return tellNames(inspector, partOf(options.part), json, progress);
}

int showGates(InspectOptions options, const AblationWords& ablated) {
    installSignals();
    if (ablated.units.empty() && !ablated.gate.empty())
        return fail({ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "--gate says which gate of the units of --ablate; name some")},
                    options.json);
    ProgressLine progress(options.json);
    auto opened = openInspected(options, [&](double share) {
        progress.show("looking for the window", std::max(0.0, share));
        return signalCount == 0;
    });
    progress.end();
    if (!opened.ok()) return fail(opened.error(), options.json);
    const InspectedRun& run = opened->inspector->run();
    const auto view = opened->inspector->gates({partOf(options.part), opened->window, {}});
    if (!view.ok()) return fail(view.error(), options.json);
    if (view->outputGap > GateView::kMaxGap)
        std::fprintf(stderr, "warning: the replay's output is %.1e away from the model's, more than %.0e\n",
                     view->outputGap, GateView::kMaxGap);
    Json json = windowJson(view->window, view->weights, options);
    json["output_gap"] = view->outputGap;
    json["replay_seconds"] = view->seconds;
    if (!options.json) {
        printWindow(view->window, view->weights, run, options);
        std::printf("replayed in %.1f ms; output within %.1e of the model's\n", view->seconds * 1e3, view->outputGap);
        std::printf("%-6s %-9s %-14s %9s %9s %9s %11s\n", "layer", "direction", "quantity", "mean", "least", "most",
                    "saturated");
    }
    for (std::size_t layer = 0; layer < view->layers.size(); ++layer)
        for (std::size_t direction = 0; direction < view->layers[layer].size(); ++direction)
            for (const GateTrack& track : view->layers[layer][direction]) {
                const TrackFigures figures = figuresOf(track, cellTraits(run.config.cell));
                json["tracks"].push_back({{"layer", layer + 1},
                                          {"direction", directionWord(direction)},
                                          {"quantity", track.key},
                                          {"units", track.units},
                                          {"mean", number(figures.mean)},
                                          {"least", number(figures.least)},
                                          {"most", number(figures.most)},
                                          {"saturated", number(figures.saturated)}});
                if (!options.json)
                    std::printf("%-6zu %-9s %-14s %9s %9s %9s %11s\n", layer + 1, directionWord(direction),
                                trackWord(run.config.cell, track.key), figureText(figures.mean, 3).c_str(),
                                figureText(figures.least, 3).c_str(), figureText(figures.most, 3).c_str(),
                                figures.saturated >= 0 ? (figureText(100 * figures.saturated, 3) + " %").c_str() : "-");
            }
    if (const auto told = tellPart(*opened->inspector, options, ablated, options.json ? &json : nullptr); !told.ok())
        return fail(told.error(), options.json);
    if (options.json) printJson(json);
    return options.out.empty() ? kDone : written(exportGates(*view, run, options.out), options);
}

int showGradient(InspectOptions options) {
    installSignals();
    ProgressLine progress(options.json);
    const Progress report = [&](double share) {
        progress.show("looking inside", std::max(0.0, share));
        return signalCount == 0;
    };
    auto opened = openInspected(options, report);
    if (!opened.ok()) return progress.end(), fail(opened.error(), options.json);
    const InspectedRun& run = opened->inspector->run();
    const auto view = opened->inspector->gradient({partOf(options.part), opened->window, {}}, report);
    progress.end();
    if (!view.ok()) return fail(view.error(), options.json);
    Json json = windowJson(view->window, view->weights, options);
    json["weight_gradient"] = number(view->weightGradient);
    json["clip_norm"] = view->clipNorm;
    if (!options.json) {
        printWindow(view->window, view->weights, run, options);
        std::printf("gradient of all weights %s%s\n", figureText(view->weightGradient, 3).c_str(),
                    view->clipNorm > 0 ? (", clipped at " + figureText(view->clipNorm, 3)).c_str() : "");
        std::printf("%-6s %-9s %12s %12s %12s  %s\n", "layer", "direction", "|dL/dh| first", "|dL/dh| last", "most",
                    "memory (steps back to the farthest with 1/1000 of the most)");
    }
    for (std::size_t layer = 0; layer < view->layers.size(); ++layer)
        for (std::size_t direction = 0; direction < view->layers[layer].size(); ++direction) {
            const GradientTrack& track = view->layers[layer][direction];
            json["tracks"].push_back({{"layer", layer + 1},
                                      {"direction", directionWord(direction)},
                                      {"hidden", track.hidden},
                                      {"cell", track.cell},
                                      {"kept", track.kept},
                                      {"memory", track.memory},
                                      {"past_window", track.pastWindow}});
            if (!options.json)
                std::printf("%-6zu %-9s %13s %12s %12s  %s%lld\n", layer + 1, directionWord(direction),
                            figureText(track.hidden.front(), 3).c_str(), figureText(track.hidden.back(), 3).c_str(),
                            figureText(*std::ranges::max_element(track.hidden), 3).c_str(),
                            track.pastWindow ? "at least " : "", static_cast<long long>(track.memory));
        }
    json["nudge"] = {{"size", view->nudge.size}, {"steps", view->nudge.steps}, {"moved", view->nudge.moved}};
    if (!options.json) {
        const auto most = std::ranges::max_element(view->nudge.moved);
        std::printf(
            "a nudge of %s moves the answer most at step %lld: by %s\n",
            view->nudge.size > 0 ? figureText(view->nudge.size, 2).c_str() : "one token",
            static_cast<long long>(view->nudge.steps[static_cast<std::size_t>(most - view->nudge.moved.begin())] + 1),
            figureText(*most, 3).c_str());
    }
    if (options.json) printJson(json);
    return options.out.empty() ? kDone : written(exportGradient(*view, run, options.out), options);
}

/// One step of one cell, from 1 on the command line.
struct WalkOptions {
    std::shared_ptr<InspectOptions> inspect;
    std::int64_t layer = 1, step = 0, unit = 1;
    std::string direction = "forward";
};

int showWalk(const WalkOptions& options) {
    installSignals();
    InspectOptions inspect = *options.inspect;
    ProgressLine progress(inspect.json);
    auto opened = openInspected(inspect, [&](double share) {
        progress.show("looking for the window", std::max(0.0, share));
        return signalCount == 0;
    });
    progress.end();
    if (!opened.ok()) return fail(opened.error(), inspect.json);
    WalkRequest request{{partOf(inspect.part), opened->window, {}},
                        options.layer - 1,
                        options.direction == "reverse" ? 1 : 0,
                        options.step - 1,
                        options.unit - 1,
                        {}};
    if (options.step == 0) {  // the last one
        const auto view = opened->inspector->gates(request.window);
        if (!view.ok()) return fail(view.error(), inspect.json);
        request.step = view->window.steps - 1;
    }
    const auto walk = opened->inspector->walk(request);
    if (!walk.ok()) return fail(walk.error(), inspect.json);
    Json json = windowJson(walk->window, walk->weights, inspect);
    json["cell"] = walk->cell;
    json["layer"] = walk->layer + 1, json["direction"] = options.direction, json["time_step"] = walk->step + 1,
    json["unit"] = walk->unit + 1;
    json["gap"] = number(walk->gap);
    if (!inspect.json) {
        printWindow(walk->window, walk->weights, opened->inspector->run(), inspect);
        std::printf("layer %lld, %s, step %lld, unit %lld\n", static_cast<long long>(walk->layer + 1),
                    options.direction.c_str(), static_cast<long long>(walk->step + 1),
                    static_cast<long long>(walk->unit + 1));
    }
    for (const WalkNode& node : walkNodes(*walk)) {
        const WalkQuantity& quantity = *walk->find(node.key);
        Json one{{"key", node.key},
                 {"symbol", node.symbol},
                 {"name", node.name.source},
                 {"formula", node.formula},
                 {"filled", plainLine(node.filled)},
                 {"back", node.backFormula},
                 {"back_filled", plainLine(node.backFilled)},
                 {"paper", node.paper},
                 {"value", number(walk->value(node.key))},
                 {"gradient", number(walk->gradient(node.key))},
                 {"values", quantity.values},
                 {"gradients", quantity.gradients}};
        if (const WalkSum* sum = walk->sum(node.key))
            for (const WalkTerm& term : sum->terms)
                one["terms"].push_back({{"tensor", term.weight.tensor},
                                        {"index", term.weight.index},
                                        {"weight", number(term.weightValue)},
                                        {"value", number(term.value)},
                                        {"weight_gradient", number(term.weightGradient)}});
        json["nodes"].push_back(std::move(one));
        if (inspect.json) continue;
        const std::string filled = node.filled.pattern.empty() ? "" : "  " + plainLine(node.filled);
        std::printf("%-7s %11s  gradient %11s  %s%s\n", node.key.c_str(), figureText(walk->value(node.key), 4).c_str(),
                    figureText(walk->gradient(node.key), 4).c_str(), node.formula.c_str(), filled.c_str());
    }
    if (inspect.json) printJson(json);
    return kDone;
}

void addOut(CLI::App& app, InspectOptions& options) {
    app.add_option("--out", options.out, "Write every number there (.csv or .h5)");
}

}  // namespace

CommandAction setGates(CLI::App& app) {
    const auto options = addInspectOptions(app);
    addOut(app, *options);
    const auto ablated = std::make_shared<AblationWords>();
    app.add_option("--ablate", ablated->units,
                   "Units from 1, with commas: how the loss of the whole part changes with them held at 0, with a 95 % "
                   "interval over blocks of windows")
        ->delimiter(',')
        ->check(CLI::PositiveNumber);
    app.add_option("--gate", ablated->gate,
                   "With --ablate: hold this gate of them at its mean instead (i, f, o; r, z)");
    app.add_option("--layer", ablated->layer, "With --ablate: their layer, from 1 (1)")->check(CLI::PositiveNumber);
    app.add_option("--direction", ablated->direction, "With --ablate: forward or reverse (forward)")
        ->check(CLI::IsMember({"forward", "reverse"}));
    return [options, ablated] { return showGates(*options, *ablated); };
}

CommandAction setGradient(CLI::App& app) {
    const auto options = addInspectOptions(app);
    addOut(app, *options);
    return [options] { return showGradient(*options); };
}

CommandAction setWalk(CLI::App& app) {
    const auto options = std::make_shared<WalkOptions>();
    options->inspect = addInspectOptions(app);
    app.add_option("--layer", options->layer, "Which layer, from 1 (1)");
    app.add_option("--direction", options->direction, "forward or reverse (forward)")
        ->check(CLI::IsMember({"forward", "reverse"}));
    app.add_option("--step", options->step, "Which step of the window, from 1 (the last one)")
        ->check(CLI::PositiveNumber);
    app.add_option("--unit", options->unit, "Which unit, from 1 (1)");
    return [options] { return showWalk(*options); };
}

}  // namespace gatelab::worker
