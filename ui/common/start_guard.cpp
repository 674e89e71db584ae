// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/start_guard.h"

#include <QPointer>
#include <QWidget>

#include <utility>

namespace gatelab {

void guardStart(QWidget& part, const ExperimentConfig& config, std::function<void()> start) {
    for (QObject* at = &part; at; at = at->parent())
        if (auto* guard = dynamic_cast<StartGuard*>(at))
            return guard->guardStart(config, *part.window(), [there = QPointer(&part), start = std::move(start)] {
                if (there) start();
            });
    start();
}

}  // namespace gatelab
