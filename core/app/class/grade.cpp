// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/class/grade.h"

#include "base/number_text.h"
#include "config/config_difference.h"
#include "io/file_io.h"
#include "store/record/run_folder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN(), kTolerance = 1e-3;

bool agree(double a, double b) {
    if (!std::isfinite(a) || !std::isfinite(b)) return std::isfinite(a) == std::isfinite(b);
    return std::abs(a - b) <= kTolerance * std::max({std::abs(a), std::abs(b), 1e-12});
}

/// One answer on its way to a grade.
class Grader {
public:
    Grader(Engine& engine, const Exercise& exercise, const TrainAgain& trainAgain, const Progress& progress)
        : engine_(engine), exercise_(exercise), trainAgain_(trainAgain), progress_(progress) {}

    Result<Grade> grade(const std::filesystem::path& file) {
        grade_ = {};
        grade_.file = file;
        grade_.predicted = grade_.reached = kNone;
        const auto answer = readAnswer(file);
        if (!answer.ok()) return unreadable(answer.error().phrase);
        grade_.student = answer->student;
        grade_.sentence = answer->sentence;
        grade_.predicted = answer->predicted;
        if (answer->exercise != exercise_.sha256)
            return unreadable({GATELAB_TEXT("Grade", "it answers another exercise, or another version of this one: %1"),
                               {answer->title}});
        state_ = GradeState::Holds;
        if (!answer->isSealed)
            differs(GATELAB_TEXT("Grade", "the file was changed after Gatelab had written it: its seal does not fit"));
        LessonOutcomes found;
        for (const LessonRun& asked : exercise_.lesson.runs) {
            const auto run = answer->runs.find(asked.key);
            if (run == answer->runs.end()) {
                unchecked({GATELAB_TEXT("Grade", "the run '%1' was not handed in"), {asked.key}});
                continue;
            }
            grade_.runs[asked.key] = run->second.id;
            if (auto checked = checkRun(asked.key, run->second, file, found[asked.key]); !checked.ok())
                return checked.error();
        }
        compare(*answer, found);
        grade_.state = state_;
        return std::move(grade_);
    }

private:
    Grade unreadable(Phrase why) {
        grade_.state = GradeState::Unreadable;
        grade_.notes.push_back(std::move(why));
        return std::move(grade_);
    }
    void worsen(GradeState state, Phrase why) {
        state_ = std::max(state_, state);
        grade_.notes.push_back(std::move(why));
    }
    void differs(Phrase why) { worsen(GradeState::Differs, std::move(why)); }
    void unchecked(Phrase why) { worsen(GradeState::Unchecked, std::move(why)); }

    Result<> checkRun(const std::string& key, const AnswerRun& told, const std::filesystem::path& file,
                      LessonOutcome& found) {
        if (const auto foreign = foreignSettings(exercise_, key, told.config); !foreign.empty())
            differs({GATELAB_TEXT("Grade", "%1: other settings than the exercise: %2"), {key, settingNames(foreign)}});
        const auto folder = runFolderIn(runsBeside(file), told.id);
        std::error_code ignored;
        const bool isThere = isPlainName(told.id) && std::filesystem::is_directory(folder, ignored);
        if (isThere) {
            if (auto checked = checkFolder(key, told, folder, found); !checked.ok()) return checked;
        } else if (!trainAgain_) {
            unchecked({GATELAB_TEXT("Grade",
                                    "%1: the run %2 does not lie beside the answer; train it again with --train to "
                                    "compute its figures"),
                       {key, told.id}});
        }
        return trainAgain_ ? checkTraining(key, told, isThere, found) : Result<>();
    }

    /// An id comes out of a file of somebody else: it leads nowhere but into the folder of the runs.
    static bool isPlainName(const std::string& id) {
        return !id.empty() && id.find_first_of("/\\") == std::string::npos && id != "." && id != "..";
    }

    Result<> checkFolder(const std::string& key, const AnswerRun& told, const std::filesystem::path& folder,
                         LessonOutcome& found) {
        const auto measured = measureRun(engine_, exercise_, key, folder, true, progress_);
        if (!measured.ok()) {
            if (measured.error().code == ErrorCode::Cancelled) return measured.error();
            differs(
                {GATELAB_TEXT("Grade", "%1: the run %2 cannot be read: %3"), {key, told.id, measured.error().phrase}});
            return {};
        }
        found.figures = measured->run.figures;
        if (measured->run.id != told.id)
            differs({GATELAB_TEXT("Grade", "%1: the run in the folder %2 is another one: %3"),
                     {key, told.id, measured->run.id}});
        if (measured->run.proof.weights != told.proof.weights)
            differs({GATELAB_TEXT("Grade", "%1: the weights are not those of the answer: their checksum does not fit"),
                     {key}});
        if (measured->run.proof.record != told.proof.record)
            differs({GATELAB_TEXT("Grade",
                                  "%1: the record of the training is not that of the answer: its checksum "
                                  "does not fit"),
                     {key}});
        if (const auto keys = differingSettings(measured->run.config, told.config); !keys.empty())
            differs({GATELAB_TEXT("Grade", "%1: the run has other settings than the answer says: %2"),
                     {key, settingNames(keys)}});
        return {};
    }

    static std::vector<std::string> differingSettings(const ExperimentConfig& run, const ExperimentConfig& told) {
        std::vector<std::string> keys;
        for (const ConfigChange& change : configChanges(run, told))
            if (!isCosmetic(*change.field)) keys.emplace_back(change.field->key);
        return keys;
    }

    Result<> checkTraining(const std::string& key, const AnswerRun& told, bool isMeasured, LessonOutcome& found) {
        ExperimentConfig config = told.config;
        config.dataPath = exercise_.lesson.findRun(key)->config.dataPath;
        config.testPath = exercise_.lesson.findRun(key)->config.testPath;
        const auto folder = trainAgain_(config);
        if (!folder.ok()) {
            if (folder.error().code == ErrorCode::Cancelled) return folder.error();
            unchecked({GATELAB_TEXT("Grade", "%1: it cannot be trained again: %2"), {key, folder.error().phrase}});
            return {};
        }
        const auto again = measureRun(engine_, exercise_, key, *folder, true, progress_);
        if (!again.ok()) return again.error();
        if (!isMeasured) found.figures = again->run.figures;
        const bool isSame = again->run.proof == told.proof;
        grade_.repeats = grade_.repeats.value_or(true) && isSame;
        if (!isSame)
            grade_.notes.push_back(
                {GATELAB_TEXT("Grade",
                              "%1: trained again it did not come to the same bits; another processor rounds "
                              "otherwise, so this alone proves nothing"),
                 {key}});
        return {};
    }

    void compare(const ExerciseAnswer& answer, const LessonOutcomes& found) {
        const FigureSource again = figureSource(found);
        LessonOutcomes told;
        for (const auto& [key, run] : answer.runs) told[key].figures = run.figures;
        const FigureSource before = figureSource(told);
        bool isWhole = true;
        for (const FigureCall& call : exercise_.figures) {
            const auto a = before(call), b = again(call);
            GradedFigure figure{figureName(call), a.ok() ? *a : kNone, b.ok() ? *b : kNone, false};
            const auto run = found.find(call.arguments[0]);
            const bool isFound = run != found.end() && !run->second.figures.empty();
            const LessonFigure* row = findLessonFigure(call.name);
            figure.agrees = isFound && ((row != nullptr && row->isTime) || agree(figure.told, figure.found));
            isWhole = isWhole && isFound;
            if (isFound && !figure.agrees)
                differs({GATELAB_TEXT("Grade", "%1: the answer says %2, and it is %3"),
                         {figure.name, numberText(figure.told), numberText(figure.found)}});
            grade_.figures.push_back(std::move(figure));
        }
        if (!exercise_.predict.empty())
            if (const auto reached = sumValue(exercise_.predict, again); reached.ok()) grade_.reached = *reached;
        if (!isWhole || exercise_.lesson.claim.empty()) return;
        const auto holds = claimHolds(exercise_.lesson.claim, again);
        if (!holds.ok()) return;
        grade_.holds = *holds;
        if (!*holds) state_ = std::max(state_, GradeState::Fails);
    }

    Engine& engine_;
    const Exercise& exercise_;
    const TrainAgain& trainAgain_;
    const Progress& progress_;
    Grade grade_;
    GradeState state_ = GradeState::Holds;
};

/// Of one run that several answers tell of. A run is copied to the byte, so it does not tell whose it is; but where all
/// files save one do not fit it, that one's owner is no copier.
void markShared(const std::string& run, const std::vector<Grade*>& all) {
    const auto fits = [](const Grade* one) { return one->state < GradeState::Shared; };
    const bool isTold = std::ranges::count_if(all, fits) == 1;
    std::vector<Grade*> honest;
    for (Grade* grade : all)
        if (fits(grade)) honest.push_back(grade);
    for (Grade* grade : all) {
        const auto other = std::ranges::find_if(all, [&](const Grade* one) { return whose(*one) != whose(*grade); });
        if (other == all.end() || (isTold && fits(grade))) continue;  // of whose run it is nothing is to be said
        grade->notes.push_back({GATELAB_TEXT("Grade", "the run %1 is the same as %2's"), {run, whose(**other)}});
    }
    if (isTold) return;
    for (Grade* grade : honest) grade->state = GradeState::Shared;
}

void findShared(std::vector<Grade>& grades) {
    std::map<std::string, std::vector<Grade*>> byRun;
    for (Grade& grade : grades)
        for (const auto& [key, id] : grade.runs) byRun[id].push_back(&grade);
    for (const auto& [id, all] : byRun) {
        // Who hands in twice copies from nobody.
        const bool isShared = std::ranges::any_of(all, [&all](const Grade* one) {
            return one != all.front() && (one->student.empty() || one->student != all.front()->student);
        });
        if (isShared) markShared(id, all);
    }
}

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, std::error_code& problem) {
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.')) continue;
        std::error_code ignored;
        if (!entry->is_directory(ignored)) {
            files.push_back(entry->path());
        } else if (!name.ends_with(".answer-runs")) {
            for (std::filesystem::directory_iterator inner(entry->path(), ignored); !ignored && inner != end;
                 inner.increment(ignored))
                if (!inner->is_directory(ignored)) files.push_back(inner->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace

Text gradeText(GradeState state) {
    switch (state) {
        case GradeState::Holds:
            return GATELAB_TEXT("Grade", "holds");
        case GradeState::Fails:
            return GATELAB_TEXT("Grade", "does not hold");
        case GradeState::Unchecked:
            return GATELAB_TEXT("Grade", "not checked");
        case GradeState::Shared:
            return GATELAB_TEXT("Grade", "same run");
        case GradeState::Differs:
            return GATELAB_TEXT("Grade", "differs");
        case GradeState::Unreadable:
            break;
    }
    return GATELAB_TEXT("Grade", "unreadable");
}

Result<std::filesystem::path> exerciseIn(const std::filesystem::path& folder) {
    std::error_code problem;
    std::vector<std::filesystem::path> found;
    for (const auto& file : filesIn(folder, problem))
        if (file.extension() == ".json" && isExerciseFile(file)) found.push_back(file);
    if (problem) return ioError(problem.value(), GATELAB_TEXT("Grade", "read the folder"), folder);
    if (found.size() == 1) return found.front();
    if (found.empty())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Grade", "no exercise lies in %1; put its file there, or name it with --exercise"),
                      {folder.string()}}};
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Grade", "%1 exercises lie in %2; name one with --exercise"), {found.size(), folder.string()}}};
}

Result<ClassGrades> gradeFolder(Engine& engine, const Exercise& exercise, const std::filesystem::path& folder,
                                const TrainAgain& trainAgain, const Progress& progress) {
    std::error_code problem;
    const auto files = filesIn(folder, problem);
    if (problem) return ioError(problem.value(), GATELAB_TEXT("Grade", "read the folder"), folder);
    ClassGrades all{exercise.lesson.title.en, {}, {}};
    Grader grader(engine, exercise, trainAgain, progress);
    double done = 0;
    for (const auto& file : files) {
        if (!report(progress, done++ / static_cast<double>(files.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Grade", "stopped; no table was written")};
        const std::string name = file.filename().string();
        if (isExerciseFile(file) || name == "grades.md" || name == "grades.csv") continue;
        if (!name.ends_with(".json")) {
            all.leftOut.push_back({GATELAB_TEXT("Grade", "%1 is no answer: its name does not end in .json"), {name}});
            continue;
        }
        auto grade = grader.grade(file);
        if (!grade.ok()) return grade.error();
        all.grades.push_back(std::move(*grade));
    }
    findShared(all.grades);
    std::ranges::stable_sort(all.grades, {},
                             [](const Grade& one) { return std::tuple(one.student.empty(), one.student); });
    return all;
}

}  // namespace gatelab
