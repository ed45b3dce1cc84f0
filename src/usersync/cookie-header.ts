/** Finds one cookie in a `Cookie` header (RFC 6265 section 4.2): whatever else stands there is passed over. */

/**
 * The value of the first cookie called `name`, without surrounding quotes; '' when there is none.
 * `header` is the header as received, repeated ones joined with `; `.
 */
export function cookieValue(header: string, name: string): string {
  return cookieValues(header, name, 1)[0] ?? '';
}

/** The values of the first `most` cookies called `name`, in their order, as `cookieValue` gives them. */
export function cookieValues(header: string, name: string, most: number): string[] {
  const values: string[] = [];
  let start = 0;
  while (start < header.length && values.length < most) {
    const next = header.indexOf(';', start);
    const end = next === -1 ? header.length : next;
    const equals = header.indexOf('=', start);
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
