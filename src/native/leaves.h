// Walks simdjson's tape for the leaves that admission needs and writes them to a page that JavaScript reads.
// Decides absent, hidden or value for every leaf (RFC 7396: null and wrong types hide a stored value) and, as
// JSON.parse does, lets the last of duplicate keys win. json-envelope.ts is the oracle of every line here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "simdjson.h"

namespace gavel {

/** Slots of a page: 13 fixed ones, 4 per imp, 1 per stored bid response and profile. A body that needs more is JavaScript's. */
constexpr std::size_t kSlots = 16386;

/** So many profiles of one list are read: as `profilesRead` in shape.ts says. */
constexpr std::int32_t kMostProfiles = 10;

/** What a slot holds: these, or the UTF-16 length of a string leaf, 0 for a number, a count for a list. */
constexpr std::int32_t kAbsent = -1;
constexpr std::int32_t kHidden = -2;

/** Where the leaves go, one after the other in the order of readLeaves; addon.ts takes them in the same order. */
struct Page {
  double *tmax;             // its value where its slot holds 0
  std::int32_t *slots;      // kSlots of them
  char *text;               // of all string leaves, UTF-8; the caller makes it as large as the body
  std::size_t slotCount;    // used of slots
  std::size_t textLength;   // used of text
  bool full;                // a slot was missing: the page is of no use
  bool ascii;               // text holds nothing but ASCII
};

/** Writes the leaves of `root` to an empty page; `extension` is the configured namespace under each `ext`. */
void readLeaves(simdjson::dom::object root, std::string_view extension, Page &page);

}  // namespace gavel
