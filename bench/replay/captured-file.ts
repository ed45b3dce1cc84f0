/** Streams a file of captured auctions, however long it is: first to survey it, then for each replay. */
import { createReadStream } from 'node:fs';
import { overrideHeader } from '../../src/http/debug-override.ts';
import type { CapturedAuction, CapturedCall } from '../../src/observe/capture-record.ts';
import { auctionOf } from '../fixture-file.ts';

/** One auction of a file. */
export interface FileAuction {
  /** Its line number, from 1. */
  readonly number: number;
  readonly line: string;
  readonly auction: CapturedAuction;
}

/** What a file contains. */
export interface Survey {
  readonly auctions: number;
  /** When the file's first and last auctions arrived, in milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** The hosts (scheme, name and port) at which each bidder was called. */
  readonly calledAt: ReadonlyMap<string, ReadonlySet<string>>;
  /** True if the client of an auction sent the host's debug token, and so got debug output. */
  readonly hasToken: boolean;
  /** True if the file ends within a line: its writer is still running, or was ended while writing. */
  readonly isCut: boolean;
}

const lineEnd = 0x0a;

/** Reads the file once. Rejects with an Error that names a line that is not a captured auction, or says why the file cannot be read. */
export async function surveyOf(path: string): Promise<Survey> {
  const calledAt = new Map<string, Set<string>>();
  let survey: Survey = { auctions: 0, firstAt: 0, lastAt: 0, calledAt, hasToken: false, isCut: false };
  for await (const { number, line, isEnded } of linesOf(path)) {
    const auction = auctionOf(line);
    if (auction === undefined && !isEnded && survey.auctions > 0) return { ...survey, isCut: true };
    if (auction === undefined)
      throw new Error(`${path}:${number} is not a captured auction: each line must be one, as capture.path gets them`);
    const { at } = auction;
    const firstAt = survey.auctions === 0 ? at : survey.firstAt;
    for (const call of auction.calls) noteHost(call, calledAt);
    const hasToken = survey.hasToken || overrideHeader in auction.headers;
    survey = { ...survey, auctions: survey.auctions + 1, firstAt, lastAt: at, hasToken };
  }
  return survey;
}

function noteHost({ bidder, uri = '' }: CapturedCall, calledAt: Map<string, Set<string>>): void {
  const host = /^https?:\/\/[^/?#]+/i.exec(uri)?.[0];
  if (host === undefined) return;
  const hosts = calledAt.get(bidder) ?? new Set();
  calledAt.set(bidder, hosts.add(host));
}

/** The auctions of a surveyed file, as many as the survey found. */
export async function* auctionsOf(path: string, { auctions }: Survey): AsyncGenerator<FileAuction> {
  let left = auctions;
  if (left === 0) return;
  for await (const { number, line } of linesOf(path)) {
    yield { number, line, auction: auctionOf(line)! };
    left -= 1;
    if (left === 0) return;
  }
}

interface FileLine {
  readonly number: number;
  readonly line: string;
  /** False for a last line without a line end. */
  readonly isEnded: boolean;
}

/** The non-empty lines. Texts in them may contain other line separators (U+2028). */
async function* linesOf(path: string): AsyncGenerator<FileLine> {
  let number = 0;
  let begun: Buffer[] = [];
  for await (const chunk of chunksOf(path)) {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const line = Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
      [begun, start] = [[], end + 1];
      number += 1;
      if (line !== '') yield { number, line, isEnded: true };
    }
    begun.push(chunk.subarray(start));
  }
  const line = Buffer.concat(begun).toString();
  if (line !== '') yield { number: number + 1, line, isEnded: false };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${path} cannot be read (${code}): name a file below the folder of capture.path`, { cause: error });
  }
}
