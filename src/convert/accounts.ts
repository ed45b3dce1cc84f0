/** Converts accounts: reads their files, and writes each account in the form of Gavel's stored data. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { accountSchema } from '../config/account-settings.ts';
import { checkAccount } from '../config/account.ts';
import { makeFolder } from '../make-folder.ts';
import { quoted } from '../openrtb/findings.ts';
import { isStoredId } from '../stored/store.ts';
import type { AccountFiles } from './account-files.ts';
import { applyRules } from './apply-rules.ts';
import { aroundOf, type Parts } from './convert-host.ts';
import { Draft } from './draft.ts';
import { settingAt } from './find-settings.ts';
import { readOld } from './read-old.ts';
import { readSource, sourceOf, type SourceNode } from './source.ts';
import { countKnown, tellStrangers } from './unknown-settings.ts';
import { Uses } from './uses.ts';
import { jsonOfDraft } from './write-yaml.ts';

/** An account of the old server. */
interface OldAccount {
  readonly id: string;
  readonly root: SourceNode;
}

/** The folder into which accounts are written, and the host's file, if there is one. */
export interface AccountPlace {
  readonly folder: string;
  readonly host: SourceNode | undefined;
}

/** Creates `<stored>/accounts` if it does not exist, and returns its path. Throws if it cannot be created. */
export function makeAccountFolder(stored: string): string {
  const folder = join(stored, 'accounts');
  makeFolder(folder);
  return folder;
}

/**
 * Converts the accounts of `files` into `<folder>/<id>.json`. Resolves with how many were written; a file that holds no account is
 * reported. Rejects if a file cannot be written.
 */
export async function convertAccounts(
  files: AccountFiles,
  { folder, host }: AccountPlace,
  parts: Parts,
): Promise<number> {
  let written = 0;
  for (const file of files.names) {
    const read = readOld(file);
    const source = 'faults' in read ? read : readSource(read.text, file, parts.server);
    if ('faults' in source) {
      for (const fault of source.faults) parts.notes.tell('', fault);
      continue;
    }
    for (const account of accountsIn(source.root, { file, isNamedById: files.areNamedById }, parts)) {
      if (await writeAccount(folder, account, { host, ...parts })) written += 1;
      parts.notes.prefix = '';
    }
  }
  return written;
}

/**
 * The accounts of one file: those of a list `accounts`, or of a map by id, as HTTP answers have them. Any other file is one account. Its id
 * is the one that it states, else the file name; in a folder it is always the file name.
 */
function accountsIn(
  root: SourceNode,
  { file, isNamedById }: { readonly file: string; readonly isNamedById: boolean },
  { server, notes }: Parts,
): OldAccount[] {
  const list = settingAt(root, 'accounts', server.fold);
  if (list?.tree.kind !== 'list' && !isNamedById && idOf(root, server) === '' && isOfHost(root, server)) {
    notes.tell(file, "is a host's configuration, not an account: give it as FILE, and its accounts as --accounts");
    return [];
  }
  if (list?.children !== undefined) return [...list.children.values()].map((one) => ({ id: one.name, root: one }));
  const single = basename(file).replace(/\.(?:json|ya?ml)$/, '');
  if (list?.tree.kind !== 'list') {
    const stated = idOf(root, server);
    if (isNamedById && stated !== '' && stated !== single)
      notes.tell(
        `account ${quoted(single)} id`,
        'ignored: it differs from the name of its file, which is the id of an account in a folder',
      );
    return [{ id: isNamedById ? single : stated || single, root }];
  }
  return list.tree.items.flatMap((item, at) => {
    // Read as spelled: an id may be longer than a number can be.
    const read = sourceOf(item, `${file}: accounts[${at}]`, server);
    if ('faults' in read) {
      for (const fault of read.faults) notes.tell('', fault);
      return [];
    }
    const id = idOf(read.root, server);
    if (id === '') notes.tell(`${file}: accounts[${at}]`, 'left out: it has no id; give it one');
    return id === '' ? [] : [{ id, root: read.root }];
  });
}

/** Hosts and accounts share settings: a file is a host's if it has more than this many times as many of a host's as of an account's. */
const mostlyHost = 3;

function isOfHost(root: SourceNode, server: Parts['server']): boolean {
  return countKnown(root, server, 'host') > countKnown(root, server, 'account') * mostlyHost;
}

function idOf(root: SourceNode, { fold }: Parts['server']): string {
  return settingAt(root, 'id', fold)?.text ?? '';
}

async function writeAccount(
  folder: string,
  { id, root }: OldAccount,
  parts: Parts & { readonly host: SourceNode | undefined },
): Promise<boolean> {
  const { server, notes, host } = parts;
  notes.prefix = `account ${quoted(id)}`;
  if (!isStoredId(id) || id.startsWith('.') || /[/\\]/.test(id)) {
    notes.tell('', noFileName);
    return false;
  }
  const draft = new Draft(accountSchema);
  const uses = new Uses();
  const around = aroundOf(host, parts, id);
  applyRules(server.accountRules, { root, fold: server.fold, draft, notes, uses, around, below: [] });
  tellStrangers(root, { server, notes }, 'account');
  notes.leave(uses.leftPaths(), 'account');
  const json = jsonOfDraft(draft.root);
  for (const fault of checkAccount(json)) notes.tell('', fault);
  try {
    await writeFile(join(folder, `${id}.json`), `${JSON.stringify(json, undefined, 2)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENAMETOOLONG') throw error;
    notes.tell(
      '',
      code === 'ENAMETOOLONG'
        ? noFileName
        : `already exists in ${folder} and is kept: delete its file to convert the account`,
    );
    return false;
  }
}

const noFileName = 'left out: its id cannot be a file name; import it from one JSON file (npm run store -- import)';
