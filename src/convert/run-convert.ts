/** Runs one conversion: reads the old files, writes Gavel's, and reports what the host must know. */
import { writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { KnownBidder } from '../adapter/known-bidders.ts';
import { reasonOf } from '../error-text.ts';
import { accountFiles } from './account-files.ts';
import { convertAccounts, makeAccountFolder } from './accounts.ts';
import { convertHost, type Parts } from './convert-host.ts';
import { goServer } from './go/server.ts';
import { helpText } from './help.ts';
import { javaServer } from './java/server.ts';
import { Notes } from './notes.ts';
import { readLine, type ConvertLine } from './read-line.ts';
import { readOld } from './read-old.ts';
import type { OldServer } from './rule.ts';
import { readSource, type SourceNode } from './source.ts';
import { countKnown } from './unknown-settings.ts';
import { yamlOf } from './write-yaml.ts';

/** What the converter needs from its process. */
export interface ConvertProcess {
  /** Writes the configuration. */
  readonly out: (text: string) => void;
  /** Writes a line for the user. */
  readonly tell: (line: string) => void;
  readonly loadKnown: () => Promise<ReadonlyMap<string, KnownBidder>>;
  /** What keeps a service from starting with this configuration, and what is probably not intended. */
  readonly judge: (file: {
    name: string;
    text: string;
  }) => Promise<{ faults: readonly string[]; doubts: readonly string[] }>;
}

/** Why not everything was written, one sentence each; empty on success. */
export type Faults = readonly string[];

/** The servers that can be converted from. */
export const oldServers: readonly OldServer[] = [goServer, javaServer];

/** Does what `argv` (without node and script) asks for. Resolves with what is wrong with the input. Never rejects. */
export async function runConvert(argv: readonly string[], process: ConvertProcess): Promise<Faults> {
  const line = readLine(argv, oldServers);
  if ('faults' in line) return line.faults;
  if (line.help) {
    process.out(helpText);
    return [];
  }
  try {
    return await convert(line, process);
  } catch (error) {
    return [`the result cannot be written (${reasonOf(error)}): fix that, and convert again`];
  }
}

async function convert(line: ConvertLine, process: ConvertProcess): Promise<Faults> {
  const server = oldServers.find(({ word }) => word === line.from)!;
  const host = line.file === undefined ? undefined : readHost(line.file, server);
  if (host !== undefined && 'faults' in host) return host.faults;
  const files = line.accounts === undefined ? undefined : await accountFiles(line.accounts);
  if (files !== undefined && 'faults' in files) return files.faults;
  // A folder that cannot be created is found out before anything is written.
  const folder = files && makeAccountFolder(line.stored);
  const parts: Parts = { server, known: await process.loadKnown(), notes: new Notes(), textOf: filesBeside(line.file) };
  const text = host && configText(host.root, line, parts);
  if (text !== undefined && line.to !== undefined) {
    const fault = writeNew(line.to, text);
    if (fault !== '') return [fault];
  } else if (text !== undefined) process.out(text);
  const done = files && folder && (await convertAccounts(files, { folder, host: host?.root }, parts));
  for (const told of parts.notes.lines()) process.tell(told);
  if (done !== undefined) process.tell(`${done} accounts written to ${folder}`);
  if (text !== undefined) await judge({ name: line.to ?? 'the configuration', text }, parts, process);
  if (line.to !== undefined) process.tell(`${line.to} written`);
  return [];
}

/** The host's file, or why it is not one of this server. */
function readHost(file: string, server: OldServer): ReturnType<typeof readSource> {
  const read = readOld(file, { mayBePipe: true });
  const source = 'faults' in read ? read : readSource(read.text, file, server);
  if ('faults' in source || 'faults' in read) return source;
  const known = countKnown(source.root, server, 'host');
  const other = oldServers.find((one) => one !== server && foreignIn(read.text, file, one) > known * mostlyOther);
  if (other !== undefined)
    return { faults: [`${file} has more settings of ${other.name} than of ${server.name}: use --from ${other.word}`] };
  if (known > 0) return source;
  const [first = ''] = [...(source.root.children?.values() ?? [])].map(({ path }) => path);
  return {
    faults: [`${file} has no settings of ${server.name}, but has ${first}: name the file that the old server reads`],
  };
}

/** A file is another server's if it has more than this many times as many of that server's settings: a few stray ones do not count. */
const mostlyOther = 1.5;

function foreignIn(text: string, file: string, server: OldServer): number {
  const source = readSource(text, file, server);
  return 'faults' in source ? 0 : countKnown(source.root, server, 'host');
}

function configText(root: SourceNode, { file = '', bidders }: ConvertLine, parts: Parts): string {
  const draft = convertHost(root, parts, bidders);
  return yamlOf(draft, `Made from ${basename(file)} of ${parts.server.name} by npm run convert.`);
}

/** Reads files that the old configuration names, relative to its own folder. */
function filesBeside(file: string | undefined): Parts['textOf'] {
  return (name) => {
    const read = readOld(isAbsolute(name) ? name : join(dirname(file ?? '.'), name));
    return 'faults' in read ? undefined : read.text;
  };
}

/** Writes a file that does not exist yet. Returns what prevents it; '' for nothing. */
function writeNew(name: string, text: string): string {
  try {
    // Its content may be secret.
    writeFileSync(name, text, { flag: 'wx', mode: 0o600 });
    return '';
  } catch (error) {
    const { code = 'unwritable' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return `--to ${name} exists: name another file, or remove it`;
    return `--to ${name} cannot be written (${code}): name a file that this user may write`;
  }
}

async function judge(file: { name: string; text: string }, { notes, server }: Parts, process: ConvertProcess) {
  const { faults, doubts } = await process.judge(file);
  for (const doubt of doubts) process.tell(`check: ${doubt}`);
  for (const fault of faults) process.tell(`fix: ${fault}`);
  process.tell(`settings converted: ${notes.taken}; set to the defaults of ${server.name}: ${notes.pinned}`);
}
