/** Decides what the address of a captured auction keeps of its user (issue 6, item 3): parameters of AMP pages, and of auctions without a body. */
import { withoutCredentials } from '../config/secrets.ts';
import { isDeeper } from '../openrtb/depth.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { cutAddress } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';
import { deepest } from './capture-body.ts';
import { redactJson } from './capture-redact.ts';
import { blot, redactPage } from './capture-texts.ts';

/** The path with ids blotted out of its query, and logins out of its addresses; `ids` takes each id. */
export function redactPath(path: string, ids = new Set<string>()): string {
  const mark = path.indexOf('?');
  if (mark < 0) return path;
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(path.slice(mark + 1)))
    kept.append(name, redactParameter(name, value, ids));
  return `${path.slice(0, mark)}?${kept.toString()}`;
}

/** One without a value is none. Addresses of pages, feeds and stores stand in many. */
function redactParameter(name: string, value: string, ids: Set<string>): string {
  const left = name === 'ip' ? (cutAddress(value) ?? blot) : idNames.has(name.toLowerCase()) ? blot : undefined;
  if (left === undefined) return redactTargeting(value, ids) ?? redactPage(withoutCredentials(value), ids);
  if (value === '' || left === value) return value;
  ids.add(value);
  return left;
}

/** First-party data of a page is JSON; undefined for what is none, or has no user. */
function redactTargeting(value: string, ids: Set<string>): string | undefined {
  const json = /^\s*\{/.test(value) ? parsedJson(value) : undefined;
  if (json === undefined) return undefined;
  // Nested so deep it is answered with 400, as another text is.
  if (isDeeper(json, deepest)) return blot;
  const left = JSON.stringify(redactJson(json, { ids, hide: (text) => redactPage(text, ids) }));
  return left === JSON.stringify(json) ? undefined : left;
}
