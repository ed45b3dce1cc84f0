// The Node-API entry of the addon: copies the body into a padded buffer, lets simdjson check all of it, and walks its tape once. It only
// answers or refuses; json-envelope.ts reads and judges what it refuses.
#define NAPI_VERSION 8
#include <node_api.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "leaves.h"

namespace {

using gavel::Page;

/** Changes with the order of the leaves; addon.ts rejects an addon with another layout. */
constexpr std::uint32_t kLayout = 4;
/** simdjson does not count an empty innermost list, so this allows 511 or 512 levels; a 512th may be left to JavaScript. */
constexpr std::size_t kMaxDepth = 512;
/** Larger bodies are left to JavaScript: a tape takes fourteen times the body. */
constexpr std::size_t kMaxBytes = 4 << 20;
/** A thread's first buffers are for bodies of `kFirstBytes`; buffers for bodies over `kKeptBytes` are freed after use. */
constexpr std::size_t kFirstBytes = 64 << 10;
constexpr std::size_t kKeptBytes = 512 << 10;
constexpr std::size_t kMaxNamespaceBytes = 256;

/** What one thread keeps between bodies. */
struct Reader {
  simdjson::dom::parser parser;
  std::unique_ptr<char[]> body;
  std::unique_ptr<char[]> text;
  std::size_t capacity = 0;
  double *memory = nullptr;  // memory of `page`, which keeps it alive: tmax, then the slots
  napi_ref page = nullptr;
};

void release(Reader &reader) {
  reader.parser = simdjson::dom::parser();
  reader.body.reset();
  reader.text.reset();
  reader.capacity = 0;
}

/** Makes room for a body of `length` bytes; false when out of memory. */
bool reserve(Reader &reader, std::size_t length) {
  if (length <= reader.capacity) return true;
  std::size_t capacity = kFirstBytes;
  while (capacity < length) capacity *= 2;
  release(reader);
  reader.body.reset(new (std::nothrow) char[capacity + simdjson::SIMDJSON_PADDING]);
  reader.text.reset(new (std::nothrow) char[capacity]);
  if (!reader.body || !reader.text) return false;
  if (reader.parser.allocate(capacity, kMaxDepth) != simdjson::SUCCESS) return false;
  if (reader.parser.doc.allocate(capacity) != simdjson::SUCCESS) return false;
  reader.capacity = capacity;
  return true;
}

/** Reads the body in `reader.body`; false when it is refused. */
bool readBody(Reader &reader, std::size_t length, std::string_view extension, Page &page) {
  const char *const body = reader.body.get();
  if (length >= 3 && std::memcmp(body, "\xEF\xBB\xBF", 3) == 0) return false;
  simdjson::dom::object root;
  if (reader.parser.parse(body, length, false).get(root) != simdjson::SUCCESS) return false;
  gavel::readLeaves(root, extension, page);
  return !page.full;
}

/** `read(bytes, namespace)`: the concatenated string leaves, or undefined when refused; the rest is in the page. */
napi_value read(napi_env env, napi_callback_info info) {
  std::size_t argc = 2;
  napi_value argv[2];
  Reader *reader = nullptr;
  napi_typedarray_type type;
  std::size_t length = 0;
  void *bytes = nullptr;
  char extension[kMaxNamespaceBytes];
  std::size_t extensionLength = 0;
  if (napi_get_cb_info(env, info, &argc, argv, nullptr, nullptr) != napi_ok) return nullptr;
  if (napi_get_instance_data(env, reinterpret_cast<void **>(&reader)) != napi_ok || reader == nullptr) return nullptr;
  if (napi_get_typedarray_info(env, argv[0], &type, &length, &bytes, nullptr, nullptr) != napi_ok) return nullptr;
  if (type != napi_uint8_array || bytes == nullptr || length == 0 || length > kMaxBytes) return nullptr;
  if (napi_get_value_string_utf8(env, argv[1], extension, sizeof extension, &extensionLength) != napi_ok) return nullptr;
  // A name that fills the buffer may have been truncated before a four-byte character.
  if (extensionLength >= sizeof extension - 4 || !reserve(*reader, length)) return nullptr;

  // A copy, because simdjson reads past the end, and shared memory may change meanwhile.
  std::memcpy(reader->body.get(), bytes, length);
  std::memset(reader->body.get() + length, ' ', simdjson::SIMDJSON_PADDING);
  Page page{};
  page.tmax = reader->memory;
  page.slots = reinterpret_cast<std::int32_t *>(reader->memory + 1);
  page.text = reader->text.get();
  page.ascii = true;
  napi_value answer = nullptr;
  if (readBody(*reader, length, {extension, extensionLength}, page)) {
    const auto create = page.ascii ? napi_create_string_latin1 : napi_create_string_utf8;
    if (create(env, page.text, page.textLength, &answer) != napi_ok) answer = nullptr;
  }
  if (reader->capacity > kKeptBytes) release(*reader);
  return answer;
}

void destroy(napi_env env, void *data, void *) {
  auto *const reader = static_cast<Reader *>(data);
  if (reader->page != nullptr) napi_delete_reference(env, reader->page);
  delete reader;
}

/** Fills `exports` with `layout`, `page` (tmax, then slots) and `read`. */
napi_status fill(napi_env env, napi_value exports, Reader *reader) {
  napi_value layout, page, function;
  void *memory = nullptr;
  napi_status status = napi_create_uint32(env, kLayout, &layout);
  const std::size_t bytes = sizeof(double) + gavel::kSlots * sizeof(std::int32_t);
  if (status == napi_ok) status = napi_create_arraybuffer(env, bytes, &memory, &page);
  if (status == napi_ok) status = napi_create_reference(env, page, 1, &reader->page);
  if (status == napi_ok) status = napi_create_function(env, "read", NAPI_AUTO_LENGTH, read, nullptr, &function);
  if (status == napi_ok) status = napi_set_named_property(env, exports, "layout", layout);
  if (status == napi_ok) status = napi_set_named_property(env, exports, "page", page);
  if (status == napi_ok) status = napi_set_named_property(env, exports, "read", function);
  reader->memory = static_cast<double *>(memory);
  return status;
}

}  // namespace

NAPI_MODULE_INIT() {
  auto *const reader = new (std::nothrow) Reader();
  if (reader == nullptr) return nullptr;
  if (napi_set_instance_data(env, reader, destroy, nullptr) != napi_ok) {
    delete reader;
    return nullptr;
  }
  // From here on the environment owns the reader.
  if (fill(env, exports, reader) != napi_ok) napi_throw_error(env, nullptr, "the addon could not be set up");
  return exports;
}
