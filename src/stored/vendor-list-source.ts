/** Downloads vendor lists from the source that the host configures (decisions, 'Privacy'; issue 4, item 3). */
import { listOf } from '../privacy/tc-string.ts';
import { readVendorList, type VendorList } from '../privacy/vendor-list.ts';
import { fetchText } from './read-bounded.ts';

/** The length limit of a list, in bytes. */
export const maxListBytes = 16 * 1024 * 1024;
const timeoutMs = 20_000;

/** A list, and the text that it was read from. */
export interface DownloadedList {
  readonly list: VendorList;
  readonly text: string;
}

/** The address of a list: the URL with `{SPEC}` and `{VERSION}` filled in; without them, a path below it as in IAB Europe's archive. */
export function listUrl(url: string, key: number): string {
  const template = url.includes('{VERSION}')
    ? url
    : `${url.replace(/\/+$/, '')}/v{SPEC}/archives/vendor-list-v{VERSION}.json`;
  const { specification, version } = listOf(key);
  return template.replaceAll('{SPEC}', String(specification)).replaceAll('{VERSION}', String(version));
}

/** The address of the newest list of specification 3, as IAB Europe names it below `url`; undefined for a URL that needs a version. */
export function newestUrl(url: string): string | undefined {
  return url === '' || url.includes('{VERSION}') ? undefined : `${url.replace(/\/+$/, '')}/v3/vendor-list.json`;
}

/** Downloads list `key` from the source at `url`. Rejects with an Error whose message ends a sentence about the list. */
export async function downloadList(key: number, url: string): Promise<DownloadedList> {
  const downloaded = await downloadAt(listUrl(url, key));
  if (downloaded.list.key !== key)
    throw new Error('gave a list of another version: put {SPEC} and {VERSION} where they belong in the URL');
  return downloaded;
}

/** Downloads the list at `address`, of any version. Rejects with an Error whose message ends a sentence about the list. */
export async function downloadAt(address: string): Promise<DownloadedList> {
  const text = await fetchText(address, { maxBytes: maxListBytes, timeoutMs });
  const list = parseList(text);
  if (typeof list === 'string') throw new Error(list);
  return { list, text };
}

/** The list in `text`, or its fault as the end of a sentence about it. */
export function parseList(text: string): VendorList | string {
  try {
    return readVendorList(JSON.parse(text));
  } catch {
    return 'is not JSON';
  }
}
