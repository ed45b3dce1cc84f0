/** Finds a cookie in a `Cookie` header (RFC 6265 section 4.2); anything else in it is ignored. */

/**
 * The value of the first cookie called `name`, without surrounding quotes; '' for none. `header` is the header as received, repeated
 * headers joined by `; `.
 */
export function cookieValue(header: string, name: string): string {
  return cookieValues(header, name, 1)[0] ?? '';
}

/** The values of the first `max` cookies called `name`, in order, as `cookieValue` returns them. */
export function cookieValues(header: string, name: string, max: number): string[] {
  const values: string[] = [];
  let start = 0;
  // Kept until it is passed: one far behind many semicolons is searched for once.
  let equals = -1;
  while (start < header.length && values.length < max) {
    const next = header.indexOf(';', start);
    const end = next === -1 ? header.length : next;
    if (equals < start) equals = header.indexOf('=', start);
    if (equals === -1) break;
    if (equals < end && header.slice(start, equals).trim() === name)
      values.push(unquoted(header.slice(equals + 1, end).trim()));
    start = end + 1;
  }
  return values;
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
