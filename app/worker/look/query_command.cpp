// SPDX-License-Identifier: GPL-3.0-or-later
// "query SQL": what a person asks of the index of a workspace, or of the record of one run, which are only read.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/runs.h"

#include "app/run_reference.h"
#include "export/terminal_chart.h"
#include "io/csv_cell.h"
#include "io/database_query.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kWidest = 40;
constexpr std::size_t kRowsToMeasure = 200;

enum class Form { Table, Json, Csv };

struct QueryOptions {
    WorkspaceOptions workspace;
    std::string sql, run;
    bool tables = false, json = false, csv = false;

    [[nodiscard]] Form form() const { return json ? Form::Json : csv ? Form::Csv : Form::Table; }
};

Json cellJson(const QueryCell& cell) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) return *integer;
    if (const auto* real = std::get_if<double>(&cell)) return number(*real);
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    return nullptr;
}

std::string cellText(const QueryCell& cell, Form form) {
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) return std::to_string(*integer);
    if (const auto* text = std::get_if<std::string>(&cell)) return form == Form::Csv ? csvText(*text) : shown(*text);
    const auto* real = std::get_if<double>(&cell);
    if (real == nullptr) return form == Form::Csv ? "" : "-";
    if (form == Form::Csv) {
        std::string out;
        appendCsvNumber(out, *real);
        return out;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", *real);
    return text;
}

/// Prints rows as they come. A table waits for some of them, to know how wide its columns are.
class Printer {
public:
    explicit Printer(Form form) : form_(form) {}
    void begin(const std::vector<std::string>& names) {
        names_ = names;
        for (std::size_t i = 0; i < names.size(); ++i)  // of an object each key is one
            if (form_ == Form::Json)
                for (int again = 2; std::ranges::count(std::span(names_).first(i), names_[i]) > 0; ++again)
                    names_[i] = names[i] + "_" + std::to_string(again);
        for (const std::string& name : names) widths_.push_back(columnsOf(name));
        if (form_ != Form::Csv) return;
        std::vector<std::string> cells;
        for (const std::string& name : names) cells.push_back(csvText(name));
        line(cells, ",");
    }
    void add(const QueryRow& row) {
        if (form_ == Form::Json) {
            Json json = Json::object();
            for (std::size_t i = 0; i < row.size(); ++i) json[names_[i]] = cellJson(row[i]);
            printJson(json);
            return;
        }
        std::vector<std::string> cells;
        for (const QueryCell& cell : row) cells.push_back(cellText(cell, form_));
        if (form_ == Form::Csv && cells.size() == 1 && cells[0].empty()) cells[0] = "\"\"";  // no blank line
        if (form_ == Form::Csv) return line(cells, ",");
        for (std::size_t i = 0; i < cells.size(); ++i)
            widths_[i] = std::min(kWidest, std::max(widths_[i], columnsOf(cells[i])));
        waiting_.push_back(std::move(cells));
        if (waiting_.size() >= kRowsToMeasure) flush();
    }
    void end() {
        if (form_ == Form::Table) flush();
        std::fflush(stdout);
    }

private:
    void flush() {
        if (!std::exchange(isHeadPrinted_, true)) padded(names_);
        for (const auto& cells : waiting_) padded(cells);
        waiting_.clear();
    }
    void padded(std::vector<std::string> cells) const {
        for (std::size_t i = 0; i + 1 < cells.size(); ++i)
            cells[i].append(static_cast<std::size_t>(std::max(0, widths_[i] - columnsOf(cells[i]))), ' ');
        line(cells, "  ");
    }
    static void line(const std::vector<std::string>& cells, const char* between) {
        for (std::size_t i = 0; i < cells.size(); ++i) std::printf("%s%s", i > 0 ? between : "", cells[i].c_str());
        std::printf("\n");
    }
    Form form_;
    bool isHeadPrinted_ = false;
    std::vector<std::string> names_;
    std::vector<int> widths_;
    std::vector<std::vector<std::string>> waiting_;
};

int listTables(const QueryOptions& options, const std::filesystem::path& database) {
    const auto tables = databaseTables(database);
    if (!tables.ok()) return fail(tables.error(), options.json);
    for (const QueryTable& table : *tables) {
        if (options.json) {
            printJson(Json{{"table", table.name}, {"columns", table.columns}});
            continue;
        }
        std::printf("%s\n", table.name.c_str());
        for (const std::string& column : table.columns) std::printf("  %s\n", column.c_str());
    }
    return kDone;
}

int answerQuery(const QueryOptions& options) {
    if (options.sql.empty() && !options.tables)
        return fail({ErrorCode::InvalidInput, "nothing is asked: give a SELECT, or --tables for what there is"},
                    options.json);
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    std::filesystem::path database = (*workspace)->folder() / "workspace.sqlite";
    if (!options.run.empty()) {
        const auto run = referredRun(**workspace, options.run);
        if (!run.ok()) return fail(run.error(), options.json);
        database = runFolderIn((*workspace)->folder(), run->id) / "run.sqlite";
    }
    if (options.tables) return listTables(options, database);
    installSignals();
    Printer printer(options.form());
    const auto answered = queryDatabase(database, options.sql,
                                        {[&](const std::vector<std::string>& names) { printer.begin(names); },
                                         [&](const QueryRow& row) -> Result<> {
                                             printer.add(row);
                                             return {};
                                         },
                                         [] { return signalCount > 0; }});
    printer.end();
    if (signalCount > 0) return kInterrupted;
    return answered.ok() ? static_cast<int>(kDone) : fail(answered.error(), options.json);
}

}  // namespace

CommandAction setQuery(CLI::App& app) {
    const auto options = std::make_shared<QueryOptions>();
    options->workspace.addTo(app);
    app.add_option("sql", options->sql, "A SELECT over the index: \"SELECT name, best FROM runs\"");
    app.add_option("--run", options->run, "Asks the record of this run instead");
    app.add_flag("--tables", options->tables, "Lists the tables and their columns");
    app.add_flag("--json", options->json, "A JSON object a row");
    app.add_flag("--csv", options->csv, "CSV with a head")->excludes("--json");
    return [options] { return answerQuery(*options); };
}

}  // namespace gatelab::worker
