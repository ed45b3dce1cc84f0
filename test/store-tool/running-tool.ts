/** Runs the store tool in this process, and makes folders for it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';
import { readConfigFile } from '../../src/config-file.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { runTool } from '../../src/store-tool/run-tool.ts';
import { testFolder } from '../support/folder.ts';

// Loaded before any test waits for a server, because it blocks this thread.
await loadBidders();

/** The tool's status, its output and its text on standard error. */
export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly messages: string;
}

/** Runs the tool with `args`; `stored` are settings of that section, `more` are further bidders. */
export async function run(
  args: readonly string[],
  stored: Readonly<Record<string, string>> = {},
  more = '',
): Promise<Ran> {
  const sets = Object.entries(stored).flatMap(([key, value]) => ['--set', `stored.${key}=${value}`]);
  const bidders = ['--set', `bidders={acme: {endpoint: "http://127.0.0.1:1/"}${more}}`];
  let out = '';
  let messages = '';
  const faults = await runTool([...args, ...sets, ...bidders], {
    env: {},
    out: (line) => void (out += `${line}\n`),
    tell: (line) => void (messages += `${line}\n`),
    readConfigFile,
    loadBidders,
  });
  for (const fault of faults) messages += `store: ${fault}\n`;
  return { status: faults.length > 0 ? 1 : 0, out, messages };
}

/** A folder with `texts` by `<kind>/<id>`. */
export function folderOf(t: Test, texts: Readonly<Record<string, unknown>>): string {
  const dir = testFolder(t);
  for (const [name, value] of Object.entries(texts)) {
    const file = join(dir, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return dir;
}

/** An imp's `ext` for the one bidder of the configuration. */
export const bidder = { svc: { bidder: { acme: { placement: 1 } } } };

/** A text of each kind. */
export const good = {
  'imps/top': { banner: { w: 300, h: 250 }, ext: bidder },
  'requests/page': { imp: [{ id: 'i1', banner: { w: 1, h: 1 }, ext: bidder }], site: { page: 'https://a.example/' } },
  'accounts/pub': { disabled: false },
  'responses/won': [{ seat: 'acme', bid: [] }],
  'profiles/news': { type: 'request', body: { bcat: ['IAB7'] } },
};
