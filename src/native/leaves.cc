// The walk declared in leaves.h: which leaves, in which order.
#include "leaves.h"

#include <cstring>

namespace gavel {
namespace {

using namespace simdjson;

/** A place in the document: absent, hidden (null, or below a value that is not an object) or a value (state 0). */
struct Node {
  std::int32_t state = kAbsent;
  dom::element value{};
};

/** The last value of each key in an object. */
template <std::size_t N>
void find(const dom::object &object, const std::string_view (&keys)[N], Node (&found)[N]) {
  const auto end = object.end();
  for (auto field = object.begin(); field != end; ++field) {
    const std::string_view key = field.key();
    for (std::size_t i = 0; i < N; i++) {
      if (key == keys[i]) found[i] = Node{0, field.value()};
    }
  }
}

/** The last value of each key in `parent`, which may be anything. */
template <std::size_t N>
void members(const Node &parent, const std::string_view (&keys)[N], Node (&found)[N]) {
  if (parent.state == kAbsent) return;
  dom::object object;
  if (parent.state == 0 && parent.value.get(object) == SUCCESS) return find(object, keys, found);
  for (Node &node : found) node.state = kHidden;
}

Node member(const Node &parent, std::string_view key) {
  const std::string_view keys[1] = {key};
  Node found[1];
  members(parent, keys, found);
  return found[0];
}

void put(Page &page, std::int32_t slot) {
  if (page.slotCount == kSlots) {
    page.full = true;
  } else {
    page.slots[page.slotCount++] = slot;
  }
}

void putString(Page &page, const Node &node) {
  std::string_view text;
  if (node.state != 0 || node.value.get(text) != SUCCESS) return put(page, node.state == kAbsent ? kAbsent : kHidden);
  std::int32_t units = 0;
  unsigned char seen = 0;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    seen |= byte;
    units += (byte & 0xC0) != 0x80;  // a character starts here,
    units += byte >= 0xF0;           // and a surrogate pair if it takes four bytes
  }
  page.ascii = page.ascii && seen < 0x80;
  std::memcpy(page.text + page.textLength, text.data(), text.size());
  page.textLength += text.size();
  put(page, units);
}

void putTmax(Page &page, const Node &node) {
  // Also converts integers to the nearest double, as JSON.parse does.
  if (node.state == 0 && node.value.get(*page.tmax) == SUCCESS) return put(page, 0);
  put(page, node.state == kAbsent ? kAbsent : kHidden);
}

void putPublisher(Page &page, const Node &publisher, std::string_view extension) {
  Node found[2];
  members(publisher, {"id", "ext"}, found);
  putString(page, found[0]);
  putString(page, member(member(found[1], extension), "parentAccount"));
}

/** The count and the first entries of a list of profiles, of any type. */
void putProfiles(Page &page, const Node &list) {
  dom::array names;
  if (list.state != 0 || list.value.get(names) != SUCCESS) return put(page, list.state == kAbsent ? kAbsent : kHidden);
  if (page.slotCount == kSlots) return put(page, 0);
  std::int32_t &count = page.slots[page.slotCount++];
  count = 0;
  for (const dom::element name : names) {
    if (page.full || count == kMostProfiles) return;
    putString(page, Node{0, name});
    count++;
  }
}

/** The count and the ids, of any type, of an imp's stored responses. */
void putResponses(Page &page, const Node &whole, const Node &ofBidders) {
  if (page.slotCount == kSlots) return put(page, 0);
  std::int32_t &count = page.slots[page.slotCount++];
  count = 1;
  putString(page, member(whole, "id"));
  dom::array responses;
  if (ofBidders.state != 0 || ofBidders.value.get(responses) != SUCCESS) return;
  for (const dom::element response : responses) {
    if (page.full) return;
    putString(page, member(Node{0, response}, "id"));
    count++;
  }
}

/** An imp: its stored request, its stored responses and its profiles. */
void putImp(Page &page, const Node &imp, std::string_view extension) {
  Node stored[4];
  members(member(member(imp, "ext"), extension),
          {"storedrequest", "storedauctionresponse", "storedbidresponse", "profiles"}, stored);
  putString(page, member(stored[0], "id"));
  putResponses(page, stored[1], stored[2]);
  putProfiles(page, stored[3]);
}

/** The count of imps, then each imp. */
void putImps(Page &page, const Node &list, std::string_view extension) {
  dom::array imps;
  if (list.state != 0 || list.value.get(imps) != SUCCESS) return put(page, list.state == kAbsent ? kAbsent : kHidden);
  std::int32_t &count = page.slots[page.slotCount++];
  count = 0;
  for (const dom::element imp : imps) {
    if (page.full) return;
    putImp(page, Node{0, imp}, extension);
    count++;
  }
}

}  // namespace

void readLeaves(dom::object root, std::string_view extension, Page &page) {
  Node top[6];
  find(root, {"tmax", "site", "app", "dooh", "ext", "imp"}, top);
  putTmax(page, top[0]);
  Node app[2];
  members(top[2], {"id", "publisher"}, app);
  putPublisher(page, member(top[1], "publisher"), extension);
  putPublisher(page, app[1], extension);
  putPublisher(page, member(top[3], "publisher"), extension);
  putString(page, app[0]);
  Node stored[4];
  members(member(top[4], extension), {"storedrequest", "storedauctionresponse", "profiles", "impprofiles"}, stored);
  putString(page, member(stored[0], "id"));
  putString(page, member(stored[1], "id"));
  putProfiles(page, stored[2]);
  putProfiles(page, stored[3]);
  putImps(page, top[5], extension);
}

}  // namespace gavel
