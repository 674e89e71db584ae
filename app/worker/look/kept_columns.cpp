// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/look/kept_columns.h"

#include "data/cache/column_cache.h"
#include "io/file_io.h"
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/output/console.h"
#include "worker/output/json_line.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <regex>
#include <string>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    const CLI::App* command = nullptr;
    bool clear = false, json = false;
    std::uint64_t limit = 0;  ///< bytes
};

/// "-1" would be all that a number can hold.
std::string checkSize(const std::string& text) {
    static const std::regex size(R"(\d+(\.\d+)?\s*([kKmMgGtT][iI]?)?[bB]?)");
    return std::regex_match(text, size) ? std::string() : "'" + text + "' is no size: write 4GB, 500MB or 0";
}

int show(const Options& options) {
    ColumnCache* const cache = columnCache();
    if (cache == nullptr)
        return fail({ErrorCode::NotFound,
                     "no folder is known in which columns could be kept: set GATELAB_CACHE, XDG_CACHE_HOME or HOME"},
                    options.json);
    if (options.command->count("--limit") > 0)
        if (auto set = cache->setLimit(options.limit); !set) return fail(set.error(), options.json);
    if (options.clear)
        if (auto cleared = cache->clear(); !cleared) return fail(cleared.error(), options.json);
    if (auto folder = makeFolders(cache->folder()); !folder)
        return fail(Error(folder.error()).withContext("no columns can be kept"), options.json);
    const std::uint64_t bytes = cache->bytes(), limit = cache->limit();
    if (options.json)
        printJson(Json{{"folder", cache->folder().string()}, {"bytes", bytes}, {"limit_bytes", limit}});
    else
        std::printf("%.1f MiB of at most %.0f MiB are kept in %s\n", static_cast<double>(bytes) / 1048576,
                    static_cast<double>(limit) / 1048576, cache->folder().c_str());
    return kDone;
}

}  // namespace

KeptColumnsCommand addKeptColumns(CLI::App& app) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "cache",
        "What is kept of large files as columns, so that they open again without being read: where (the environment's "
        "GATELAB_CACHE names another folder) and how much");
    command->add_flag("--clear", options->clear, "Removes all; nothing is lost");
    command->add_option("--limit", options->limit, "Keeps at most so much from now on: 4GB; 0 keeps nothing")
        ->transform(CLI::AsSizeValue(false))
        ->transform(CLI::Validator(checkSize, "SIZE"));  // the later one comes first
    command->add_flag("--json", options->json, "As JSON");
    options->command = command;
    return {command, [options] { return show(*options); }};
}

}  // namespace gatelab::worker
