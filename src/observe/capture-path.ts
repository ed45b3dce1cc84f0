/** Redacts the URL of a captured auction (issue 6, item 3): parameters of AMP pages, and of auctions without a body. */
import { withoutCredentials } from '../config/secrets.ts';
import { isDeeper } from '../openrtb/depth.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { decodedJson } from '../openrtb/twice-encoded.ts';
import { cutAddress } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';
import { maxCapturedDepth } from './capture-body.ts';
import { redactJson } from './capture-redact.ts';
import { blot, redactPage } from './capture-texts.ts';

/** The path with the ids in its query redacted, and credentials removed from URLs; each id is added to `ids`. */
export function redactPath(path: string, ids = new Set<string>()): string {
  const mark = path.indexOf('?');
  if (mark < 0) return path;
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(path.slice(mark + 1)))
    kept.append(name, redactParameter(name, value, ids));
  return `${path.slice(0, mark)}?${kept.toString()}`;
}

/** Redacts one parameter; an empty value is no id. Many parameters hold URLs of pages, feeds and stores. */
function redactParameter(name: string, value: string, ids: Set<string>): string {
  const redacted = name === 'ip' ? (cutAddress(value) ?? blot) : idNames.has(name.toLowerCase()) ? blot : undefined;
  if (redacted === undefined) return redactData(name, value, ids) ?? redactPage(withoutCredentials(value), ids);
  if (value === '' || redacted === value) return value;
  ids.add(value);
  return redacted;
}

/**
 * Redacts JSON, such as first-party data; undefined for anything else, and for JSON without user data. What is encoded twice stays so, as
 * bidders get the parameters of AMP pages as they came.
 */
function redactData(name: string, value: string, ids: Set<string>): string | undefined {
  const text = decodedJson(value);
  const json = /^\s*\{/.test(text) ? parsedJson(text) : undefined;
  // A request with such `targeting` is answered with 400, in a replay, too; no macro that an AMP runtime left looks like this.
  if (json === undefined) return name === 'targeting' && /[{%]/.test(text) ? blot : undefined;
  // Deeper than `targeting` may nest: the request is answered with 400, and nothing of the value is needed.
  if (isDeeper(json, maxCapturedDepth)) return blot;
  const redacted = JSON.stringify(redactJson(json, { ids, hide: (text) => redactPage(text, ids) }));
  if (redacted === JSON.stringify(json)) return undefined;
  return text === value ? redacted : encodeURIComponent(redacted);
}
