// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "base/result.h"
#include "inspect/cell_walk.h"
#include "inspect/inspection.h"
#include "inspect/part_questions.h"
#include "session/engine.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace gatelab {

class BackgroundJob;

/// One network that is looked into: opens it, asks for gates, gradients and units off the GUI thread, one question at a
/// time, the newest of each kind. Follows the film of a run that trains. GUI thread.
class NetworkInspection : public QObject {
    Q_OBJECT
public:
    explicit NetworkInspection(QObject* parent = nullptr);

    /// Leaves the network before. `live`: it trains; its newest frame is followed, and waited for where there is none
    /// yet.
    void open(std::shared_ptr<Engine> engine, const std::filesystem::path& runFolder, bool live,
              const QString& weights = QStringLiteral("best"));
    void close();
    [[nodiscard]] bool isOpen() const { return run_ != nullptr; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// Null before opened().
    [[nodiscard]] const std::shared_ptr<const InspectedRun>& run() const { return run_; }
    [[nodiscard]] const std::shared_ptr<const GateView>& gates() const { return gates_; }
    [[nodiscard]] const std::shared_ptr<const GradientView>& gradient() const { return gradient_; }
    /// Why the window cannot be shown with these weights, in the language of the window; then there are no gates.
    /// Empty: it can.
    [[nodiscard]] const QString& refusal() const { return refusal_; }
    [[nodiscard]] const WindowRequest& window() const { return window_; }
    [[nodiscard]] const QString& weights() const { return weights_; }
    /// Steps of the film's frames, ascending.
    [[nodiscard]] const std::vector<std::int64_t>& film() const { return film_; }
    /// With a question whose answer somebody waits for; what reads a whole part steps back for those.
    [[nodiscard]] bool busy() const;
    /// What the units of the asked place are called with these weights; null: not known yet.
    [[nodiscard]] const std::shared_ptr<const UnitNames>& names() const { return names_; }

    void setWindow(WindowPart part, std::int64_t window);
    void setOff(std::vector<UnitPlace> units);
    /// As Inspector::use has them; stops following.
    void setWeights(const QString& weights);
    void setFollowing(bool on);
    [[nodiscard]] bool following() const { return following_; }
    void find(WindowKind kind);
    /// The gradient is computed from now on with each window, or no longer.
    void setGradientWanted(bool on);
    void askUnits(const UnitQuestion& question);
    /// From now on the names of the units there are kept up with weights and part, behind all other questions.
    void askNames(int layer, int direction);
    /// How the loss of the whole part changes; progress comes as a signal.
    void askAblation(const AblationQuestion& question);
    void stopAblation();
    /// One step of one cell with the weights in use; the newest question is answered.
    void askWalk(const WalkRequest& request);
    /// The gates of this window at every frame of the film, for one who writes them to a file; views may be many.
    void collectFilm(std::function<void(Result<std::vector<GateView>>)> done);

Q_SIGNALS:
    void opened();
    void gatesChanged();     ///< or refusal()
    void gradientChanged();  ///< or refusal()
    void filmChanged();
    void unitsAnswered(const gatelab::UnitAnswer& answer);
    void namesChanged();
    void ablated(const gatelab::Ablation& answer);
    void ablationProgressed(double share);
    void ablationStopped();  ///< or failed
    void walked(std::shared_ptr<const gatelab::CellWalk> walk);
    void walkRefused(const QString& message);  ///< in the language of the window
    void busyChanged();
    void failed(const QString& message);  ///< in the language of the window
    void waiting();                       ///< the run has no weights yet; it is looked at again

private:
    /// A job may outlive this object.
    using Held = Guarded<std::unique_ptr<Inspector>>;
    template <class T>
    void ask(std::function<Result<T>(Inspector&, const Progress&)> work, std::function<void(T)> done);
    void pump();
    // One question each, with the window and weights of this moment; the answer comes as a signal.
    void loadGates();
    void loadWalk(const WalkRequest& request);
    void findWindow(WindowKind kind);
    void loadGradient();
    void loadUnits(const UnitQuestion& question);
    void loadFilm(const std::function<void(Result<std::vector<GateView>>)>& done);
    void loadNames();
    void loadAblation(const AblationQuestion& question);
    void makeJob();
    /// For which weights, part and place the names are.
    [[nodiscard]] QString wantedNames() const;
    void tryOpen();
    void lookForFrames();
    void keepFrame(std::int64_t step, std::shared_ptr<const GateView> view);

    std::shared_ptr<Engine> engine_;
    std::filesystem::path folder_;
    std::shared_ptr<Held> held_;
    std::shared_ptr<const InspectedRun> run_;
    std::shared_ptr<const GateView> gates_;
    std::shared_ptr<const GradientView> gradient_;
    WindowRequest window_;
    QString weights_ = QStringLiteral("best"), refusal_;
    bool live_ = false, following_ = false, wantsGradient_ = false;
    bool needsGates_ = false, needsGradient_ = false;
    std::optional<WindowKind> needsFind_;
    std::optional<UnitQuestion> needsUnits_;
    std::optional<WalkRequest> needsWalk_;
    std::function<void(Result<std::vector<GateView>>)> needsFilm_;
    std::vector<std::int64_t> film_;
    /// Of this window, so that scrubbing back costs nothing
    std::map<std::int64_t, std::shared_ptr<const GateView>> frames_;
    std::deque<std::int64_t> frameOrder_;
    std::size_t frameBytes_ = 0;
    std::optional<std::pair<int, int>> namesPlace_;  ///< layer, direction
    std::shared_ptr<const UnitNames> names_;
    QString namesFor_;
    std::optional<AblationQuestion> needsAblation_, ablating_;
    bool isSlow_ = false;  ///< what runs reads a whole part
    BackgroundJob *job_ = nullptr, *filmJob_;
    QTimer poll_;
};

}  // namespace gatelab
