/**
 * Resolves the names of the host's own servers. Node resolves names on a few threads (main.ts): clients that try again while a name gets
 * no answer would take them all, and bidders' names would wait.
 */
import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Found = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/** Those who wait for each lookup in progress, by what is looked up. */
const waiting = new Map<string, Found[]>();

/** A `lookup` for node:net that looks each name up once at a time: whoever asks meanwhile gets the same result. */
export const serverLookup: LookupFunction = (hostname, { family = 0, hints = 0, all = false }, callback) => {
  const found: Found = (error, addresses) => {
    if (error !== null) callback(error, '', 0);
    else if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
  const what = `${family} ${hints} ${hostname}`;
  const others = waiting.get(what);
  if (others !== undefined) return void others.push(found);
  waiting.set(what, [found]);
  lookup(hostname, { family, hints, all: true }, (error, addresses) => {
    const all = waiting.get(what) ?? [];
    waiting.delete(what);
    for (const one of all) one(error, addresses);
  });
};
