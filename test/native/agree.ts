/**
 * Compares the addon with its oracle, the JavaScript envelope, over mutated bodies. Also a program, so that a test can
 * run it on another of simdjson's implementations: `node agree.ts <seed> <count>` prints the tally.
 */

import { isDeepStrictEqual } from 'node:util';
import { readNativeEnvelope } from '../../src/native/addon.ts';
import { readEnvelope } from '../../src/native/envelope.ts';
import { readJsonEnvelope } from '../../src/native/json-envelope.ts';
import { dice } from '../support/chance.ts';
import { mutatedBody } from './mutate.ts';

/** How many bodies each side took, and up to ten bodies (base64) on which they differ. */
export interface Tally {
  native: number;
  json: number;
  refused: number;
  differing: string[];
}

/** Reads `count` mutated bodies with both envelopes. */
export function agree(seed: number, count: number): Tally {
  const random = dice(seed);
  const tally: Tally = { native: 0, json: 0, refused: 0, differing: [] };
  for (let i = 0; i < count && tally.differing.length < 10; i++) {
    const body = mutatedBody(random);
    const native = readNativeEnvelope(body, 'svc');
    const json = readJsonEnvelope(body, 'svc');
    if (native !== undefined) tally.native++;
    if (json.ok) tally.json++;
    else tally.refused++;
    const door = readEnvelope(body, 'svc');
    const same = native === undefined || (json.ok && isDeepStrictEqual(native, json.envelope));
    const plain = json.ok || /^the body [ -~]{5,120}$/.test(json.fault);
    if (!same || !plain || !isDeepStrictEqual(door, json)) tally.differing.push(body.toString('base64'));
  }
  return tally;
}

if (import.meta.main) {
  const [seed, count] = process.argv.slice(2).map(Number);
  process.stdout.write(JSON.stringify(agree(seed ?? 1, count ?? 1000)));
}
