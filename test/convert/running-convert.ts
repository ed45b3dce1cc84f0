/** Runs the converter in this process; its samples. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { runConvert } from '../../src/convert/run-convert.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import { soundConfig } from '../../src/start/sound-config.ts';
import { testFolder } from '../support/folder.ts';
import { startWith } from '../support/process.ts';

/** The status of the converter, its output and its messages. */
export interface Converted {
  readonly status: number;
  readonly out: string;
  readonly messages: readonly string[];
}

/** Runs the converter with these arguments. */
export async function convert(...argv: readonly string[]): Promise<Converted> {
  let out = '';
  const messages: string[] = [];
  const faults = await runConvert(argv, {
    out: (text) => void (out += text),
    tell: (line) => void messages.push(line),
    loadKnown: async () => (await loadBidders()).known,
    judge: async (file) => {
      const sound = await soundConfig(file, { env: {}, flags: {} });
      return { faults: 'faults' in sound ? sound.faults : [], doubts: [] };
    },
  });
  return { status: faults.length > 0 ? 1 : 0, out, messages: [...messages, ...faults] };
}

/** A file with this text in its own folder. */
export function oldFile(t: Test, text: string, name = 'pbs.yaml'): string {
  const file = join(testFolder(t), name);
  writeFileSync(file, text);
  return file;
}

/** Converts a host's file with this text. */
export function convertText(t: Test, from: 'go' | 'java', text: string): Promise<Converted> {
  return convert(oldFile(t, text), '--from', from);
}

/** Converts one account, with its host's text if there is one. Returns what the converter says, and the file and settings it writes. */
export async function convertAccount(
  t: Test,
  from: 'go' | 'java',
  { text, name = 'pub.json', host }: { readonly text: string; readonly name?: string; readonly host?: string },
) {
  const stored = testFolder(t);
  const account = ['--accounts', oldFile(t, text, name), '--from', from, '--stored', stored];
  const { status, messages } = await convert(...(host === undefined ? [] : [oldFile(t, host)]), ...account);
  const [file] = readdirSync(join(stored, 'accounts'));
  const made = file === undefined ? 'null' : readFileSync(join(stored, 'accounts', file), 'utf8');
  return { status, file, settings: JSON.parse(made) as unknown, messages: messages.join('\n') };
}

/** The path of a sample. */
export function sample(name: string): string {
  return join(import.meta.dirname, 'samples', name);
}

/** Long limits, for a busy machine. */
const patient = { 'stored.timeoutMs': '5000', 'overload.maxDelayMs': '10000' };

/** Starts a service with the configuration at `file`, overridden by `local`; it ends with the test. */
export async function startResult(t: Test, file: string, local: { readonly [setting: string]: string }) {
  const sets = Object.entries({ ...patient, ...local }).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const service = await startWith(t, file, sets);
  const url = `http://127.0.0.1:${await service.listening()}/openrtb2/auction`;
  const ask = async (body: unknown) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  return { url, ask };
}
