/** Converts accounts: gathers them from a file or a folder, and writes each as Gavel's stored data has it. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { accountSchema } from '../config/account-settings.ts';
import { checkAccount } from '../config/account.ts';
import { quoted } from '../openrtb/findings.ts';
import { isStoredId } from '../stored/store.ts';
import { applyRules } from './apply-rules.ts';
import { aroundOf, tellStrangers, type Parts } from './convert-host.ts';
import { Draft } from './draft.ts';
import { readOld } from './read-old.ts';
import { matches, readSource, sourceOf, type SourceNode } from './source.ts';
import { jsonOfDraft } from './write-yaml.ts';

/** An account of the old server. */
interface OldAccount {
  readonly id: string;
  readonly root: SourceNode;
}

/** More accounts than anybody keeps in files. */
const mostAccounts = 100_000;

/** Where accounts are written, and the host's file, if there is one. */
export interface AccountPlace {
  readonly stored: string;
  readonly host: SourceNode | undefined;
}

/**
 * Converts the accounts of `files` into `<stored>/accounts/<id>.json`. Resolves with how many were written; a file that holds none is
 * told. Rejects when a file cannot be written.
 */
export async function convertAccounts(
  files: readonly string[],
  { stored, host }: AccountPlace,
  parts: Parts,
): Promise<number> {
  const folder = join(stored, 'accounts');
  await mkdir(folder, { recursive: true });
  let written = 0;
  for (const file of files) {
    const read = readOld(file);
    const source = 'faults' in read ? read : readSource(read.text, file, parts.server);
    if ('faults' in source) {
      for (const fault of source.faults) parts.notes.tell('', fault);
      continue;
    }
    for (const account of accountsIn(source.root, file, parts)) {
      if (await writeAccount(folder, account, { host, ...parts })) written += 1;
      parts.notes.prefix = '';
    }
  }
  return written;
}

/** The files of accounts at `path`: itself, those in the folder, or those in its folder `accounts`, in the order of their names. */
export async function accountFiles(
  path: string,
): Promise<{ readonly names: readonly string[] } | { readonly faults: readonly string[] }> {
  for (const folder of [path, join(path, 'accounts')]) {
    try {
      const names = (await readdir(folder)).filter((name) => /\.(?:json|ya?ml)$/.test(name) && !name.startsWith('.'));
      if (names.length > mostAccounts)
        return { faults: [`--accounts ${folder} holds more than ${mostAccounts} files: bring them over in parts`] };
      if (names.length > 0) return { names: names.toSorted().map((name) => join(folder, name)) };
    } catch (error) {
      if (folder === path && (error as NodeJS.ErrnoException).code === 'ENOTDIR') return { names: [path] };
      if (folder === path)
        return {
          faults: [
            `--accounts ${path} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file or a folder of accounts`,
          ],
        };
    }
  }
  return { faults: [`--accounts ${path} holds no accounts: name a folder of ID.json, or a file`] };
}

/** The accounts of one file: a list `accounts`, or one account whose id it states or whose name the file has. */
function accountsIn(root: SourceNode, file: string, { server, notes }: Parts): OldAccount[] {
  const list = matches(root, 'accounts', server.fold)[0]?.node;
  const single = basename(file).replace(/\.(?:json|ya?ml)$/, '');
  if (list?.tree.kind !== 'list') return [{ id: idOf(root, server) || single, root }];
  return list.tree.items.flatMap((item, at) => {
    // As it is spelled: an id may be longer than a number can be.
    const read = sourceOf(item, `${file}: accounts[${at}]`, server);
    if ('faults' in read) {
      for (const fault of read.faults) notes.tell('', fault);
      return [];
    }
    const id = idOf(read.root, server);
    if (id === '') notes.tell(`${file}: accounts[${at}]`, 'has no id and is left out: give it one');
    return id === '' ? [] : [{ id, root: read.root }];
  });
}

function idOf(root: SourceNode, { fold }: Parts['server']): string {
  return matches(root, 'id', fold)[0]?.node.text ?? '';
}

async function writeAccount(
  folder: string,
  { id, root }: OldAccount,
  parts: Parts & { readonly host: SourceNode | undefined },
): Promise<boolean> {
  const { server, notes, host } = parts;
  notes.prefix = `account ${quoted(id)}`;
  if (!isStoredId(id) || id.startsWith('.') || /[/\\]/.test(id)) {
    notes.tell('', 'has an id that no file can have: bring it in with npm run store -- import from one JSON file');
    return false;
  }
  const draft = new Draft(accountSchema);
  applyRules(server.accountRules, { root, fold: server.fold, draft, notes, around: aroundOf(host, parts), below: [] });
  tellStrangers(root, { server, notes }, true);
  const json = jsonOfDraft(draft.root);
  for (const fault of checkAccount(json)) notes.tell('', fault);
  try {
    await writeFile(join(folder, `${id}.json`), `${JSON.stringify(json, undefined, 2)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    notes.tell('', `stands in ${folder} already and is left as it is: remove its file to have it converted`);
    return false;
  }
}
