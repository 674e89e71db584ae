// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_network.h"

#include <cstring>
#include <memory>
#include <typeinfo>

// Gloo (since its pull request 407 of February 2025, and so LibTorch 2.11) makes plain connections in a context of TLS:
// createAndConnectAllPairs calls the createPair of two arguments, which tls::Context does not override. Keys are read,
// then all is sent in clear text, and any peer is taken. libtorch_cpu looks that function up by its name: the one
// defined here comes first, as long as this library is opened before LibTorch is. Whether it was called is counted, and
// RankGroup refuses a group whose connections were not all made here.
namespace gloo::transport {

class Pair;

namespace tcp {

class Context {  // only its type is looked at
public:
    virtual ~Context();
    std::unique_ptr<Pair>& createPair(int rank, bool useRankAsSeqNumber);
};

}  // namespace tcp
}  // namespace gloo::transport

// Asked for by their names, so that no order of virtual functions is assumed.
extern "C" {
std::unique_ptr<gloo::transport::Pair>& plainPair(gloo::transport::tcp::Context*,
                                                  int) asm("_ZN4gloo9transport3tcp7Context10createPairEi");
std::unique_ptr<gloo::transport::Pair>& encryptedPair(gloo::transport::tcp::Context*,
                                                      int) asm("_ZN4gloo9transport3tcp3tls7Context10createPairEi");
}

namespace {

thread_local int pairsMade = 0;

}  // namespace

namespace gloo::transport::tcp {

__attribute__((visibility("default"), used)) std::unique_ptr<Pair>& Context::createPair(int rank, bool) {
    if (std::strcmp(typeid(*this).name(), "N4gloo9transport3tcp3tls7ContextE") != 0) return plainPair(this, rank);
    ++pairsMade;
    return encryptedPair(this, rank);
}

}  // namespace gloo::transport::tcp

namespace gatelab {

int encryptedConnections() { return pairsMade; }

}  // namespace gatelab
