/** Reads the fixtures: captured auctions and their host's settings. Loads no part of the service, so that a farm starts quickly. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapturedAuction } from '../src/observe/capture-record.ts';
import { parseJson } from '../src/openrtb/long-integers.ts';
import { isObject } from '../src/openrtb/json-object.ts';
import { parsedJson } from '../src/openrtb/parsed-json.ts';

/** The folder of fixtures. */
export const fixtureDir = join(import.meta.dirname, 'fixtures');

/** All fixtures, in the order of the file. Throws an Error that names an invalid line. */
export function readFixtures(): CapturedAuction[] {
  const path = join(fixtureDir, 'requests.ndjson');
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, at) => {
    const auction = auctionOf(line);
    if (auction === undefined) throw new Error(`${path}:${at + 1} is not a captured auction`);
    return auction;
  });
}

/** The settings of the fixtures' host as JSON text; `scratch` is a folder for what the service writes. */
export function fixtureSettings(scratch: string): string {
  const text = readFileSync(join(fixtureDir, 'service.json'), 'utf8');
  return text.replaceAll('<fixtures>', fixtureDir).replaceAll('<scratch>', scratch);
}

/** Parses a line as a captured auction; undefined if it is not one. */
export function auctionOf(line: string): CapturedAuction | undefined {
  try {
    const auction = parseJson(line) as CapturedAuction | null;
    return auction?.v === 1 && Array.isArray(auction.calls) ? auction : undefined;
  } catch {
    return undefined;
  }
}

/** The id of a captured request; undefined if it has none, like an AMP page's. */
export function requestIdOf({ body }: CapturedAuction): string | undefined {
  const request = typeof body === 'string' ? parsedJson(body) : body;
  return isObject(request) && typeof request['id'] === 'string' ? request['id'] : undefined;
}
