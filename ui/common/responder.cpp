// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/responder.h"

#include "common/texts.h"

#include <QObject>

namespace gatelab {

namespace {

class NoResponder : public Responder {
    void ask(const Command&) override {}
    void reportDone(const QString&) override {}
    void reportProblem(const QString&) override {}
};

}  // namespace

Responder& responderOf(QObject& part) {
    for (QObject* at = &part; at; at = at->parent())
        if (auto* responder = dynamic_cast<Responder*>(at)) return *responder;
    static NoResponder none;
    return none;
}

void reportSaved(QObject& part, const QString& path, const QString& problem) {
    if (problem.isEmpty())
        responderOf(part).reportDone(savedText(path));
    else
        responderOf(part).reportProblem(problem);
}

}  // namespace gatelab
