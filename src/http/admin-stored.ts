/**
 * `POST` and `DELETE /storedrequests/openrtb2` of the admin port (interface, 'Endpoints'; implementation A 6): stores texts to serve from
 * now on, and drops cached ids.
 */
import { checkAccount } from '../config/account.ts';
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject } from '../openrtb/json-object.ts';
import { mergePatch } from '../openrtb/merge-patch.ts';
import { parsedBytes, parsedJson } from '../openrtb/parsed-json.ts';
import { profileFaults } from '../openrtb/profile.ts';
import { isStoredId, type StoredKey } from '../stored/store.ts';
import type { AdminAnswer, AdminRequest, AdminRoute } from './admin-server.ts';
import { faultText } from './exchange.ts';

/** A key and its text. */
export interface NamedText extends StoredKey {
  /** JSON. */
  readonly text: string;
}

/** Changes to the stored data that every process caches. */
export interface StoredNews {
  /** Drops `keys` from the cache of every process, so the source is asked again. */
  readonly forget: (keys: readonly StoredKey[]) => void;
  /** Makes this host serve `texts` from now on, until they expire. */
  readonly keep: (texts: readonly NamedText[]) => void;
}

/** AMP pages use the same stored requests, but tools of implementations A and B post to a path of their own for them. */
const paths = ['/storedrequests/openrtb2', '/storedrequests/amp'];

/** Most faults listed in one answer. */
const maxFaults = 20;

/** Most texts or ids of one request: each process that serves auctions takes them in one go. */
const maxEntries = 10_000;

/** The routes, two at each path. A malformed body is answered with 400 and changes nothing. */
export function storedRoutes(news: StoredNews): AdminRoute[] {
  return paths.flatMap((path): AdminRoute[] => [
    {
      method: 'POST',
      path,
      handle: (request) =>
        answer(request, {
          read: readTexts,
          act: (texts) => {
            news.keep(texts);
            return `${texts.length} kept until they expire\n`;
          },
        }),
    },
    {
      method: 'DELETE',
      path,
      handle: (request) =>
        answer(request, {
          read: readIds,
          act: (keys) => {
            news.forget(keys);
            return `${keys.length} forgotten\n`;
          },
        }),
    },
  ]);
}

/** Reads the body's member for one kind. Returns its entries, or a fault as the end of a sentence that begins with the kind. */
type ReadKind<T> = (kind: StoredKind, member: unknown) => readonly T[] | string;

interface Action<T> {
  readonly read: ReadKind<T>;
  readonly act: (entries: readonly T[]) => string;
}

function answer<T>({ body }: AdminRequest, { read, act }: Action<T>): AdminAnswer {
  const entries: T[] = [];
  const faults: string[] = [];
  const value = parsedBytes(body);
  const members = isObject(value) ? value : undefined;
  if (countIn(Object.values(members ?? {})) > maxEntries)
    return { status: 413, body: `the body has over ${maxEntries} texts or ids: send fewer at a time\n` };
  if (members === undefined) faults.push(`the body must be a JSON object with some of ${storedKinds.join(', ')}`);
  for (const [name, member] of Object.entries(members ?? {})) {
    const kind = storedKinds.find((one) => one === name);
    const found = kind === undefined ? `is not a kind: use ${storedKinds.join(', ')}` : read(kind, member);
    if (typeof found === 'string') faults.push(`${JSON.stringify(name.slice(0, 80))} ${found}`);
    else for (const entry of found) entries.push(entry);
  }
  if (faults.length > 0) return { status: 400, body: faultText(faults) };
  return { status: 200, body: act(entries) };
}

/** How many texts or ids the members of a body hold; one that holds none counts as one. */
function countIn(members: readonly unknown[]): number {
  const counts = members.map((member) => {
    if (Array.isArray(member)) return member.length;
    return isObject(member) ? Object.keys(member).length : 1;
  });
  return counts.reduce((sum, count) => sum + Math.max(1, count), 0);
}

function readTexts(kind: StoredKind, member: unknown): readonly NamedText[] | string {
  if (!isObject(member)) return 'must hold the texts by id: {"id": {…}}';
  const entries = Object.entries(member).map(([id, value]) => [id, objectOf(kind, value)] as const);
  const wrong = entries.find(([id, value]) => !isStoredId(id) || value === null);
  if (wrong !== undefined)
    return `holds ${JSON.stringify(wrong[0].slice(0, 80))}, which is not an id or has no text: correct it`;
  if (isDeeper(entries, maxDepth + 1)) return `holds a text that is nested too deeply: ${maxDepth} levels are allowed`;
  const faults = entries.flatMap(([id, value]) =>
    faultsOf(kind, value).map((fault) => `"${id.slice(0, 80)}", ${fault}`),
  );
  if (faults.length > 0) return `holds ${faults.slice(0, maxFaults).join('; and ')}`;
  return entries.map(([id, value]) => ({ kind, id, text: JSON.stringify(value) }));
}

/** Parses an object that is sent as a JSON string, as tools of implementation B do; a stored response may be a string itself. */
function objectOf(kind: StoredKind, value: unknown): unknown {
  return typeof value === 'string' && kind !== 'responses' ? (parsedJson(value) ?? value) : value;
}

/**
 * Faults with which no auction could be served, worded to follow the id: auctions of an account with a wrong setting would get 500 until
 * the text expires.
 */
function faultsOf(kind: StoredKind, value: unknown): readonly string[] {
  if (kind === 'responses') return [];
  if (!isObject(value)) return ['which is not a JSON object: write {…}'];
  if (kind === 'profiles') return profileFaults(value).map((fault) => `which ${fault}`);
  return kind === 'accounts' ? checkAccount(mergePatch({}, value)).map((fault) => `of which ${fault}`) : [];
}

function readIds(kind: StoredKind, member: unknown): readonly StoredKey[] | string {
  if (!Array.isArray(member) || !member.every((id) => typeof id === 'string' && isStoredId(id)))
    return 'must be a list of ids: ["id"]';
  return member.map((id: string) => ({ kind, id }));
}
