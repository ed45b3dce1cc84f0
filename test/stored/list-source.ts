/** A source of vendor lists on loopback, and a service's lists fetched from it. */
import { createServer, type ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { listKey } from '../../src/privacy/tc-string.ts';
import { ListedVendors } from '../../src/privacy/vendor-table.ts';
import { startVendorLists, type VendorLists } from '../../src/stored/vendor-lists.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { vendorListJson } from '../privacy/support.ts';

/** The vendors in each list. */
export const vendors = { 7: { purposes: [1, 2] } };
/** A vendor list of this version. */
export const listText = (version: number) => JSON.stringify(vendorListJson(version, vendors));

/** A source of lists that records its requests; `url` has placeholders for the numbers of a list, `folder` is the base URL. */
export async function startSource(t: Test, answer: (version: number, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(Number(/v(\d+)\.json$/.exec(request.url!)?.[1]), response);
  });
  const folder = `http://127.0.0.1:${await listening(t, server)}`;
  return { asked, folder, url: `${folder}/v{SPEC}/archives/vendor-list-v{VERSION}.json` };
}

/** Answers with the lists up to `newest`, 404 beyond. */
export const upTo = (newest: () => number) => (version: number, response: ServerResponse) => {
  if (version > newest()) response.writeHead(404).end();
  else response.end(listText(version));
};

/** Starts the lists of a service until the test ends; `said` is their log, `warned` its warnings. */
export async function startLists(
  t: Test,
  vendorListDir: string,
  vendorListUrl: string,
  vendorListRefreshSeconds = 3600,
) {
  const said: string[] = [];
  const warned: string[] = [];
  const warn = (text: string): void => void (said.push(text), warned.push(text));
  const log = { warn, info: (text: string) => void said.push(text) };
  const settings = { enabled: true, vendorListDir, vendorListUrl, vendorListRefreshSeconds };
  const lists = closedWith(t, await startVendorLists(settings, log));
  return { lists, said, warned };
}

/** Whether this version is loaded. */
export const has = (lists: VendorLists, version: number) =>
  ListedVendors.in(lists.current(), listKey(3, version)) !== undefined;
