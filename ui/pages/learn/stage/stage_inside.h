// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/network_views.h"

#include <QWidget>

#include <map>
#include <optional>
#include <string>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace gatelab {

class Segments;
class StageNetworks;
struct StageContent;

/// What is looked into from a stage: its networks as the film stands, at one place.
struct StageInsidePlace {
    struct Network {
        QString run, weights;  ///< id; as Inspector::use has them
        QString name;
        friend bool operator==(const Network&, const Network&) = default;
    };
    Network now;
    std::optional<Network> beside;  ///< the other twin, or step 0
    LearnPlace at;                  ///< view, window, unit and step
};

/// Of the ringed row as it is shown. `ids`: of the runs of the lesson, by their key, also step 0. `step`: a hand is at
/// it, from 1; 0: none. Nothing: no network of the picture is trained, or may be seen.
std::optional<StageInsidePlace> insideOf(const StageContent& content, const StageNetworks& networks,
                                         const std::map<std::string, QString>& ids, std::int64_t step);

/// Microscope, gradient and cell walk in the place of the picture of a stage, at its ringed row. Left and right are the
/// twins, or now and before training. Large, before a class: now alone, and without
/// what has small letters. GUI thread.
class StageInside : public QWidget {
    Q_OBJECT
public:
    StageInside(Theme& theme, RunController& runs, bool isLarge, QWidget* parent = nullptr);
    void open(const StageInsidePlace& place);
    /// The film stands elsewhere: other weights, the same view, unit and step.
    void moveTo(const StageInsidePlace& place);
    void close();  ///< nothing is read any more
    [[nodiscard]] NetworkViews& networks() { return networks_; }
    [[nodiscard]] LearnView* shown() const;

Q_SIGNALS:
    void left();  ///< back to the picture
    void done(const QString& text);
    void problem(const QString& message);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addView(LearnView& view, const QString& name, const QString& title);
    void showNamed(const QString& view);
    void showView(int index);
    void look(const StageInsidePlace& place);
    void openNetwork(NetworkInspection& one, const StageInsidePlace::Network& network);

    RunController& runs_;
    NetworkViews networks_;
    QStringList names_;
    QPushButton* back_;
    Segments* views_;
    QLabel* said_;
    QStackedWidget* stack_;
    StageInsidePlace shown_;
    bool isLarge_;
};

}  // namespace gatelab
