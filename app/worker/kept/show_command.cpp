// SPDX-License-Identifier: GPL-3.0-or-later
// "show": all that is told of one kept run.
#include "worker/commands.h"
#include "worker/kept/shown_run.h"
#include "worker/named_run.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"

#include "store/workspace.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>

namespace gatelab::worker {

namespace {

struct ShowOptions {
    WorkspaceOptions workspace;
    std::string run;
    bool json = false, classes = false;
};

int showRun(const ShowOptions& options) {
    auto workspace = options.workspace.openExisting(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    const auto report = readShownRun(**workspace, options.run);
    if (!report.ok()) return fail(report.error(), options.json);
    for (const Phrase& problem : report->details.problems)
        std::fprintf(stderr, "warning: the record of the run: %s\n", plainText(problem).c_str());
    if (options.json)
        printJson(shownRunJson(*report));
    else
        printShownRun(*report, options.classes);
    return kDone;
}

}  // namespace

CommandAction setShow(CLI::App& app) {
    const auto options = std::make_shared<ShowOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_flag("--classes", options->classes, "A line for each class, however many there are");
    app.add_flag("--json", options->json, "As JSON");
    return [options] { return showRun(*options); };
}

}  // namespace gatelab::worker
