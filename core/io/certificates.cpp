// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/certificates.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr long kClockSkew = 3600;  // s
constexpr long kVersion3 = 2;      // as X.509 writes it

struct Release {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(BIO* memory) const { BIO_free_all(memory); }
    void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

struct OpenSslFailure {};

void mustBe(bool isDone) {
    if (!isDone) throw OpenSslFailure();
}

Owned<EVP_PKEY> makeKey() {
    Owned<EVP_PKEY> key(EVP_EC_gen("P-256"));
    mustBe(key != nullptr);
    return key;
}

using Extensions = std::vector<std::pair<int, const char*>>;

/// `issuer`: null where it vouches for itself.
Owned<X509> certify(EVP_PKEY* key, const char* name, const Extensions& extensions, X509* issuer, EVP_PKEY* issuerKey,
                    std::chrono::seconds lifetime) {
    Owned<X509> certificate(X509_new());
    mustBe(certificate != nullptr);
    X509* const made = certificate.get();
    std::array<unsigned char, 8> serial{};
    mustBe(RAND_bytes(serial.data(), static_cast<int>(serial.size())) == 1);
    serial[0] = static_cast<unsigned char>((serial[0] & 0x3f) | 0x40);  // positive, and of full length
    std::uint64_t number = 0;
    for (const unsigned char byte : serial) number = number << 8 | byte;
    X509_NAME* const subject = X509_get_subject_name(made);
    mustBe(X509_set_version(made, kVersion3) == 1 &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(made), number) == 1 &&
           X509_gmtime_adj(X509_getm_notBefore(made), -kClockSkew) != nullptr &&
           X509_gmtime_adj(X509_getm_notAfter(made), static_cast<long>(lifetime.count())) != nullptr &&
           X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name), -1, -1,
                                      0) == 1 &&
           X509_set_issuer_name(made, issuer != nullptr ? X509_get_subject_name(issuer) : subject) == 1 &&
           X509_set_pubkey(made, key) == 1);
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer != nullptr ? issuer : made, made, nullptr, nullptr, 0);
    for (const auto& [kind, value] : extensions) {
        const Owned<X509_EXTENSION> extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
        mustBe(extension != nullptr && X509_add_ext(made, extension.get(), -1) == 1);
    }
    mustBe(X509_sign(made, issuerKey, EVP_sha256()) > 0);
    return certificate;
}

template <class Write>
std::string pemOf(const Write& write) {
    const Owned<BIO> memory(BIO_new(BIO_s_secmem()));
    mustBe(memory != nullptr && write(memory.get()) == 1);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

std::string pemOf(X509* certificate) {
    return pemOf([&](BIO* into) { return PEM_write_bio_X509(into, certificate); });
}

}  // namespace

Result<JobCertificates> makeJobCertificates(std::chrono::seconds lifetime) {
    try {
        const auto authorityKey = makeKey(), key = makeKey();
        const auto authority = certify(authorityKey.get(), "Gatelab run",
                                       {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
                                        {NID_key_usage, "critical,keyCertSign"},
                                        {NID_subject_key_identifier, "hash"}},
                                       nullptr, authorityKey.get(), lifetime);
        const auto certificate = certify(key.get(), "Gatelab rank",
                                         {{NID_basic_constraints, "critical,CA:FALSE"},
                                          {NID_key_usage, "critical,digitalSignature"},
                                          {NID_ext_key_usage, "serverAuth,clientAuth"},
                                          {NID_authority_key_identifier, "keyid"}},
                                         authority.get(), authorityKey.get(), lifetime);
        return JobCertificates{pemOf(authority.get()), pemOf(certificate.get()), pemOf([&](BIO* into) {
                                   return PEM_write_bio_PrivateKey(into, key.get(), nullptr, nullptr, 0, nullptr,
                                                                   nullptr);
                               })};
    } catch (const OpenSslFailure&) {
        std::array<char, 256> why{};
        ERR_error_string_n(ERR_get_error(), why.data(), why.size());
        return Error{ErrorCode::Internal,
                     {GATELAB_TEXT("Ranks", "the certificates of this run could not be made (%1); nothing was trained"),
                      {why.data()}}};
    }
}

}  // namespace gatelab
