// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <string>

namespace gatelab {

/// By what the processes of one job know each other in TLS, each as PEM: the certificate of an authority made for this
/// job, and one certificate with its key that all of them show. The authority's own key is forgotten before this is
/// there: nobody can make another certificate that these processes take.
struct JobCertificates {
    std::string authority, certificate, key;
};

/// New ones (ECDSA on the curve P-256, X.509 of version 3, for both ends of a connection). Good from an hour ago, for
/// clocks that differ, until `lifetime` from now. Internal where OpenSSL cannot make them. Any thread; about a
/// millisecond.
Result<JobCertificates> makeJobCertificates(std::chrono::seconds lifetime = std::chrono::hours(24 * 90));

}  // namespace gatelab
