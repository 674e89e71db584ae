// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json/json.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// One list of a struct's members serves writing them into a JSON object and reading them back:
///
///     struct Format : JsonFormat<nlohmann::ordered_json> {};
///     void visitMembers(auto& v, Either<LabRepeat> auto& r) { v("ms", r.ms), v("disturbance", r.disturbance); }
///
///     Json json = MemberWriter<Format>::toJson(repeat);
///     auto back = MemberReader<Format>::as<LabRepeat>(json);
///
/// Structs with such a list are objects, and vectors of them lists. What the object has besides is passed over; who
/// refuses that asks MemberNames. What is missing or of another kind throws nlohmann's exception, and what v.optional()
/// names keeps its default where it is missing. Numbers are nlohmann's, with what io/json/json.h adds: whole ones out
/// of their type's range are cut, others throw, NaN and Inf are written as null, and null is not read as a number. A
/// format that hides members of JsonFormat, or adds those that it tells of, does otherwise.
namespace gatelab {

/// That struct, const where it is written.
template <class T, class Struct>
concept Either = std::is_same_v<std::remove_const_t<T>, Struct>;

/// How one kind of file tells values. A format lies in the namespace of its lists, for them to be found, and may add
/// for types T of its own (nothing else may convert to them)
///     static Json toJson(const T&);
///     static bool fromJson(const Json&, T&);                        false: of another kind
///     static void write(Json& object, const char* key, const T&);   where other members tell it, too
///     static bool read(const Json& object, const char* key, const Json& member, T&);
template <class AnyJson>
struct JsonFormat {
    using Json = AnyJson;
    /// Then all may be missing, and MemberReader::problem names the first member of another kind. Only for a format
    /// whose fromJson() knows all but structs and lists, as nlohmann's exceptions name no member.
    static constexpr bool kNamesProblem = false;
    static constexpr bool isLeftOut(const auto&) { return false; }
};

template <class T>
constexpr bool isVector = false;
template <class T>
constexpr bool isVector<std::vector<T>> = true;

template <class Format>
class MemberWriter {
public:
    using Json = typename Format::Json;
    void operator()(const char* key, const auto& value) {
        if (Format::isLeftOut(value)) return;
        if constexpr (requires { Format::write(json, key, value); })
            Format::write(json, key, value);
        else
            json[key] = toJson(value);
    }
    void optional(const char* key, const auto& value) { (*this)(key, value); }

    template <class T>
    static Json toJson(const T& value) {
        if constexpr (requires { Format::toJson(value); })
            return Format::toJson(value);
        else if constexpr (requires(MemberWriter & members) { visitMembers(members, value); }) {
            MemberWriter members;
            visitMembers(members, value);
            return std::move(members.json);
        } else if constexpr (isVector<T>) {
            Json list = Json::array();
            for (const auto& item : value) list.push_back(toJson(item));
            return list;
        } else
            return value;
    }
    Json json = Json::object();
};

template <class Format>
class MemberReader {
public:
    using Json = typename Format::Json;
    explicit MemberReader(const Json& from) : json(from) {}
    void operator()(const char* key, auto& value) {
        if constexpr (Format::kNamesProblem)
            optional(key, value);
        else
            member(key, json.at(key), value);
    }
    void optional(const char* key, auto& value) {
        if (const auto found = json.find(key); found != json.end()) member(key, *found, value);
    }
    template <class T>
    static T as(const Json& from) {
        T value{};
        MemberReader(from).fromJson(from, value);
        return value;
    }
    const Json& json;
    std::string problem;

private:
    template <class T>
    static constexpr bool isKnown = requires(MemberReader& v, T& value) {
        visitMembers(v, value);
    }
    || requires(const Json& from, T& value) { Format::fromJson(from, value); };

    void member(const char* key, const Json& from, auto& value) {
        bool right = false;
        if constexpr (requires { Format::read(json, key, from, value); })
            right = Format::read(json, key, from, value);
        else
            right = fromJson(from, value);
        if (!right && problem.empty()) problem = key;
    }
    template <class T>
    bool fromJson(const Json& from, T& value) {
        if constexpr (requires { Format::fromJson(from, value); })
            return Format::fromJson(from, value);
        else if constexpr (isKnown<T>) {
            if (Format::kNamesProblem && !from.is_object()) return false;
            MemberReader members(from);
            visitMembers(members, value);
            if (problem.empty()) problem = members.problem;
            return members.problem.empty();
        } else if constexpr (isVector<T>) {
            if constexpr (!isKnown<typename T::value_type>)
                from.get_to(value);
            else if (Format::kNamesProblem && !from.is_array())
                return false;
            else
                for (const Json& item : from)
                    if (!fromJson(item, value.emplace_back())) return false;
            return true;
        } else
            return from.get_to(value), true;
    }
};

/// Keys of all members.
struct MemberNames {
    void operator()(const char* key, const auto&) { keys.emplace_back(key); }
    void optional(const char* key, const auto&) { keys.emplace_back(key); }
    std::vector<std::string_view> keys;
};

}  // namespace gatelab
