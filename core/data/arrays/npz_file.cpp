// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/arrays/npz_file.h"

#include "data/arrays/npy_array.h"
#include "data/csv/words.h"
#include "data/tables/file_part.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace gatelab {
namespace {

constexpr std::string_view kEnding = ".npy";

std::string arrayName(const std::string& file) { return file.substr(0, file.size() - kEnding.size()); }

/// As its shape tells.
double valueBytes(const NpyHeader& header) {
    auto bytes = static_cast<double>(header.width);
    for (const std::int64_t size : header.array.shape) bytes *= static_cast<double>(size);
    return header.array.usable ? bytes : 0;
}

/// The fields of an array of records; texts among them are read at once.
Result<> addFields(const std::filesystem::path& path, const ArchiveMember& member, std::vector<NpyHeader> fields,
                   const Progress& progress, ArrayFile& file, std::map<std::string, NpyHeader>& headers,
                   std::map<std::string, std::string>& members) {
    std::string whole;
    for (NpyHeader& field : fields) {
        field.array.path.insert(0, arrayName(member.name) + "/");
        if (headers.contains(field.array.path)) continue;
        if ((field.kind == 'U' || field.kind == 'S') && !field.array.shape.empty()) {  // () has no rows
            if (whole.empty()) {
                auto bytes = readMember(path, member.name, progress);
                if (!bytes) return bytes.error();
                whole = std::move(*bytes);
            }
            auto texts = readNpyTexts(whole, field);
            if (!texts) return texts.error().withContext(path.string() + ", " + member.name);
            file.texts[field.array.path] = std::move(*texts);
            field.array.isText = true;
        }
        file.arrays.push_back(field.array);
        members.emplace(field.array.path, member.name);
        headers.emplace(field.array.path, std::move(field));
    }
    return {};
}

/// The member of an archive that was unpacked last: the fields of its records are asked for one by one. Any thread.
class LastMember {
public:
    Result<std::shared_ptr<const std::string>> bytes(const std::filesystem::path& path, const std::string& name,
                                                     const Progress& progress) {
        const std::scoped_lock lock(mutex_);
        if (bytes_ != nullptr && name_ == name) return bytes_;
        bytes_.reset();  // before room is made for the next
        auto read = readMember(path, name, progress);
        if (!read) return read.error();
        name_ = name;
        bytes_ = std::make_shared<const std::string>(std::move(*read));
        return bytes_;
    }

private:
    std::mutex mutex_;
    std::string name_;
    std::shared_ptr<const std::string> bytes_;
};

}  // namespace

bool isNpz(const std::vector<ArchiveMember>& files) {
    return std::ranges::all_of(files, [](const ArchiveMember& file) { return lowered(file.name).ends_with(kEnding); });
}

Result<ArrayFile> openNpz(const std::filesystem::path& path, const std::vector<ArchiveMember>& files,
                          const Progress& progress) {
    constexpr std::size_t kHeader = 64 * 1024;
    ArrayFile file{"npz", path, {}, {}};
    std::map<std::string, NpyHeader> headers;
    std::map<std::string, std::string> members;
    for (const ArchiveMember& member : files) {
        std::string head;
        const Error enough(ErrorCode::Cancelled, "");
        auto done = unpackMember(
            path, member.name,
            [&](std::string_view piece) -> Result<> {
                head += piece.substr(0, kHeader - head.size());
                return head.size() < kHeader ? Result<>() : enough;
            },
            progress);
        if (!done && head.size() < kHeader) return done.error();
        auto header = readNpyHeader(head);
        if (!header) return header.error().withContext(path.string() + ", " + member.name);
        header->array.path = arrayName(member.name);
        if (auto fields = readNpyFields(head); !fields.empty()) {
            const auto texts = addFields(path, member, std::move(fields), progress, file, headers, members);
            if (!texts) return texts.error();
            continue;
        }
        if (member.bytes >= 0 && valueBytes(*header) > static_cast<double>(member.bytes))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "%1: the values of the array '%2' are cut off; copy the file again"),
                          {path.string(), header->array.path}}};
        if (headers.contains(header->array.path)) continue;  // an archive may hold a name twice; the first one is read
        file.arrays.push_back(header->array);
        if (header->kind == 'U' || header->kind == 'S') file.wordLists.push_back(header->array);
        members.emplace(header->array.path, member.name);
        headers.emplace(header->array.path, std::move(*header));
    }
    file.words = [path, headers, members](const StoredArray& array,
                                          const Progress& each) -> Result<std::vector<std::string>> {
        const auto bytes = readMember(path, members.at(array.path), each);
        if (!bytes) return bytes.error();
        return readNpyTexts(*bytes, headers.at(array.path));
    };
    file.values = [path, headers = std::move(headers), members = std::move(members),
                   last = std::make_shared<LastMember>()](const StoredArray& array,
                                                          const Progress& each) -> Result<std::vector<double>> {
        const NpyHeader& header = headers.at(array.path);
        if (header.stride > 0) {  // one of several fields
            const auto kept = last->bytes(path, members.at(array.path), partOf(each, 0, 0.5));
            return kept ? readNpyValues(**kept, header, partOf(each, 0.5, 1)) : kept.error();
        }
        // Names end with .npy in any case of the letters.
        const auto bytes = readMember(path, members.at(array.path), partOf(each, 0, 0.5));
        if (!bytes) return bytes.error();
        return readNpyValues(*bytes, header, partOf(each, 0.5, 1));
    };
    return file;
}

}  // namespace gatelab
