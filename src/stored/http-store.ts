/**
 * Reads stored data from an HTTP service in Prebid Server's query format (implementation A; B 11): `GET
 * url?request-ids=["a"]&imp-ids=["b"]`.
 */
import { storedKinds } from '../config/stored-kinds.ts';
import { gatherBytes } from '../gather-bytes.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject, own } from '../openrtb/json-object.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import { OwnServer } from '../own-server.ts';
import { joinLookUps } from './join-look-ups.ts';
import { partsWithin } from './parts-within.ts';
import {
  FaultyQuery,
  isStoredId,
  maxTextBytes,
  nameOf,
  type SourceLimits,
  type Store,
  type StoredKey,
} from './store.ts';

/** The longest query string of one request, since many servers refuse longer addresses; more keys take several requests. */
const maxQueryLength = 6000;
const tooLong = `stored.url answered over ${maxTextBytes} bytes: it must send less at a time`;

/** Statuses that blame what was asked for, not the server or the credentials. */
const refusals: ReadonlySet<number> = new Set([400, 404, 414, 422]);

/** A store at `url`, which may hold user, password and a query of its own. Rejects any answer but a JSON object with status 200. */
export function httpStore(url: string, limits: SourceLimits): Store {
  const { connections, giveUpMs } = limits;
  const server = new OwnServer(url, connections, giveUpMs);
  const ask = async (keys: readonly StoredKey[]): Promise<ReadonlyMap<string, Uint8Array>> => {
    const signal = AbortSignal.timeout(giveUpMs);
    const path = server.pathWith(queryOf(keys));
    const { statusCode, body } = await server.ask({
      method: 'GET',
      path,
      headers: { accept: 'application/json' },
      signal,
    });
    const bytes = await gatherBytes(body, maxTextBytes, tooLong);
    const Fault = refusals.has(statusCode) ? FaultyQuery : Error;
    if (statusCode !== 200) throw new Fault(`stored.url returned status ${statusCode}: it must answer 200`);
    return readTexts(bytes, keys);
  };
  return {
    fetch: joinLookUps(async (keys) => {
      const asked = keys.filter(({ id }) => isStoredId(id));
      const answers = await Promise.all(partsWithin(asked, maxQueryLength, queryLength).map((part) => ask(part)));
      const texts = new Map(answers.flatMap((answer) => [...answer]));
      return keys.map((key) => texts.get(nameOf(key)));
    }, limits),
    close: () => server.close(),
  };
}

/** About the length of a key in a query string. */
function queryLength({ id }: StoredKey): number {
  return encodeURIComponent(JSON.stringify(id)).length + 3;
}

/** One parameter per kind, such as `request-ids`; the answer holds the texts by id under the kind's own name. */
function queryOf(keys: readonly StoredKey[]): string {
  return storedKinds
    .flatMap((kind) => {
      const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
      return ids.length === 0 ? [] : [`${kind.slice(0, -1)}-ids=${encodeURIComponent(JSON.stringify(ids))}`];
    })
    .join('&');
}

/** The texts of `keys` by name; what the answer leaves out, or gives as null, does not exist. */
function readTexts(bytes: Buffer, keys: readonly StoredKey[]): Map<string, Uint8Array> {
  const answer = parsedBytes(bytes);
  if (!isObject(answer))
    throw new Error('stored.url did not answer with a JSON object: it must answer {"requests": {…}, "imps": {…}}');
  const texts = new Map<string, Uint8Array>();
  for (const key of keys) {
    const byId = own(answer, key.kind);
    if (byId === undefined || byId === null) continue;
    if (!isObject(byId))
      throw new Error(`stored.url answered with ${key.kind} that are not an object: it must give them by id`);
    const value = own(byId, key.id);
    if (isDeeper(value, maxDepth))
      throw new FaultyQuery(`stored.url answered with a text of more than ${maxDepth} levels: correct it`);
    if (value !== undefined && value !== null) texts.set(nameOf(key), Buffer.from(JSON.stringify(value)));
  }
  return texts;
}
