// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/belt/belt_network.h"

#include <QObject>
#include <QString>

#include <vector>

namespace gatelab {

class BackgroundJob;

/// The word for the belt where a lesson is named.
inline constexpr const char* kBeltName = "belt";

/// Writes the belt as a file of its ending: png, svg (the picture), gif (the film of the training). GUI thread.
class BeltExport : public QObject {
    Q_OBJECT
public:
    /// `series`: a file on which a network of its own is trained; empty: the shipped one, which has no film.
    BeltExport(Theme& theme, QString series, QString path, QObject* parent = nullptr);
    void begin();  ///< done() follows
    void stop();

Q_SIGNALS:
    void progressed(const QString& what);
    void done(const QString& problem);  ///< empty: the file is written

private:
    /// The networks of the film, the trained one last; of `belt`.
    struct Film {
        BeltFile belt;
        std::vector<BeltNetwork> frames;
    };
    void train();
    [[nodiscard]] QString write(Film film);

    Theme& theme_;
    QString series_, path_;
    BackgroundJob* job_;
    int tenths_ = -1;
};

}  // namespace gatelab
