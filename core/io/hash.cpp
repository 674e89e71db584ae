// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hash.h"

#include "io/posix_calls.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

namespace gatelab {

struct Sha256::Context {
    EVP_MD_CTX* digest = EVP_MD_CTX_new();
    Context() {
        // The only way these fail is without memory.
        if (digest == nullptr || EVP_DigestInit_ex(digest, EVP_sha256(), nullptr) != 1) throw std::bad_alloc();
    }
    ~Context() { EVP_MD_CTX_free(digest); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) { EVP_DigestUpdate(context_->digest, bytes.data(), bytes.size()); }

std::string Sha256::finish() {
    std::array<unsigned char, 32> raw{};
    EVP_DigestFinal_ex(context_->digest, raw.data(), nullptr);
    EVP_DigestInit_ex(context_->digest, EVP_sha256(), nullptr);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(64);
    for (const unsigned char byte : raw) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

void Checksum::add(std::uint64_t word) {
    sum_ = std::rotl((sum_ ^ word) * 0x9e3779b97f4a7c15U, 29) + 0x632be59bd9b4e019U;
}

void Checksum::add(std::string_view bytes) {
    add(bytes.size());
    for (std::uint64_t word = 0; !bytes.empty(); word = 0) {
        const std::size_t part = std::min(bytes.size(), sizeof word);
        std::memcpy(&word, bytes.data(), part);
        add(word);
        bytes.remove_prefix(part);
    }
}

Result<std::string> sha256File(const std::filesystem::path& path, const Progress& progress) {
    auto file = posix::open(path, O_RDONLY | O_NONBLOCK, GATELAB_TEXT("FileAction", "read"));
    if (!file) return file.error();
    struct stat info {};
    if (::fstat(file->number(), &info) != 0 || !S_ISREG(info.st_mode))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Files", "cannot read '%1': it is not a file; choose a file"), {path.string()}}};
    Sha256 hash;
    constexpr std::size_t kSize = std::size_t{1} << 20;
    const auto part = std::make_unique_for_overwrite<char[]>(kSize);
    double done = 0;
    for (;;) {
        auto size = posix::read(*file, part.get(), kSize, path);
        if (!size) return size.error();
        if (*size == 0) return hash.finish();
        hash.add({part.get(), *size});
        done += static_cast<double>(*size);
        if (!report(progress, info.st_size == 0 ? -1.0 : std::min(1.0, done / static_cast<double>(info.st_size))))
            return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Files", "reading '%1' was cancelled"), {path.string()}}};
    }
}

}  // namespace gatelab
