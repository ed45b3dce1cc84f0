// Walks simdjson's tape for the leaves that admission needs, and writes them to a page that JavaScript reads. Decides for every leaf
// whether it is absent, hidden or a value (RFC 7396: null and wrong types hide a stored value). As in JSON.parse, the last of duplicate
// keys wins. json-envelope.ts is the reference for every line here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "simdjson.h"

namespace gavel {

/** Slots of a page: 13 fixed ones, 4 per imp, 1 per stored bid response and profile. A body that needs more is left to JavaScript. */
constexpr std::size_t kSlots = 16386;

/** Most entries read from one list of profiles: `profilesRead` in shape.ts. */
constexpr std::int32_t kMostProfiles = 10;

/** The contents of a slot: one of these, or the UTF-16 length of a string leaf, 0 for a number, a count for a list. */
constexpr std::int32_t kAbsent = -1;
constexpr std::int32_t kHidden = -2;

/** Receives the leaves in the order of readLeaves; addon.ts reads them in the same order. */
struct Page {
  double *tmax;             // its value where its slot holds 0
  std::int32_t *slots;      // kSlots of them
  char *text;               // all string leaves, UTF-8; the caller makes it as large as the body
  std::size_t slotCount;    // used of slots
  std::size_t textLength;   // used of text
  bool full;                // slots ran out: the page is unusable
  bool ascii;               // text is ASCII only
};

/** Writes the leaves of `root` to an empty page; `extension` is the configured namespace under each `ext`. */
void readLeaves(simdjson::dom::object root, std::string_view extension, Page &page);

}  // namespace gavel
