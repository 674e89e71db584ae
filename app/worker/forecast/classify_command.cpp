// SPDX-License-Identifier: GPL-3.0-or-later
// "classify": what a kept run answers to sequences.
#include "worker/commands.h"
#include "worker/forecast/kept_forecast.h"
#include "worker/named_run.h"

#include <memory>

namespace gatelab::worker {

CommandAction setClassify(CLI::App& app) {
    const auto options = std::make_shared<ForecastOptions>();
    options->workspace.addTo(app);
    addNamedRun(app, options->run);
    app.add_option(
           "--data", options->data,
           "The sequences to classify: a file as the run's own is, or a row of numbers for each, with its class "
           "before them or without one; of a run of recordings or texts also one of them, or a folder of them, "
           "with or without one for each class; classes that they name are compared (the part of the run's own "
           "data that --part names)")
        ->check(CLI::ExistingPath);
    addPart(app, *options)->excludes("--data");
    addCheckpoint(app, *options);
    auto* packed = app.add_option("--packed", options->packed,
                                  "Answer with a network that 'compress RUN --write FOLDER' wrote, and say how answers "
                                  "and time differ from those of the run's own");
    packed->check(CLI::ExistingFile)->excludes(app.get_option("--checkpoint"));
    app.add_flag("--int8", options->int8, "The same with the run's own weights in bytes")
        ->excludes(app.get_option("--checkpoint"))
        ->excludes(packed);
    auto* stream = app.add_flag("--stream", options->stream,
                                "Read steps from standard input, a line each and an empty one between sequences (of a "
                                "run that reads texts each line is one), and write the answer after each");
    app.add_option("--csv", options->csv, "Write truth, answer and the probability of each class as CSV");
    app.add_option("--hdf5", options->hdf5, "Write the same as HDF5");
    for (const char* other : {"--data", "--csv", "--hdf5", "--part", "--checkpoint"})
        stream->excludes(app.get_option(other));
    app.add_flag("--json", options->json, "Scores as JSON");
    options->answers = true;
    return [options] { return forecastKept(*options); };
}

}  // namespace gatelab::worker
