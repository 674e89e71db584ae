// SPDX-License-Identifier: GPL-3.0-or-later
// "report": a run, or several side by side, as one HTML file.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"

#include "app/report/write_report.h"
#include "app/run_reference.h"
#include "export/report/phrase_book.h"
#include "session/engine.h"
#include "store/imported_run.h"

#include <algorithm>
#include <filesystem>

namespace gatelab::worker {

namespace {

struct ReportOptions {
    WorkspaceOptions workspace;
    std::vector<std::string> runs;
    std::filesystem::path output;
    std::string language = "en";
    bool plain = false, json = false;
};

Result<ReportWording> wordingOf(const std::string& language) {
    ReportWording wording;
    if (language == "en") return wording;
    auto book = PhraseBook::ofLanguage(language);
    if (!book.ok()) return book.error();
    wording.language = language;
    std::ranges::replace(wording.language, '_', '-');
    wording.say = [book = std::make_shared<const PhraseBook>(std::move(*book))](const Phrase& phrase) {
        return book->say(phrase);
    };
    return wording;
}

int writeRuns(const ReportOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    std::vector<std::string> ids;
    bool hasOwn = false;
    for (const std::string& word : options.runs) {
        const auto run = referredRun(**workspace, word);
        if (!run.ok()) return fail(run.error(), options.json);
        hasOwn = hasOwn || hasSettings(*run);
        if (std::ranges::find(ids, run->id) == ids.end()) ids.push_back(run->id);
    }
    const auto wording = wordingOf(options.language);
    if (!wording.ok()) return fail(wording.error(), options.json);
    std::shared_ptr<Engine> engine;
    if (ids.size() == 1 && hasOwn && !options.plain) {
        auto opened = openEngine();
        // A report without forecasts is one, too.
        if (opened.ok())
            engine = std::move(*opened);
        else
            std::fprintf(stderr, "warning: no forecasts are shown: %s\n", plainText(opened.error().phrase).c_str());
    }
    installSignals();
    ProgressLine progress(options.json);
    const auto written = writeReport(**workspace, ids, engine.get(), *wording, options.output, [&](double share) {
        progress.show("reading", std::max(0.0, share));
        return signalCount == 0;
    });
    progress.end();
    if (!written.ok()) return signalCount > 0 ? kInterrupted : fail(written.error(), options.json);
    for (const Phrase& missing : *written) std::fprintf(stderr, "warning: %s\n", plainText(missing).c_str());
    std::error_code ignored;
    const auto bytes = std::filesystem::file_size(options.output, ignored);
    if (options.json)
        printJson(nlohmann::ordered_json{{"report", options.output.string()}, {"bytes", bytes}, {"runs", ids}});
    else
        std::printf("wrote %s: %zu %s, %.0f kB\n", options.output.c_str(), ids.size(), ids.size() == 1 ? "run" : "runs",
                    static_cast<double>(bytes) / 1000);
    return kDone;
}

}  // namespace

CommandAction setReport(CLI::App& app) {
    const auto options = std::make_shared<ReportOptions>();
    options->workspace.addTo(app);
    app.add_option("runs", options->runs,
                   "Numbers, ids or names of runs, or last; of several a comparison in which the first one is the base")
        ->required();
    app.add_option("-o,--output", options->output, "The HTML file to write")->required();
    app.add_option("--language", options->language, "en or zh_CN")->capture_default_str();
    app.add_flag("--no-forecasts", options->plain, "Without forecasts: the network is not opened");
    app.add_flag("--json", options->json, "The result as JSON");
    return [options] { return writeRuns(*options); };
}

}  // namespace gatelab::worker
