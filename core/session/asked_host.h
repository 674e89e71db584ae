// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/rank_hosts.h"

#include <sys/types.h>

#include <string>

namespace gatelab {

/// A host that is asked over ssh: the process here that speaks with it, what it says and what ssh says.
struct AskedHost {
    pid_t process = -1;
    int channel = -1, errors = -1;  ///< this side's ends; -1: closed
    int code = -1;                  ///< of the process, once it has ended
    std::string out, err;

    /// Starts gatelab-worker there with these words. 0, or the error number.
    int begin(const RankSetup& setup, const RankHost& host, const std::string& words);
    /// Reads once what has come from one of the ends (1 MiB is kept, what is beyond it is not); closed at its end.
    static void take(int& from, std::string& into);
    void close();
};

}  // namespace gatelab
