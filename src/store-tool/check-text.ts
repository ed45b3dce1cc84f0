/** Checks whether a text may be stored under its key: JSON of the right form, valid members of a profile, valid settings of an account. */
import { checkAccount } from '../config/account.ts';
import { isObject } from '../openrtb/json-object.ts';
import { mergePatch } from '../openrtb/merge-patch.ts';
import { profileFaults } from '../openrtb/profile.ts';
import { nameOf, type StoredKey } from '../stored/store.ts';

/** The faults of `text` under `key`, one sentence each; `defaults` are the host's defaults of accounts. */
export function checkText(key: StoredKey, text: string, defaults: object): readonly string[] {
  const name = nameOf(key);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.startsWith('\ufeff')) return [`${name} starts with a byte order mark: remove it`];
    return [`${name} is not JSON (${(error as Error).message}): correct the text`];
  }
  if (key.kind === 'responses') return value === null ? [`${name} is null: give a response`] : [];
  if (!isObject(value)) return [`${name} is not a JSON object: write {…}`];
  if (key.kind === 'profiles') return profileFaults(value).map((fault) => `${name} ${fault}`);
  if (key.kind !== 'accounts') return [];
  return checkAccount(mergePatch(defaults, value)).map((fault) => `${name}: ${fault}`);
}
