// SPDX-License-Identifier: GPL-3.0-or-later
// Every fact of a run comes back from every place where its row says that it is kept, and the places are those of
// earlier programs.
// Holds core/store/record/run_files.cpp.
#include "io/file_io.h"
#include "store/record/manifest.h"
#include "store/record/run_facts.h"
#include "store/record/run_files.h"
#include "store/run_index.h"
#include "support/quick_folder.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

using namespace gatelab;
namespace fs = std::filesystem;

namespace {

/// No member as it is in a new summary.
RunSummary full() {
    RunSummary run;
    run.id = "20261126-120000-abcd";
    run.number = 31;
    run.name = "LSTM \"a\", 油温";
    run.parent = "20261125-120000-abcd";
    run.branchStep = 96;
    run.startWeights = "weights.safetensors";
    run.state = RunState::Failed;
    run.created = 1.7e9 + 0.25, run.ended = 1.7e9 + 9.5, run.seconds = 4.125;
    run.step = 120, run.epoch = 3, run.epochs = 7;
    run.bestValidation = 0.1;
    run.bestEpoch = 2;
    run.colour = 11;
    run.starred = run.archived = run.isUnread = true;
    run.tags = "night paper", run.note = "line\nline", run.dataName = "ETTh1.csv";
    run.bytes = 123456789012;
    run.problem = Phrase("a problem");
    ExperimentConfig config;
    config.hiddenSize = 48, config.epochs = 7;
    run.config = config;
    run.changes = {{{findField("learning_rate"), 0.001, 3e-4}, 40, 2}};
    run.lastValues = CurveValues{{"train_loss", 0.5}, {"samples_per_second", std::numeric_limits<double>::infinity()}};
    run.bestValues = CurveValues{{"train_loss", 0.25}};
    run.keptValues = CurveValues{{"validation_loss", 0.1}};
    run.scores = std::vector<TestScore>{{"model", "original", "mse", 0.3}};
    return run;
}

std::string text(const FactValue& value) {
    if (const auto* words = std::get_if<std::string>(&value)) return *words;
    return std::visit(
        [](const auto& kept) {
            if constexpr (std::is_same_v<std::decay_t<decltype(kept)>, std::string>)
                return kept;
            else
                return std::to_string(kept);
        },
        value);
}

std::string text(const RunFact& fact, const RunSummary& run) { return text(fact.get(run)); }

bool isIn(const RunFact& fact, unsigned places) { return (fact.places & places) != 0; }

}  // namespace

class TestRunFacts : public QObject {
    Q_OBJECT
    std::unique_ptr<QuickFolder> folder_;
    [[nodiscard]] fs::path path(const std::string& name) const { return folder_->path() / name; }
    /// Of the facts that pass, those whose value in `read` is another than in `run`.
    static std::set<std::string> lost(const RunSummary& run, const RunSummary& read,
                                      const std::function<bool(const RunFact&)>& passes) {
        std::set<std::string> keys;
        for (const RunFact& fact : runFacts())
            if (passes(fact) && text(fact, run) != text(fact, read)) keys.insert(fact.key);
        return keys;
    }

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QuickFolder>(); }

    void everyRowIsAnotherMember() {
        std::set<std::string> keys;
        const RunSummary run = full(), fresh;
        for (const RunFact& fact : runFacts()) {
            QVERIFY2(keys.insert(fact.key).second, fact.key);
            QCOMPARE(findRunFact(fact.key), &fact);
            QVERIFY2(text(fact, run) != text(fact, fresh), fact.key);
            RunSummary copied, taken;
            fact.copy(run, copied);
            fact.set(taken, fact.get(run));
            for (const RunFact& other : runFacts()) {
                const bool isIt = &other == &fact;
                QCOMPARE(text(other, copied), text(other, isIt ? run : fresh));
                QCOMPARE(text(other, taken), text(other, isIt ? run : fresh));
            }
        }
        QVERIFY(!findRunFact("id") && !findRunFact("") && !findRunFact("checksum_facts"));
    }

    void aValueOfAnotherKindChangesNothing() {
        for (const RunFact& fact : runFacts()) {
            RunSummary run = full();
            const bool isText = fact.get(run).index() == 2;
            fact.set(run, isText ? FactValue(std::int64_t{5}) : FactValue("five"));
            QCOMPARE(text(fact, run), text(fact, full()));
        }
        RunSummary run = full();
        findRunFact("state")->set(run, "asleep");
        QCOMPARE(run.state, RunState::Failed);
        findRunFact("best")->set(run, std::numeric_limits<double>::quiet_NaN());
        QVERIFY(std::isnan(run.bestValidation));
    }

    void theIndexKeepsAll() {
        RunIndex index(path("workspace.sqlite"), [](const Progress&) { return std::vector<RunSummary>(); });
        QVERIFY(index.open({}).ok());
        RunSummary run = full();
        QVERIFY(index.put({run}).ok());
        const auto read = index.find(run.id);
        QVERIFY(read.ok());
        QCOMPARE(lost(run, *read, [](const RunFact&) { return true; }), std::set<std::string>());
        // A group is written alone.
        for (const auto with : {RunFact::With::Edits, RunFact::With::Progress}) {
            RunSummary other;
            other.id = run.id;
            QVERIFY((with == RunFact::With::Edits ? index.putEdits(other) : index.putProgress(other)).ok());
            const auto changed = index.find(run.id);
            QVERIFY(changed.ok());
            QCOMPARE(lost(other, *changed, [&](const RunFact& fact) { return fact.with == with; }),
                     std::set<std::string>());
            QCOMPARE(lost(run, *changed, [&](const RunFact& fact) { return fact.with != with; }),
                     std::set<std::string>());
            QVERIFY(index.put({run}).ok());
        }
    }

    void recordAndManifestKeepTheirs() {
        const RunSummary run = full();
        const fs::path runFolder = path(run.id);
        fs::create_directories(runFolder);
        QVERIFY(run_files::create(runFolder, run).ok());
        const RunSummary read = run_files::readRecord(runFolder);
        QCOMPARE(lost(run, read, [](const RunFact& fact) { return isIn(fact, RunFact::kRecord); }),
                 std::set<std::string>());
        // Without a record the manifest tells how the run ended.
        QVERIFY(run_files::writeManifest(runFolder, run, {}).ok());
        // A fact of a newer program, or one of another kind, is passed over.
        Manifest manifest = *readManifest(runFolder, "run");
        manifest.facts["mood"] = std::string("good");
        manifest.facts["archived"] = true;
        manifest.facts["unread"] = std::int64_t{1};
        QVERIFY(writeFileDurably(runFolder / run_files::kManifest, manifestToJson(manifest)).ok());
        fs::remove(runFolder / run_files::kDatabase);
        const RunSummary rescued = run_files::readSummary(runFolder);
        QVERIFY(!rescued.problem.empty());
        QVERIFY(!rescued.archived && !rescued.isUnread);
        QCOMPARE(lost(run, rescued,
                      [](const RunFact& fact) { return isIn(fact, RunFact::kManifest | RunFact::kManifestIfAny); }),
                 std::set<std::string>());
    }

    /// What files of earlier programs hold: another key or place would be another format.
    void thePlacesAreThoseOfEarlierPrograms() {
        std::map<unsigned, std::set<std::string>> kept;
        for (const RunFact& fact : runFacts())
            for (const unsigned place : {RunFact::kRecord, RunFact::kManifest, RunFact::kManifestIfAny})
                if (isIn(fact, place)) kept[place].insert(fact.key);
        QCOMPARE(
            kept[RunFact::kRecord],
            (std::set<std::string>{"number",      "name",          "colour",  "starred",     "archived",    "tags",
                                   "note",        "state",         "step",    "epoch",       "seconds",     "ended",
                                   "best",        "best_epoch",    "epochs",  "best_values", "kept_values", "parent",
                                   "branch_step", "start_weights", "created", "data_name"}));
        QCOMPARE(kept[RunFact::kManifest],
                 (std::set<std::string>{"number", "parent", "branch_step", "created", "state", "step", "epoch",
                                        "seconds", "best", "best_epoch", "data_name"}));
        QCOMPARE(kept[RunFact::kManifestIfAny], std::set<std::string>{"start_weights"});
        QCOMPARE(recordKeys(RunFact::With::Edits),
                 std::string("'name', 'colour', 'starred', 'archived', 'tags', 'note'"));
    }

    /// The checksum of a line is of its values in this order.
    void columnsStandInTheirOrder() {
        std::string order;
        for (const RunFact& fact : runFacts()) order += std::string(fact.key) + ' ' + factType(fact) + '\n';
        QCOMPARE(order,
                 std::string("number INTEGER\nname TEXT\nparent TEXT\nbranch_step INTEGER\nstart_weights TEXT\nstate "
                             "TEXT\ncreated REAL\n"
                             "ended REAL\nseconds REAL\nstep INTEGER\nepoch INTEGER\nepochs INTEGER\nbest REAL\n"
                             "best_epoch INTEGER\ncolour INTEGER\nstarred INTEGER\narchived INTEGER\ntags TEXT\n"
                             "note TEXT\ndata_name TEXT\nbytes INTEGER\nproblem TEXT\nunread INTEGER\nconfig TEXT\n"
                             "changes TEXT\nlast TEXT\nbest_values TEXT\nkept_values TEXT\nscores TEXT\n"));
        for (const RunFact& fact : runFacts()) QCOMPARE(fact.get(full()).index(), fact.kind);
    }

    void editsAreCopiedAlone() {
        const RunSummary edited = full();
        RunSummary run;
        copyEdits(edited, run);
        QCOMPARE(lost(edited, run, [](const RunFact& fact) { return fact.with == RunFact::With::Edits; }),
                 std::set<std::string>());
        QCOMPARE(lost(RunSummary(), run, [](const RunFact& fact) { return fact.with != RunFact::With::Edits; }),
                 std::set<std::string>());
    }

    void whoWatchesKnowsWhatTrainingChanges() {
        const RunSummary live = full();
        RunSummary line;
        line.name = "edited meanwhile";
        line.bytes = 7;
        copyWatched(live, line);
        QCOMPARE(line.name, std::string("edited meanwhile"));
        QCOMPARE(line.bytes, std::int64_t{7});
        QCOMPARE(lost(live, line, [](const RunFact& fact) { return isIn(fact, RunFact::kWatched); }),
                 std::set<std::string>());
        QCOMPARE(line.step, std::int64_t{120});
    }
};

QTEST_APPLESS_MAIN(TestRunFacts)
#include "tst_run_facts.moc"
