// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gatelab::worker {

/// One command of gatelab-worker: a row of the table in worker_main.cpp. `set` adds its options to the parser and
/// returns what to do after parsing, which gives the exit code.
using CommandAction = std::function<int()>;
struct Command {
    const char* name;
    const char* help;
    CommandAction (*set)(CLI::App& app);
};

CommandAction setTrain(CLI::App& app);
CommandAction setSweep(CLI::App& app);
CommandAction setVerdict(CLI::App& app);
CommandAction setQueue(CLI::App& app);
CommandAction setSlurm(CLI::App& app);
CommandAction setResume(CLI::App& app);
CommandAction setBranch(CLI::App& app);
CommandAction setServe(CLI::App& app);
CommandAction setRank(CLI::App& app);
CommandAction setRanks(CLI::App& app);
CommandAction setHosts(CLI::App& app);
CommandAction setList(CLI::App& app);
CommandAction setQuery(CLI::App& app);
CommandAction setShow(CLI::App& app);
CommandAction setPresets(CLI::App& app);
CommandAction setBaselines(CLI::App& app);
CommandAction setAudit(CLI::App& app);
CommandAction setData(CLI::App& app);
CommandAction setDevices(CLI::App& app);
CommandAction setXla(CLI::App& app);
CommandAction setEngine(CLI::App& app);
CommandAction setForecast(CLI::App& app);
CommandAction setClassify(CLI::App& app);
CommandAction setExportWeights(CLI::App& app);
CommandAction setGates(CLI::App& app);
CommandAction setGradient(CLI::App& app);
CommandAction setLesson(CLI::App& app);
CommandAction setExercise(CLI::App& app);
CommandAction setGrade(CLI::App& app);
CommandAction setWalk(CLI::App& app);
CommandAction setVerify(CLI::App& app);
CommandAction setWatch(CLI::App& app);
CommandAction setAdvise(CLI::App& app);
CommandAction setReport(CLI::App& app);
CommandAction setBundle(CLI::App& app);
CommandAction setImportRuns(CLI::App& app);
CommandAction setTimeline(CLI::App& app);
CommandAction setFind(CLI::App& app);
CommandAction setStudy(CLI::App& app);
CommandAction setBench(CLI::App& app);
CommandAction setWorkspace(CLI::App& app);

/// What each optimisation switch is worth for one experiment on this machine.
CommandAction setLab(CLI::App& app);

}  // namespace gatelab::worker
