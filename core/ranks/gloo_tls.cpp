// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranks/rank_network.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <typeinfo>
#include <utility>

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

// What its encrypted connections make of a peer that goes. One that closes is not noticed: who waits for it waits until
// its limit, and for rank 0 forever. One whose socket is reset is an exception in the thread of the device, which
// nobody catches, or a connection that is read on after it was freed. Gloo asks OpenSSL by functions of its own, which
// come here first, too; what they say is put so that the pair is closed with an error, as one in clear text is.
struct ssl_st;

namespace {

enum class Call { Other, Read, Write };
thread_local Call failed = Call::Other;  // the last one, until its error is asked for

constexpr int kProtocol = 1, kWantsRead = 2, kWantsWrite = 3, kSystem = 5, kEnded = 6;  // SSL_ERROR_...

/// Gloo's own one.
template <class Function>
Function* inLibrary(const char* name) {
    const int before = errno;
    void* const library = ::dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
    void* const found = library != nullptr ? ::dlsym(library, name) : nullptr;
    errno = before;
    return reinterpret_cast<Function*>(found);
}

}  // namespace

namespace _glootls {

__attribute__((visibility("default"), used)) int SSL_read(ssl_st* connection, void* into, int size) {
    static auto* const real = inLibrary<int(ssl_st*, void*, int)>("_ZN8_glootls8SSL_readEP6ssl_stPvi");
    const int done = connection != nullptr && real != nullptr ? real(connection, into, size) : -1;
    failed = done <= 0 ? Call::Read : Call::Other;
    return done;
}

__attribute__((visibility("default"), used)) int SSL_write(ssl_st* connection, const void* from, int size) {
    static auto* const real = inLibrary<int(ssl_st*, const void*, int)>("_ZN8_glootls9SSL_writeEP6ssl_stPKvi");
    const int done = connection != nullptr && real != nullptr ? real(connection, from, size) : -1;
    failed = done <= 0 ? Call::Write : Call::Other;
    return done;
}

__attribute__((visibility("default"), used)) int SSL_get_error(const ssl_st* connection, int result) {
    static auto* const real = inLibrary<int(const ssl_st*, int)>("_ZN8_glootls13SSL_get_errorEPK6ssl_sti");
    const Call call = std::exchange(failed, Call::Other);
    const int error = connection == nullptr ? kWantsRead : real != nullptr ? real(connection, result) : kProtocol;
    // Nothing more can be written, and what is read says why.
    if (call == Call::Write && error != kWantsWrite) return errno = EPIPE, kSystem;
    if (call == Call::Read && error == kEnded) return kProtocol;
    if (call == Call::Read && error == kSystem && (errno == EPIPE || errno == ECONNRESET)) errno = ENOTCONN;
    return error;
}

}  // namespace _glootls

namespace gatelab {

int encryptedConnections() { return pairsMade; }

}  // namespace gatelab
