// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "inspect/explanation.h"
#include "session/engine.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace gatelab {

class BackgroundJob;

/// Why the network of one run answers so: opens it and asks for shares and importance off the GUI thread, one question
/// at a time, the newest of each kind; one answer is explained before a whole part is read. GUI thread.
class Explanations : public QObject {
    Q_OBJECT
public:
    explicit Explanations(QObject* parent = nullptr);
    /// Other weights, or another run: what was answered before is left.
    void open(std::shared_ptr<Engine> engine, const std::filesystem::path& runFolder, const QString& weights);
    void close();
    [[nodiscard]] bool isOpen() const { return engine_ != nullptr; }
    void askAttribution(const AttributionQuestion& question);
    void askImportance(const ImportanceQuestion& question);
    void stopImportance();
    [[nodiscard]] bool isMeasuring() const { return needsImportance_ || (isImportance_ && asked_); }
    /// Null: not known yet, or refused. Importance: as it was measured here, or as the run keeps it from before.
    [[nodiscard]] const std::shared_ptr<const Attribution>& attribution() const { return attribution_; }
    [[nodiscard]] const std::shared_ptr<const Importance>& importance() const { return importance_; }
    /// Why there is no attribution, in the language of the window; empty: it is not known yet.
    [[nodiscard]] const QString& refusal() const { return refusal_; }
    [[nodiscard]] const QString& importanceRefusal() const { return importanceRefusal_; }

Q_SIGNALS:
    void attributionChanged();  ///< or refusal()
    void importanceChanged();   ///< or its refusal, or it was begun or stopped
    void importanceProgressed(double share);

private:
    /// A job may outlive this object.
    struct Held {
        std::unique_ptr<Inspector> inspector;
    };
    template <class T>
    void ask(std::function<Result<T>(Inspector&, const Progress&)> work, std::function<void(Result<T>)> done);
    void pump();
    void readKept();
    void loadAttribution(const AttributionQuestion& question);
    void loadImportance(const ImportanceQuestion& question);
    void makeJob();
    std::shared_ptr<Engine> engine_;
    InspectRequest request_;
    std::shared_ptr<Guarded<Held>> held_;
    std::optional<AttributionQuestion> needsAttribution_;
    std::optional<ImportanceQuestion> needsImportance_, asked_;  ///< asked_: being answered, and still wanted
    std::shared_ptr<const Attribution> attribution_;
    std::shared_ptr<const Importance> importance_;
    QString refusal_, importanceRefusal_;
    BackgroundJob* job_ = nullptr;
    bool isImportance_ = false;  ///< what runs reads a whole part
};

}  // namespace gatelab
