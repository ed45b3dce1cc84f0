/** Reads captured auctions and the fixtures' settings, without loading any of the service: a farm starts at once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapturedAuction } from '../src/observe/capture-record.ts';
import { parseJson } from '../src/openrtb/long-integers.ts';

/** The folder of fixtures. */
export const fixtureDir = join(import.meta.dirname, 'fixtures');

/** Reads a file of captured auctions, one JSON object a line. Throws an Error that names the line which is none. */
export function readAuctions(path: string): CapturedAuction[] {
  const lines = textOf(path).split('\n');
  return lines.flatMap((line, at) => {
    if (line === '') return [];
    const auction = parsed(line);
    if (auction?.v !== 1 || !Array.isArray(auction.calls))
      throw new Error(`${path}:${at + 1} is no captured auction: each line must be one, as capture.path gets them`);
    return [auction];
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${path} cannot be read (${code}): name a file below the folder of capture.path`, { cause: error });
  }
}

/** All fixtures, in the order of the file. */
export function readFixtures(): CapturedAuction[] {
  return readAuctions(join(fixtureDir, 'requests.ndjson'));
}

/** The settings of the fixtures' host as JSON text; `scratch` is a folder for what the service writes. */
export function fixtureSettings(scratch: string): string {
  const text = readFileSync(join(fixtureDir, 'service.json'), 'utf8');
  return text.replaceAll('<fixtures>', fixtureDir).replaceAll('<scratch>', scratch);
}

function parsed(line: string): CapturedAuction | undefined {
  try {
    return parseJson(line) as CapturedAuction;
  } catch {
    return undefined;
  }
}
