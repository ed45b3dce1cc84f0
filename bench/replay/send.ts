/** Sends captured auctions at their due times, whatever comes back; latency counts from the moment when each was due. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { bodyBytes, type CapturedAuction, type CapturedCall } from '../../src/observe/capture-record.ts';
import { requestIdOf } from '../fixture-file.ts';
import { auctionsOf, type FileAuction, type Survey } from './captured-file.ts';
import type { Answer } from './compare.ts';
import type { RecordedFarm } from './recorded-farm.ts';

/** When each auction is due: at a rate per second, or as recorded. */
export interface Pace {
  readonly rate: number;
  readonly speed: number;
  readonly repeat: number;
  /** Auctions wait for others to end instead of piling up: good for comparing answers, not for latencies. */
  readonly patient: boolean;
}

/** What to replay: a file, and the farm that knows its calls. */
export interface Played {
  readonly file: string;
  readonly survey: Survey;
  readonly farm: RecordedFarm;
}

/** Receives each auction's end, in any order; null means that no complete answer came. */
export type OnAnswer = (auction: FileAuction, answer: Answer | null, latencyMs: number) => void;

const connections = 512;
const answerLimitMs = 30_000;
const warmUps = 20;
const patientAtOnce = 8;

/** Replays all auctions against the service at `base`; resolves when each has ended. Rejects if the farm has ended. */
export async function sendAll(
  base: string,
  played: Played,
  { pace, onAnswer }: { readonly pace: Pace; readonly onAnswer: OnAnswer },
): Promise<void> {
  const pool = new Pool(base, { connections, headersTimeout: answerLimitMs, bodyTimeout: answerLimitMs });
  const running = new Map<Promise<void>, ReadonlySet<string>>();
  const startMs = performance.now();
  for (let round = 0; round < pace.repeat; round += 1) {
    let place = 0;
    for await (const one of auctionsOf(played.file, played.survey)) {
      const ticket = await played.farm.begin(one.line);
      const dueMs = startMs + dueAfterMs(one.auction.at, { place, round, survey: played.survey }, pace);
      place += 1;
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      const asked = mistakableCalls(one.auction);
      while (pace.patient && (running.size >= patientAtOnce || isAlike(asked, running)))
        await Promise.race(running.keys());
      const fromMs = pace.patient ? performance.now() : dueMs;
      const end = (answer: Answer | null): void => {
        played.farm.end(ticket);
        onAnswer(one, answer, performance.now() - fromMs);
      };
      const run = send(pool, one.auction)
        .then(end, () => end(null))
        .finally(() => running.delete(run));
      running.set(run, asked);
    }
  }
  await Promise.all(running.keys());
  await pool.close();
}

/** Replays some auctions one after the other, so that a fresh service is not judged by its first ones. */
export async function warmUp(base: string, { file, survey, farm }: Played): Promise<void> {
  const pool = new Pool(base, { connections: 1 });
  let left = warmUps;
  for await (const { line, auction } of auctionsOf(file, survey)) {
    if (auction.calls.some(({ kind }) => kind === 'timeout')) continue;
    const ticket = await farm.begin(line);
    await send(pool, auction).catch(() => undefined);
    farm.end(ticket);
    left -= 1;
    if (left === 0) break;
  }
  await pool.close();
}

/**
 * An auction's calls that the farm finds without the request's id: those without imps, and all of an auction whose id is minted anew, like an
 * AMP page's. If two auctions make the same one at once, either may get the other's reply. Of those with imps only the imps are compared,
 * because another `tmax` changes what is sent.
 */
function mistakableCalls(auction: CapturedAuction): ReadonlySet<string> {
  const isNameless = requestIdOf(auction) === undefined;
  const mistakable = auction.calls.filter(({ imps = [] }) => isNameless || imps.length === 0);
  return new Set(mistakable.map(markOf));
}

function markOf({ bidder, imps = [], sentSha256 = '' }: CapturedCall): string {
  return `${bidder} ${imps.length > 0 ? imps.join() : sentSha256}`;
}

function isAlike(asked: ReadonlySet<string>, running: ReadonlyMap<unknown, ReadonlySet<string>>): boolean {
  return [...running.values()].some((others) => [...asked].some((call) => others.has(call)));
}

interface Turn {
  readonly place: number;
  readonly round: number;
  readonly survey: Survey;
}

function dueAfterMs(at: number, { place, round, survey }: Turn, { rate, speed }: Pace): number {
  const { auctions, firstAt, lastAt } = survey;
  if (rate > 0) return ((round * auctions + place) * 1000) / rate;
  const roundMs = lastAt - firstAt + 1;
  return (round * roundMs + Math.max(0, at - firstAt)) / speed;
}

async function send(pool: Pool, auction: CapturedAuction): Promise<Answer> {
  const { method, path, headers } = auction;
  const { statusCode, body } = await pool.request({ method, path, headers, body: bodyBytes(auction) });
  return { status: statusCode, text: await body.text() };
}
