// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/weight_facts.h"

#include "config/cell_traits.h"
#include "config/config_io.h"
#include "config/heads/head_kinds.h"
#include "config/words/word_table.h"
#include "data/data_identity.h"
#include "data/model_shape.h"
#include "data/readers.h"
#include "data/recipe/channel_scale.h"
#include "data/recipe/recipe.h"
#include "data/recipe/window_scale.h"
#include "data/sequences/parts_of_run.h"
#include "data/sequences/sequence_parts.h"
#include "io/json/json.h"
#include "store/run_weights.h"

#include <algorithm>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
using Facts = std::map<std::string, std::string>;

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// What a window of the target is brought to before the network sees it, and the forecast taken back from.
std::string anchorLine(const ExperimentConfig& config) {
    const bool isGaussian = givesDistribution(config.loss);
    if (!anchorsScale(config.anchor))
        return std::string("Anchor: a = the ") + (anchorsAtLast(config.anchor) ? "last value" : "mean") +
               " of each target in the window, scaled. a is subtracted from the target's own input column, where it "
               "has one, in every step; the other inputs stay. a is added to the output" +
               (isGaussian ? ", to the mean alone." : ".");
    return std::string(
               "Anchor (RevIN): a = the mean, s = the standard deviation (divided by n) of each target in the window, "
               "scaled, s at least that of 'least_scales'. The target's own input column, where it has one, becomes (x "
               "- a) / s in every step; "
               "the other inputs stay. The output becomes output * s + a") +
           (isGaussian ? " for the mean, and the variance is multiplied by s * s, at least 2e-6." : ".");
}

Result<> addSeries(const SeriesPtr& series, const ExperimentConfig& config, Facts& facts) {
    const auto prepared = prepareSeries(series, config);
    if (!prepared.ok()) return prepared.error();
    const PreparedSeries& all = **prepared;
    const auto names = [&all](const std::vector<std::size_t>& columns) {
        Json list = Json::array();
        for (const std::size_t column : columns) list.push_back(all.table.columns[column].name);
        return list;
    };
    Json scaling = Json::array();
    for (std::size_t i = 0; i < all.steps.size(); ++i) {
        const std::string learned = all.steps[i]->state();
        Json state = Json::parse(learned, nullptr, false);
        scaling.push_back(
            {{"step", all.stepTexts[i]}, {"learned", state.is_discarded() ? Json(learned) : std::move(state)}});
    }
    facts["data"] = text({{"source", series->source}, {"sha256", series->sha256}});
    facts["inputs"] = text(names(all.inputs));
    facts["targets"] = text(names(all.targets));
    facts["scaling"] = text(scaling);
    if (const auto tables = modelShape(config, all).tables; !tables.empty()) {
        Json list = Json::array();
        for (const WordTable& table : tables) {
            Json read = Json::array();
            for (const WordTable::Copy& copy : table.copies)
                read.push_back({{"inputs", copy.inputs}, {"rows", copy.rows}});
            Json words = Json::array();  // of the rows
            for (std::size_t i = 0; i < table.copies.front().inputs.size(); ++i)
                words[static_cast<std::size_t>(table.copies.front().rows[i])] =
                    all.table.columns[all.inputs[static_cast<std::size_t>(table.copies.front().inputs[i])]].name.substr(
                        table.column.size() + 1);
            list.push_back({{"column", table.column},
                            {"table", table.name},
                            {"words", std::move(words)},
                            {"read", std::move(read)}});
        }
        facts["tables"] = text(list);
    }
    if (anchorsScale(config.anchor)) facts["least_scales"] = text(Json(minWindowScales(all)));
    return {};
}

Result<> addSequences(const SequenceSet& set, const ExperimentConfig& config, Facts& facts) {
    const auto parts = splitSequences(set, config);
    if (!parts.ok()) return parts.error();
    const ChannelScale scale = fitChannelScale(set, parts->train, config.recipe);
    facts["data"] = text({{"source", set.source}, {"sha256", set.sha256}});
    facts["inputs"] = text(set.tokens > 0 ? Json(set.tokenNames) : Json(set.channelNames));
    facts["targets"] = text(Json(set.classNames));
    const auto step =
        std::ranges::find_if(config.recipe, [](const std::string& one) { return one.starts_with("standardise"); });
    Json scaling = Json::array();
    if (set.tokens == 0 && step != config.recipe.end())
        scaling.push_back(
            {{"step", *step},
             {"learned", {{"columns", set.channelNames}, {"offset", scale.mean}, {"scale", scale.deviation}}}});
    facts["scaling"] = text(scaling);
    return {};
}

/// From the data, where they are those that the weights were trained on.
Result<> addData(const ExperimentConfig& config, const std::string& trainedOn, Facts& facts) {
    auto data = loadDataset(config);
    if (!data.ok()) return data.error();
    const PartsOfRun parts(trainedOn);
    *data = PartsOfRun::applied(std::move(*data), config);
    if (Phrase other = otherData(dataIdentity(*data, config), trainedOn); !other.empty())
        return Error{ErrorCode::InvalidInput, std::move(other)};
    return data->series ? addSeries(data->series, config, facts) : addSequences(*data->sequences, config, facts);
}

/// What the numbers of a head that gives more than its centre mean; empty: it gives one.
std::string valuesOfHead(const std::string& loss) {
    if (isPinball(loss)) return "Values are the quantiles, sorted in rising order after the head (and the anchor).";
    if (isRisingQuantiles(loss))
        return "Values are v; with m the middle one, quantile[m] = v[m] and from there outwards each quantile is "
               "softplus(20 * (v[k + 1] - v[k])) / 20 away from the one before (after the anchor).";
    if (isStudentT(loss))
        return "Values are mean, r and d; scale^2 = softplus(r) + 1e-6, freedom = 2 + softplus(d), on the scaled "
               "targets.";
    if (isNegativeBinomial(loss))
        return "Values are m and r; of the counts y = offset + factor * scaled target the mean is softplus(offset + "
               "factor * m), the variance the mean + factor^2 * (softplus(r) + 1e-6).";
    if (isGaussianNll(loss)) return "Values are mean and r; variance = softplus(r) + 1e-6, on the scaled targets.";
    return {};
}

/// One line per fact that no name of a tensor tells.
std::string rebuilding(const ExperimentConfig& config, bool tokens, bool hasData) {
    std::string lines;
    const auto say = [&lines](const std::string& line) { lines += line + "\n"; };
    const bool forecasts = isForecast(config);
    if (tokens)
        say("Inputs are token numbers [time, batch], counted from 0" +
            std::string(hasData ? " in the order of 'inputs'" : "") +
            "; row i of embedding.weight is token i. They are not scaled.");
    else if (hasData)
        say("Arrays are [time, batch, features]; features are in the order of 'inputs', after the steps of 'scaling' "
            "in their order; offset and scale of a step mean (x - offset) / scale, and a missing value of a sequence "
            "is 0 afterwards.");
    else
        say("Arrays are [time, batch, features]; the features are scaled by the recipe of 'experiment'. Their names, "
            "their order and what the recipe learned are not in this file; 'data' says why.");
    if (readsTables(config))
        say("Words through tables: the first layer sees the features that no table of 'tables' reads, in their order, "
            "and "
            "behind them for each table and each of its 'read' x[..., inputs] @ table[rows].");
    if (!forecasts)
        say("Sequences of unequal length: each is computed over its own steps only, as with "
            "torch.nn.utils.rnn.pack_padded_sequence; the reverse direction begins at its own last step, and pooling "
            "leaves the padding out.");
    if (forecasts)
        say("A window has " + std::to_string(config.lookback) + " steps, the forecast " +
            std::to_string(config.horizon) + "; it is taken back through the steps in reverse order.");
    if (forecasts && isAnchored(config.anchor)) say(anchorLine(config));
    const CellTraits& cell = cellTraits(config.cell);
    say((cell.library ? "rnn.*_lK are those of torch.nn." + std::string(cell.family)
                      : "rnn.*_lK have a block of rows for each of '" + std::string(cell.gates) +
                            "', in that order: " + std::string(cell.formula)) +
        ", each layer K on its own; of both directions the outputs are side by side.");
    if (config.peephole)
        say("Peepholes: rnn.weight_ch_lK has the rows w_i, w_f, w_o; w_i * c(t-1) and w_f * c(t-1) are added to the "
            "input and the forget gate, w_o * c(t) to the output gate, before their sigmoid.");
    if (config.zoneout > 0)
        say("Zoneout, z = " + Json(config.zoneout).dump() +
            ": at every step h(t) = z * h(t-1) + (1 - z) * the cell's own h(t)" +
            (cell.cellState ? (cell.second != 0 ? std::string(", likewise ") + cell.second : std::string()) +
                                  ", and c(t) = z * c(t-1) + (1 - z) * the cell's own c(t); the own h(t) is computed "
                                  "with the own c(t)"
                            : "") +
            ".");
    if (config.residual)
        say("Residual: from layer 1 on, where the widths are the same, y = rnn(x) + x, before the norm.");
    if (config.layerNorm)
        say("Norm: y = layer_norm(y) over the features with norm.K.weight and norm.K.bias, epsilon 1e-5.");
    if (!isLabelling(config)) {
        if (poolsLast(config))
            say("Pooling: the last step of the forward direction and step 0 of the reverse one.");
        else if (poolsByAttention(config))
            say("Pooling: s = tanh(x @ attention.weight.T + attention.bias) @ attention.context, weights softmax(s) "
                "over time, features = sum of weight * x.");
        else
            say("Pooling: " + config.pooling + " over time.");
    }
    say("Head: output = features @ head.weight.T + head.bias.");
    if (config.linearPath)
        say("Linear path: output += window.transpose(0, 1).flatten(1) @ linear.weight.T, so that column time * inputs "
            "+ feature belongs to that feature at that time.");
    if (forecasts)
        say(asksRecursive(config)
                ? std::string("Decoder: the output is that of the next step, [batch, targets, values]; its centre (the "
                              "mean, the middle quantile) replaces the targets' columns of the next row, which goes "
                              "through the network with the state so far. The other inputs of that row are the true "
                              "ones where they are known ahead, else those of the window's last row; the anchor stays "
                              "that of the window.") +
                      (config.linearPath ? " The linear path reads the last rows, as many as a window has: with each "
                                           "step the oldest goes and the new one comes."
                                         : "")
                : std::string("The output is reshaped to [batch, horizon, targets, values]."));
    if (const std::string values = valuesOfHead(config.loss); !values.empty()) say(values);
    return lines;
}

}  // namespace

WeightFacts weightFacts(const ExperimentConfig& config, const std::string& trainedOn, bool tokens) {
    WeightFacts facts{{{"experiment", configToJson(config)}}, {}};
    const auto added = addData(config, trainedOn, facts.texts);
    facts.texts["rebuild"] = rebuilding(config, tokens, added.ok());
    if (added.ok()) return facts;
    Json problem{{"problem", added.error().message}};
    if (!trainedOn.empty()) problem["sha256"] = trainedOn;
    facts.texts["data"] = text(problem);
    facts.problem = {GATELAB_TEXT("Files", "the file lacks the scaling and the names of inputs and targets: %1"),
                     {added.error().phrase}};
    return facts;
}

}  // namespace gatelab
