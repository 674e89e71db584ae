// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/command.h"

#include <QString>

class QObject;

namespace gatelab {

/// Who answers what a part of the window asks for and reports: the nearest of its parents that is one, a page or else
/// the window (AppKit's responder chain). So nothing between the two has to pass it on by signals. GUI thread.
class Responder {
public:
    virtual ~Responder() = default;
    /// A command of the window.
    virtual void ask(const Command& command) = 0;
    /// A line for the log and a short toast ("Chart saved to ..."); never for errors.
    virtual void reportDone(const QString& text) = 0;
    /// A banner; stays until closed, or until the same page reports again. Empty: what it reported is settled.
    virtual void reportProblem(const QString& message) = 0;
};

/// `part` itself or the nearest of its parents; of what stands alone one that does nothing.
Responder& responderOf(QObject& part);
/// That a file was written, or why not: empty is none. No path: it went into the clipboard.
void reportSaved(QObject& part, const QString& path, const QString& problem = {});

}  // namespace gatelab
