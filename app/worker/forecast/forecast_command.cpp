// SPDX-License-Identifier: GPL-3.0-or-later
// "forecast": what a kept run forecasts, of its own data, of another file or of rows as they come.
#include "worker/commands.h"
#include "worker/forecast/kept_forecast.h"
#include "worker/named_run.h"

#include <memory>

namespace gatelab::worker {

CommandAction setForecast(CLI::App& app) {
    const auto options = std::make_shared<ForecastOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option("--baselines", options->baselines,
                   "Strong ones beside the usual: all, or some of nlinear, dlinear, ets, arima, lightgbm with commas "
                   "(seconds to minutes)");
    app.add_option("--csv", options->csv,
                   "Write forecasts and errors as CSV (of sequences: truth, prediction and the probability of each "
                   "class); the recursive forecast goes into NAME-closed-loop");
    app.add_option("--hdf5", options->hdf5, "Write the same as HDF5");
    addCheckpoint(app, *options);
    addPart(app, *options);
    app.add_option("--closed-loop", options->closedLoop, "Also forecast so many steps recursively")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--ahead", options->ahead,
                   "Forecast so many rows after the last one, with intervals where the network or the run knows them")
        ->check(CLI::PositiveNumber);
    auto* intervals = app.add_option(
        "--intervals", options->intervals,
        "Of --ahead, in place of those that the run keeps: split or aci (of the errors of its backtest), "
        "head, dropout, ensemble");
    intervals->check(CLI::IsMember({"split", "aci", "head", "dropout", "ensemble"}))->needs("--ahead");
    app.add_option("--ensemble", options->ensemble, "Of --intervals ensemble: other runs that differ in the seed")
        ->delimiter(',')
        ->needs(intervals);
    app.add_option("--data", options->data,
                   "Another file than that of the training: its windows are forecast with what the run's recipe "
                   "learned, and nothing is fitted; the data of the training are not needed")
        ->check(CLI::ExistingFile);
    auto* stream = app.add_flag(
        "--stream", options->stream,
        "Read rows from standard input (a line with the names of the columns first) and write a forecast after each");
    auto* packed = app.add_option("--packed", options->packed,
                                  "Compute with a network that 'compress RUN --write FOLDER' wrote, and say how its "
                                  "forecasts and its time differ from those of the run's own");
    packed->check(CLI::ExistingFile)->excludes(app.get_option("--checkpoint"));
    app.add_flag("--int8", options->int8, "The same with the run's own weights in bytes")->excludes(packed);
    for (const char* other : {"--ahead", "--data", "--csv", "--hdf5", "--part", "--closed-loop"})
        stream->excludes(app.get_option(other));
    app.get_option("--part")->excludes(app.get_option("--data"));
    auto* goOn = app.add_option("--continue", options->beginning,
                                "Of a run of a running text: go on with this text, and write it");
    app.add_option("--length", options->length, "Of --continue: characters or words to write (400)")
        ->check(CLI::NonNegativeNumber)
        ->needs(goOn);
    app.add_option(
           "--temperature", options->temperature,
           "Of --continue: below 1 likelier, above 1 more varied than the network says; 0: always the likeliest "
           "(0.8)")
        ->check(CLI::Range(0.0, 100.0))
        ->needs(goOn);
    app.add_option("--seed", options->seed, "Of --continue: the same seed gives the same text (1)")->needs(goOn);
    for (const char* other : {"--stream", "--ahead", "--data", "--csv", "--hdf5", "--part", "--closed-loop",
                              "--baselines", "--packed", "--int8"})
        goOn->excludes(app.get_option(other));
    app.add_flag("--json", options->json, "Scores as JSON");
    return [options] { return forecastKept(*options); };
}

}  // namespace gatelab::worker
