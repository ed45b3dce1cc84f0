/** Decides when a parameter that holds JSON was percent-encoded twice, as pages do and implementation B accepts. */

/** The text of `json`, decoded once more if it starts with `%`, as no JSON does; `+` is then a space, as in forms. */
export function decodedJson(json: string): string {
  if (!/^\s*%/.test(json)) return json;
  try {
    return decodeURIComponent(json.replaceAll('+', ' '));
  } catch {
    return json;
  }
}
