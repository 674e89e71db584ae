// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_network.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr const char *kInterface = "interface", *kAddress = "address", *kTimeout = "timeout", *kHosts = "hosts",
                     *kAuthority = "authority", *kCertificate = "certificate", *kKey = "key";

constexpr std::array<const char*, 3> kVariables = {"GLOO_DEVICE_TRANSPORT_TCP_TLS_CA_FILE",
                                                   "GLOO_DEVICE_TRANSPORT_TCP_TLS_CERT",
                                                   "GLOO_DEVICE_TRANSPORT_TCP_TLS_PKEY"};

/// -1: it cannot be.
int memoryFile(std::string_view bytes) {
    const int file = ::memfd_create("gatelab", MFD_CLOEXEC);
    while (file >= 0 && !bytes.empty()) {
        const ssize_t size = ::write(file, bytes.data(), bytes.size());
        if (size <= 0) {
            ::close(file);
            return -1;
        }
        bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return file;
}

}  // namespace

RankCredentials::RankCredentials(const JobCertificates& certificates)
    : files_{memoryFile(certificates.authority), memoryFile(certificates.certificate), memoryFile(certificates.key)} {
    for (const int file : files_)
        if (file < 0) throw std::runtime_error("no file of memory for the certificates of this run");
}

RankCredentials::~RankCredentials() {
    for (const int file : files_)
        if (file >= 0) ::close(file);
}

void RankCredentials::choose() const {
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const std::string path = "/proc/self/fd/" + std::to_string(files_[i]);
        // Not written again: other threads may read the environment.
        if (const char* now = std::getenv(kVariables[i]); now == nullptr || path != now)
            ::setenv(kVariables[i], path.c_str(), 1);
    }
}

Result<std::map<std::string, std::string>> RankNetwork::keysOf(const RankSetup& setup) {
    std::map<std::string, std::string> keys = {{kInterface, setup.interface},
                                               {kAddress, setup.address},
                                               {kTimeout, std::to_string(setup.timeout.count())},
                                               {kHosts, setup.hostsText()}};
    if (!setup.isEncrypted()) return keys;
    auto made = makeJobCertificates();
    if (!made.ok()) return made.error();
    keys[kAuthority] = std::move(made->authority);
    keys[kCertificate] = std::move(made->certificate);
    keys[kKey] = std::move(made->key);
    return keys;
}

Result<RankNetwork> RankNetwork::told(PipeStore& store, const std::string& address) {
    std::map<std::string, std::string> keys;
    for (const char* key : {kInterface, kAddress, kTimeout, kHosts, kAuthority, kCertificate, kKey}) {
        auto value = store.get(key);
        const bool isOptional = key == kAuthority || key == kCertificate || key == kKey;
        if (!value.ok() && !(isOptional && value.error().code == ErrorCode::NotFound)) return value.error();
        if (value.ok()) keys[key] = std::move(*value);
    }
    RankNetwork network{.interface = keys[kInterface],
                        .address = address.empty() ? keys[kAddress] : address,
                        .timeout = std::chrono::seconds(std::max(1, std::atoi(keys[kTimeout].c_str()))),
                        .hosts = keys[kHosts]};
    if (keys.contains(kKey))
        network.credentials =
            std::make_shared<const RankCredentials>(JobCertificates{keys[kAuthority], keys[kCertificate], keys[kKey]});
    return network;
}

Phrase RankNetwork::describe() const {
    if (openWire)
        return GATELAB_TEXT("Ranks",
                            "ranks on GPUs speak to each other by NCCL, in clear text; this has never been run");
    if (credentials == nullptr && hosts.empty()) return {};
    const Text how = credentials != nullptr
                         ? GATELAB_TEXT("Ranks", "encrypted, by certificates that were made for this start alone")
                         : GATELAB_TEXT("Ranks", "in clear text");
    if (hosts.empty()) return {GATELAB_TEXT("Ranks", "the ranks speak to each other %1"), {how}};
    return {GATELAB_TEXT("Ranks", "ranks on other machines (%1) and here speak to each other %2"), {hosts, how}};
}

}  // namespace gatelab
