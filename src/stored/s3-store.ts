/**
 * Reads stored data from a bucket of S3, or of a store that speaks its protocol: one object per text, `<folder>/<id>.json` (Prebid Server
 * Java's `settings.s3`).
 */
import { isObjectPath, readS3Address, type S3Address } from '../config/s3-address.ts';
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import { S3Bucket } from './s3-bucket.ts';
import { readPage } from './s3-list.ts';
import { LatestFirst } from './latest-first.ts';
import {
  isStoredId,
  nameOf,
  type EditableStore,
  type SourceLimits,
  type StoredEntry,
  type StoredKey,
} from './store.ts';

/** The longest name of an object, in bytes of UTF-8. */
const maxNameBytes = 1024;

const ending = '.json';

/** A store in the bucket at `url`, which the configuration has validated; it connects at the first query. */
export function s3Store(url: string, limits: SourceLimits): EditableStore {
  const address = readS3Address(url);
  const bucket = new S3Bucket(address, limits);
  const { connections, giveUpMs } = limits;
  const turns = new LatestFirst(connections);
  return {
    // A key whose turn does not come in time is not asked for.
    fetch: (keys) => {
      const signal = AbortSignal.timeout(giveUpMs);
      const fetchOne = (key: StoredKey): Promise<Uint8Array | undefined> | undefined => {
        const object = readObjectOf(key, address);
        if (object === undefined) return undefined;
        return turns.run(() => bucket.get(object, { name: nameOf(key), signal }), signal);
      };
      return Promise.all(keys.map(fetchOne));
    },
    asksOneByOne: true,
    list: () => listKeys(bucket, address, giveUpMs),
    refusal: (key) => refusal(key, address),
    save: async (entries) => {
      for (let at = 0; at < entries.length; at += connections)
        await Promise.all(
          entries.slice(at, at + connections).map((entry) => saveText(bucket, { entry, address, giveUpMs })),
        );
    },
    close: () => bucket.close(),
  };
}

/** The kinds whose ids lose one leading slash, as in Prebid Server Java; paths of ad units have one. */
const slashed: ReadonlySet<StoredKind> = new Set(['requests', 'imps', 'responses']);

/** The name of the object that is read for `key`; undefined when no object can have it. */
function readObjectOf({ kind, id }: StoredKey, address: S3Address): string | undefined {
  return objectOf({ kind, id: slashed.has(kind) ? id.replace(/^\//, '') : id }, address);
}

/** The name of the object of `key`; undefined when no object can have it. Ids come from clients: none may leave its folder. */
function objectOf({ kind, id }: StoredKey, { prefix, folderOf }: S3Address): string | undefined {
  const object = `${prefix}${folderOf(kind)}/${id}${ending}`;
  const isName = isStoredId(id) && isObjectPath(id) && Buffer.byteLength(object) <= maxNameBytes;
  return isName ? object : undefined;
}

function refusal(key: StoredKey, address: S3Address): string | undefined {
  return objectOf(key, address) === undefined
    ? `cannot be an object key: use no backslashes, no empty, . or .. names between slashes, and at most ${maxNameBytes} bytes`
    : undefined;
}

async function saveText(
  bucket: S3Bucket,
  { entry, address, giveUpMs }: { entry: StoredEntry; address: S3Address; giveUpMs: number },
): Promise<void> {
  const name = nameOf(entry);
  const object = objectOf(entry, address);
  if (object === undefined) throw new Error(`${name} ${refusal(entry, address)}`);
  await bucket.put(object, entry.text, { name, signal: AbortSignal.timeout(giveUpMs) });
}

async function* listKeys(bucket: S3Bucket, address: S3Address, giveUpMs: number): AsyncGenerator<StoredKey> {
  for (const kind of storedKinds) {
    const prefix = `${address.prefix}${address.folderOf(kind)}/`;
    for await (const object of objectsBelow(prefix, bucket, giveUpMs)) {
      const id = object.slice(prefix.length, -ending.length);
      if (objectOf({ kind, id }, address) === object) yield { kind, id };
    }
  }
}

/** The names of all objects that begin with `prefix`, page by page. */
async function* objectsBelow(prefix: string, bucket: S3Bucket, giveUpMs: number): AsyncGenerator<string> {
  const tokens = new Set<string>();
  let query: Readonly<Record<string, string>> = { prefix };
  for (;;) {
    const { names, next } = readPage(await bucket.list(query, AbortSignal.timeout(giveUpMs)));
    yield* names;
    if (next === undefined) return;
    if (tokens.has(next)) throw new Error('stored.url answered with an endless list');
    tokens.add(next);
    query = { prefix, 'continuation-token': next };
  }
}
