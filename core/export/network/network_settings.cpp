// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/network_settings.h"

#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/setting_predicates.h"
#include "export/network/told_distribution.h"

#include <algorithm>
#include <charconv>

namespace gatelab {

std::string quotedConstant(const std::string& text) {
    std::string made = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') made += '\\';
        made += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return made + "\"";
}

std::string realConstant(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string networkConstants(const PortableNetwork& network, const ConstantDialect& dialect) {
    const ExperimentConfig& config = network.config;
    const CellTraits& cell = network.cell();
    std::string lines;
    const auto say = [&](const char* type, const char* name, const std::string& value) {
        lines += dialect.line(type, name, value);
    };
    const auto text = [&](const char* name, const std::string& value) {
        say("std::string", name, quotedConstant(value));
    };
    const auto yes = [&](const char* name, bool on) { say("bool", name, on ? dialect.yes : dialect.no); };
    const auto whole = [&](const char* name, std::int64_t value) { say("int64_t", name, std::to_string(value)); };
    const auto list = [&](const char* type, const char* name, const auto& all, const auto& each) {
        std::string made;
        for (const auto& one : all) made += (made.empty() ? "" : ", ") + each(one);
        say(("std::vector<" + std::string(type) + ">").c_str(), name, dialect.open + made + dialect.close);
    };
    const bool forecasts = network.isForecast();
    text("cell", config.cell);
    text("reads", cell.hiddenWeights == HiddenWeights::Matrix ? "matrix" : cell.readsHidden() ? "unit" : "none");
    text("pooling", config.pooling);
    text("task", config.task);
    text("anchor", forecasts ? config.anchor : "none");
    yes("library", cell.library && !config.peephole && config.zoneout == 0);
    yes("bidirectional", config.bidirectional);
    yes("residual", config.residual);
    text("head", forecasts && givesDistribution(config.loss) ? config.loss : "values");
    yes("rising", isRisingQuantiles(config.loss));
    yes("recursive", forecasts && isRecursive(config));
    whole("tokens", network.tokens);
    whole("blocks", cell.blocks());
    whole("hidden", config.hiddenSize);
    whole("projection", config.projectionSize);
    whole("cell_width", std::max<std::int64_t>(1, cell.cellParts()) * config.hiddenSize);
    whole("layers", config.layers);
    whole("lookback", network.longest);
    whole("horizon", config.horizon);
    whole("values", network.values);
    say("double", "zoneout", realConstant(config.zoneout));
    using Column = PortableNetwork::Column;
    list("std::string", "columns", network.columns, [](const Column& one) { return quotedConstant(one.name); });
    const PortableNetwork::SeriesScale scale = network.isMany() ? PortableNetwork::SeriesScale() : network.scaleOf(0);
    list("double", "offsets", scale.offsets, realConstant);
    list("double", "scales", scale.scales, realConstant);
    const auto number = [](std::int64_t one) { return std::to_string(one); };
    list("std::string", "scale_names", network.scaleNames(), quotedConstant);
    list("std::string", "series", network.series,
         [](const PortableNetwork::SeriesScale& one) { return quotedConstant(one.name); });
    list("int64_t", "known", network.known, number);
    list("int64_t", "ahead_known", network.ahead, [&](const PortableNetwork::Ahead& one) { return number(one.known); });
    list("int64_t", "ahead_rows", network.ahead, [&](const PortableNetwork::Ahead& one) { return number(one.rows); });
    whole("known_rows", network.aheadRows());
    list("int64_t", "inputs", network.inputs, number);
    list("std::string", "classes", network.classNames, quotedConstant);
    if (toldParameters(config) > 0) {
        list("double", "levels", toldLevels(config), realConstant);
        list("double", "curves", studentCurves(config), realConstant);
        list("double", "normal", normalValues(config), realConstant);
    }
    list("Target", "targets", network.targets, dialect.target);
    return lines;
}

}  // namespace gatelab
