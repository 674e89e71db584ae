// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/network_inspection.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "store/film.h"

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPollMs = 500;
constexpr std::size_t kFrameBytes = std::size_t{256} << 20;
const QString kFilm = QStringLiteral("film");

std::size_t bytesOf(const GateView& view) {
    std::size_t bytes = 0;
    for (const LayerTracks& layer : view.layers)
        for (const DirectionTracks& direction : layer)
            for (const GateTrack& track : direction) bytes += track.values.size() * sizeof(float);
    return bytes;
}

/// As Inspector::use; the newest frame of the film is looked for each time.
Result<> useWeights(Inspector& inspector, const std::string& weights) {
    return inspector.weights().name == weights && weights != "film" ? Result<>() : inspector.use(weights);
}

/// The window's gates at these steps of the film; afterwards `weights` are in use again.
Result<std::vector<GateView>> readFilm(Inspector& inspector, const std::vector<std::int64_t>& steps,
                                       const WindowRequest& window, const std::string& weights,
                                       const Progress& progress) {
    std::vector<GateView> views;
    for (const std::int64_t step : steps) {
        if (!report(progress, static_cast<double>(views.size()) / static_cast<double>(steps.size()))) break;
        // Thinned out meanwhile
        if (auto used = inspector.use("film:" + std::to_string(step)); !used.ok()) continue;
        auto view = inspector.gates(window);
        if (!view.ok()) return view.error();
        views.push_back(std::move(*view));
    }
    if (auto back = inspector.use(weights); !back.ok()) return back.error();
    return views;
}

}  // namespace

NetworkInspection::NetworkInspection(QObject* parent) : QObject(parent), filmJob_(new BackgroundJob(this)) {
    makeJob();
    poll_.setInterval(kPollMs);
    connect(&poll_, &QTimer::timeout, this, &NetworkInspection::lookForFrames);
}

bool NetworkInspection::busy() const { return job_->running() && !isSlow_; }

void NetworkInspection::makeJob() {
    delete job_;  // what it brings is no longer wanted
    job_ = new BackgroundJob(this);
    isSlow_ = false;
    ablating_.reset();
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        if (ablating_) Q_EMIT ablationProgressed(share);
    });
}

void NetworkInspection::open(std::shared_ptr<Engine> engine, const std::filesystem::path& runFolder, bool live,
                             const QString& weights) {
    close();
    engine_ = std::move(engine);
    folder_ = runFolder;
    live_ = following_ = live;
    weights_ = live ? kFilm : weights;
    window_ = {};
    poll_.start();
    tryOpen();
}

void NetworkInspection::close() {
    job_->cancel();
    makeJob();
    poll_.stop();
    held_.reset(), run_.reset(), gates_.reset(), gradient_.reset();
    film_.clear(), frames_.clear(), frameOrder_.clear();
    frameBytes_ = 0;
    refusal_.clear();
    needsFind_.reset(), needsUnits_.reset(), needsWalk_.reset(), needsAblation_.reset();
    needsFilm_ = {};
    namesFor_.clear();
    if (std::exchange(names_, nullptr)) Q_EMIT namesChanged();
    needsGates_ = needsGradient_ = false;
}

void NetworkInspection::tryOpen() {
    struct Opened {
        std::shared_ptr<Held> held;
        std::shared_ptr<const InspectedRun> run;
        std::string weights;
    };
    const InspectRequest request{folder_, nullptr, weights_.toStdString()};
    job_->run<Result<Opened>>(
        [engine = engine_, request, live = live_](const Progress&) -> Result<Opened> {
            auto inspector = engine->inspect(request);
            InspectRequest other = request;
            if (!inspector.ok() && inspector.error().code == ErrorCode::NotFound && !live)
                other.weights = kFilm.toStdString(), inspector = engine->inspect(other);
            if (!inspector.ok())
                return live || other.weights == request.weights ? inspector.error() : engine->inspect(request).error();
            auto run = std::make_shared<const InspectedRun>((*inspector)->run());
            return Opened{std::make_shared<Held>(std::move(*inspector)), std::move(run), other.weights};
        },
        [this](Result<Opened> result) {
            Q_EMIT busyChanged();
            if (!result.ok()) {
                if (live_ && result.error().code == ErrorCode::NotFound)
                    Q_EMIT waiting();  // the poll tries again
                else
                    poll_.stop(), Q_EMIT failed(translated(result.error()));
                return;
            }
            held_ = std::move(result->held);
            run_ = std::move(result->run);
            weights_ = fromUtf8(result->weights);
            for (const WindowPart part : {WindowPart::Validation, WindowPart::Test, WindowPart::Train})
                if (run_->windows[static_cast<std::size_t>(part)] > 0) {
                    window_ = {part, 0, {}};
                    break;
                }
            needsGates_ = true;
            needsGradient_ = wantsGradient_;
            Q_EMIT opened();
            lookForFrames();
            pump();
        });
    Q_EMIT busyChanged();
}

template <class T>
void NetworkInspection::ask(std::function<Result<T>(Inspector&, const Progress&)> work, std::function<void(T)> done) {
    job_->run<Result<T>>(
        [held = held_, work = std::move(work)](const Progress& progress) -> Result<T> {
            return held->with([&](const std::unique_ptr<Inspector>& inspector) { return work(*inspector, progress); });
        },
        [this, done = std::move(done)](Result<T> result) {
            isSlow_ = false;
            if (result.ok())
                done(std::move(*result));
            else if (result.error().code != ErrorCode::Cancelled)
                Q_EMIT failed(translated(result.error()));
            Q_EMIT busyChanged();
            pump();
        });
    Q_EMIT busyChanged();
}

/// The next question, the quick ones first.
void NetworkInspection::pump() {
    if (!held_) return;
    if (job_->running()) {
        const bool somebodyWaits =
            needsGates_ || needsWalk_ || needsFind_ || needsGradient_ || needsUnits_ || needsFilm_;
        if (isSlow_ && somebodyWaits) {
            if (ablating_) needsAblation_ = ablating_;  // once more, from the beginning
            job_->cancel();
        }
        return;
    }
    if (std::exchange(needsGates_, false))
        loadGates();
    else if (needsWalk_)
        loadWalk(*std::exchange(needsWalk_, std::nullopt));
    else if (needsFind_)
        findWindow(*std::exchange(needsFind_, std::nullopt));
    else if (std::exchange(needsGradient_, false))
        loadGradient();
    else if (needsUnits_)
        loadUnits(*std::exchange(needsUnits_, std::nullopt));
    else if (needsFilm_)
        loadFilm(std::exchange(needsFilm_, {}));
    else if (needsAblation_)
        loadAblation(*std::exchange(needsAblation_, std::nullopt));
    else if (namesPlace_ && gates_ && !following_ && namesFor_ != wantedNames())
        loadNames();
}

QString NetworkInspection::wantedNames() const {
    return QStringLiteral("%1 %2 %3 %4 %5")
        .arg(weights_)
        .arg(gates_ ? gates_->weights.step : -1)
        .arg(static_cast<int>(window_.part))
        .arg(namesPlace_->first)
        .arg(namesPlace_->second);
}

void NetworkInspection::loadNames() {
    // A refusal leaves the units with their numbers.
    using Answer = std::shared_ptr<const Result<UnitNames>>;
    UnitNamesQuestion question;
    question.part = window_.part, question.layer = namesPlace_->first, question.direction = namesPlace_->second;
    if (std::exchange(names_, nullptr)) Q_EMIT namesChanged();
    isSlow_ = true;
    ask<Answer>(
        [weights = weights_.toStdString(), question](Inspector& inspector, const Progress& progress) -> Result<Answer> {
            if (auto used = useWeights(inspector, weights); !used.ok())
                return std::make_shared<const Result<UnitNames>>(used.error());
            auto names = unitNames(inspector, question, progress);
            if (!names.ok() && names.error().code == ErrorCode::Cancelled) return names.error();
            return std::make_shared<const Result<UnitNames>>(std::move(names));
        },
        [this, key = wantedNames()](const Answer& answer) {
            namesFor_ = key;
            names_ = answer->ok() ? std::shared_ptr<const UnitNames>(answer, &answer->value()) : nullptr;
            Q_EMIT namesChanged();
        });
}

void NetworkInspection::loadAblation(const AblationQuestion& question) {
    using Answer = std::shared_ptr<const Result<Ablation>>;
    ablating_ = question;
    isSlow_ = true;
    ask<Answer>(
        [weights = weights_.toStdString(), question](Inspector& inspector, const Progress& progress) -> Result<Answer> {
            if (auto used = useWeights(inspector, weights); !used.ok())
                return std::make_shared<const Result<Ablation>>(used.error());
            return std::make_shared<const Result<Ablation>>(ablation(inspector, question, progress));
        },
        [this](const Answer& answer) {
            ablating_.reset();
            if (answer->ok()) return Q_EMIT ablated(answer->value());
            if (needsAblation_) return;  // it stepped back
            if (answer->error().code != ErrorCode::Cancelled) Q_EMIT failed(translated(answer->error()));
            Q_EMIT ablationStopped();
        });
}

void NetworkInspection::loadGates() {
    using Answer = std::shared_ptr<const Result<GateView>>;  // a refusal is told where the gates are drawn
    ask<Answer>(
        [weights = weights_.toStdString(), window = window_](Inspector& inspector, const Progress&) -> Result<Answer> {
            if (auto used = useWeights(inspector, weights); !used.ok())
                return std::make_shared<const Result<GateView>>(used.error());
            return std::make_shared<const Result<GateView>>(inspector.gates(window));
        },
        [this, window = window_](const Answer& answer) {
            gates_ = answer->ok() ? std::shared_ptr<const GateView>(answer, &answer->value()) : nullptr;
            refusal_ = answer->ok() ? QString() : translated(answer->error());
            if (gates_ && gates_->weights.name.starts_with("film") && window.window == window_.window &&
                window.part == window_.part)
                keepFrame(gates_->weights.step, gates_);
            if (!gates_) Q_EMIT walkRefused(refusal_);
            Q_EMIT gatesChanged();
        });
}

void NetworkInspection::loadWalk(const WalkRequest& request) {
    using Answer = std::shared_ptr<const Result<CellWalk>>;  // a refusal is told where the walk is drawn
    ask<Answer>(
        [weights = weights_.toStdString(), request](Inspector& inspector, const Progress&) -> Result<Answer> {
            if (auto used = useWeights(inspector, weights); !used.ok()) return used.error();
            return std::make_shared<const Result<CellWalk>>(inspector.walk(request));
        },
        [this](const Answer& answer) {
            if (answer->ok())
                Q_EMIT walked(std::shared_ptr<const CellWalk>(answer, &answer->value()));
            else
                Q_EMIT walkRefused(translated(answer->error()));
        });
}

void NetworkInspection::findWindow(WindowKind kind) {
    ask<FoundWindow>(
        [kind, part = window_.part](Inspector& inspector, const Progress& progress) {
            return inspector.find(kind, part, progress);
        },
        [this](const FoundWindow& found) { setWindow(window_.part, found.window); });
}

void NetworkInspection::loadGradient() {
    using Answer = std::shared_ptr<const Result<GradientView>>;
    ask<Answer>(
        [weights = weights_.toStdString(), window = window_](Inspector& inspector,
                                                             const Progress& progress) -> Result<Answer> {
            if (auto used = useWeights(inspector, weights); !used.ok())
                return std::make_shared<const Result<GradientView>>(used.error());
            auto view = inspector.gradient(window, progress);
            if (!view.ok() && view.error().code == ErrorCode::Cancelled) return view.error();
            return std::make_shared<const Result<GradientView>>(std::move(view));
        },
        [this](const Answer& answer) {
            gradient_ = answer->ok() ? std::shared_ptr<const GradientView>(answer, &answer->value()) : nullptr;
            if (!gradient_) refusal_ = translated(answer->error());
            Q_EMIT gradientChanged();
        });
}

void NetworkInspection::loadUnits(const UnitQuestion& question) {
    ask<UnitAnswer>(
        [question](Inspector& inspector, const Progress& progress) { return inspector.units(question, progress); },
        [this](const UnitAnswer& answer) { Q_EMIT unitsAnswered(answer); });
}

void NetworkInspection::loadFilm(const std::function<void(Result<std::vector<GateView>>)>& done) {
    ask<std::vector<GateView>>(
        [steps = film_, window = window_, weights = weights_.toStdString()](Inspector& inspector,
                                                                            const Progress& progress) {
            return readFilm(inspector, steps, window, weights, progress);
        },
        [done](std::vector<GateView> views) { done(std::move(views)); });
}

void NetworkInspection::setWindow(WindowPart part, std::int64_t window) {
    if (part == window_.part && window == window_.window) return;
    window_.part = part;
    window_.window = window;
    frames_.clear(), frameOrder_.clear();
    frameBytes_ = 0;
    needsGates_ = true;
    needsGradient_ = wantsGradient_;
    pump();
}

void NetworkInspection::setOff(std::vector<UnitPlace> units) {
    window_.off = std::move(units);
    frames_.clear(), frameOrder_.clear();
    frameBytes_ = 0;
    needsGates_ = true;
    needsGradient_ = wantsGradient_;
    pump();
}

void NetworkInspection::setWeights(const QString& weights) {
    following_ = false;
    if (weights == weights_) return;
    weights_ = weights;
    needsGradient_ = wantsGradient_;
    const auto kept =
        weights.startsWith(QStringLiteral("film:")) ? frames_.find(weights.mid(5).toLongLong()) : frames_.end();
    if (kept != frames_.end()) {
        gates_ = kept->second;
        refusal_.clear();
        needsGates_ = false;
        Q_EMIT gatesChanged();
    } else {
        needsGates_ = true;
    }
    pump();
}

void NetworkInspection::setFollowing(bool on) {
    following_ = on;
    if (!on) return;
    weights_ = kFilm;
    needsGates_ = true;
    pump();
}

void NetworkInspection::find(WindowKind kind) {
    needsFind_ = kind;
    pump();
}

void NetworkInspection::setGradientWanted(bool on) {
    wantsGradient_ = on;
    if (!on) return;
    needsGradient_ = true;
    pump();
}

void NetworkInspection::askUnits(const UnitQuestion& question) {
    needsUnits_ = question;
    pump();
}

void NetworkInspection::askNames(int layer, int direction) {
    namesPlace_ = {layer, direction};
    pump();
}

void NetworkInspection::askAblation(const AblationQuestion& question) {
    needsAblation_ = question;
    pump();
}

void NetworkInspection::stopAblation() {
    const bool isWaiting = std::exchange(needsAblation_, std::nullopt).has_value();
    if (ablating_)
        job_->cancel();
    else if (isWaiting)
        Q_EMIT ablationStopped();
}

void NetworkInspection::askWalk(const WalkRequest& request) {
    needsWalk_ = request;
    pump();
}

void NetworkInspection::collectFilm(std::function<void(Result<std::vector<GateView>>)> done) {
    needsFilm_ = std::move(done);
    pump();
}

void NetworkInspection::lookForFrames() {
    if (filmJob_->running()) return;
    if (!held_) {
        if (live_ && !job_->running()) tryOpen();
        return;
    }
    filmJob_->run<std::vector<std::int64_t>>(
        [folder = folder_](const Progress&) {
            std::vector<std::int64_t> steps;
            for (const FilmFrame& frame : FilmStore(folder).frames()) steps.push_back(frame.step);
            return steps;
        },
        [this](std::vector<std::int64_t> steps) {
            if (steps == film_) return;
            film_ = std::move(steps);
            Q_EMIT filmChanged();
            if (!following_) return;
            needsGates_ = true;
            needsGradient_ = wantsGradient_;
            pump();
        });
}

void NetworkInspection::keepFrame(std::int64_t step, std::shared_ptr<const GateView> view) {
    if (frames_.contains(step)) return;
    frameBytes_ += bytesOf(*view);
    frames_[step] = std::move(view);
    frameOrder_.push_back(step);
    while (frameBytes_ > kFrameBytes && frameOrder_.size() > 1) {
        const auto oldest = frames_.find(frameOrder_.front());
        frameBytes_ -= bytesOf(*oldest->second);
        frames_.erase(oldest);
        frameOrder_.pop_front();
    }
}

}  // namespace gatelab
