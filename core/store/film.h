// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/safetensors_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// One picture of a run's film: the weights as they were at a step.
struct FilmFrame {
    std::int64_t step = 0;
    std::filesystem::path file;
    std::int64_t bytes = 0;
};

/// What is told beside the weights of a frame.
struct FilmFacts {
    std::int64_t step = 0, epoch = 0;
    double seconds = 0;        ///< of training until then
    double copySeconds = 0;    ///< that all copies so far took from the training
    double filmedSeconds = 0;  ///< of training since the film began
    /// Share of the training time that the copies took; 0 before any time has passed.
    [[nodiscard]] double share() const { return filmedSeconds > 0 ? copySeconds / filmedSeconds : 0; }
};

/// What is wrong with a film.
struct FilmCheck {
    std::vector<Phrase> damaged;
    bool isUnproved = false;  ///< an older program made it, or a part of it, without checksums
};

/// The weights of a run at many of its steps, film/step-000000000120.safetensors in its folder (PyTorch's names), with
/// their checksums in film/frames.json. Films of older programs have none; their frames are read as they are. One
/// writer; readers may run beside it.
class FilmStore {
public:
    static constexpr const char* kFolder = "film";

    explicit FilmStore(const std::filesystem::path& runFolder) : folder_(runFolder / kFolder) {}

    /// Fact of a manifest: the run had a film when it was written.
    static constexpr const char* kFact = "has_film";
    /// Whether it has one, be it without a frame.
    [[nodiscard]] bool isThere() const;
    /// What of a film that was there is gone with all that it was found by; empty: nothing.
    [[nodiscard]] std::filesystem::path lost() const;
    /// Whether a file of that name in its folder is a frame or the list of them.
    static bool isOfFilm(const std::string& name);
    /// Writes a frame durably, then removes of the frames between the first and the last the one whose neighbours are
    /// closest, until all together have at most `limitBytes` (the first and the last stay in any case).
    Result<> add(TensorFile weights, const FilmFacts& facts, std::int64_t limitBytes) const;
    /// In the order of their steps; empty: there is no film. Of the frames reads names and sizes only.
    [[nodiscard]] std::vector<FilmFrame> frames() const;
    struct Loaded {
        TensorFile weights;
        FilmFacts facts;
    };
    /// NotFound lists what there is; Corrupt where the frame, or the list of checksums, is damaged.
    [[nodiscard]] Result<Loaded> load(std::int64_t step) const;
    /// Those of the newest frame; NotFound when there is none.
    [[nodiscard]] Result<FilmFacts> newestFacts() const;
    /// Frames after this step go: the run was taken back to it.
    Result<> cutAfter(std::int64_t step) const;
    /// Reads every frame. `isTrained`: a trainer may thin the film meanwhile, and what is gone is no damage.
    [[nodiscard]] FilmCheck check(bool isTrained) const;
    /// All frames that are whole to the folder of another run, which must have none, also while a trainer adds and
    /// thins; `left` takes the files of those that are not.
    Result<> copyTo(const std::filesystem::path& runFolder, std::vector<std::string>& left) const;

private:
    /// Of those that lie in the folder, by step.
    [[nodiscard]] std::vector<FilmFrame> found() const;
    /// The bytes of a frame, after they were compared with its checksum where there is one.
    [[nodiscard]] Result<std::string> bytesOf(std::int64_t step, const std::string& hash) const;
    std::filesystem::path folder_;
};

}  // namespace gatelab
