/** Gets a vendor list from where the host says that lists are (decisions, 'Privacy'; issue 4, item 3). */
import { listOf } from '../privacy/tc-string.ts';
import { readVendorList, type VendorList } from '../privacy/vendor-list.ts';
import { fetchText } from './read-bounded.ts';

/** The longest text of a list, in bytes. */
export const maxListBytes = 16 * 1024 * 1024;
const timeoutMs = 20_000;

/** A list, and the text that it was read from. */
export interface DownloadedList {
  readonly list: VendorList;
  readonly text: string;
}

/** Where a list is: the URL with `{SPEC}` and `{VERSION}` filled in; without them, below it as IAB Europe lays out its archive. */
export function listUrl(url: string, key: number): string {
  const template = url.includes('{VERSION}')
    ? url
    : `${url.replace(/\/+$/, '')}/v{SPEC}/archives/vendor-list-v{VERSION}.json`;
  const { specification, version } = listOf(key);
  return template.replaceAll('{SPEC}', String(specification)).replaceAll('{VERSION}', String(version));
}

/** Where the newest list of specification 3 is, as IAB Europe names it below `url`; undefined for a URL that only has numbers. */
export function newestUrl(url: string): string | undefined {
  return url === '' || url.includes('{VERSION}') ? undefined : `${url.replace(/\/+$/, '')}/v3/vendor-list.json`;
}

/** The list `key` of the source at `url`. Rejects with an Error whose message ends a sentence about the list. */
export async function downloadList(key: number, url: string): Promise<DownloadedList> {
  const found = await downloadAt(listUrl(url, key));
  if (found.list.key !== key)
    throw new Error('is a list of another version: put {SPEC} and {VERSION} where the URL has them');
  return found;
}

/** The list at `address`, of whatever version. Rejects with an Error whose message ends a sentence about the list. */
export async function downloadAt(address: string): Promise<DownloadedList> {
  const text = await fetchText(address, { maxBytes: maxListBytes, timeoutMs });
  const list = parseList(text);
  if (typeof list === 'string') throw new Error(list);
  return { list, text };
}

/** The list that `text` holds, or what is wrong with it as the end of a sentence about it. */
export function parseList(text: string): VendorList | string {
  try {
    return readVendorList(JSON.parse(text));
  } catch {
    return 'is not JSON';
  }
}
