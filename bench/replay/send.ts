/** Sends captured auctions at their time, whatever comes back; latency counts from the moment each was due. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { bodyBytes, type CapturedAuction } from '../../src/observe/capture-record.ts';
import type { Answer } from './compare.ts';

/** When each auction is due: so many a second, or as they came. */
export interface Pace {
  readonly rate: number;
  readonly speed: number;
  readonly repeat: number;
  /** Auctions wait for others to end instead of piling up: for answers, not for figures. */
  readonly patient: boolean;
}

/** Hears of each auction's end, in any order: null when no whole answer came. */
export type OnAnswer = (auction: CapturedAuction, answer: Answer | null, latencyMs: number) => void;

const connections = 512;
const answerLimitMs = 30_000;
const warmUps = 20;
const patientAtOnce = 8;

/** Plays all auctions against the service at `base`; resolves when each has ended. */
export async function sendAll(
  base: string,
  auctions: readonly CapturedAuction[],
  { pace, onAnswer }: { readonly pace: Pace; readonly onAnswer: OnAnswer },
): Promise<void> {
  const pool = new Pool(base, { connections, headersTimeout: answerLimitMs, bodyTimeout: answerLimitMs });
  const sent: Promise<void>[] = [];
  const startMs = performance.now();
  for (let round = 0; round < pace.repeat; round += 1) {
    for (const [place, auction] of auctions.entries()) {
      const dueMs = startMs + dueAfterMs(auctions, { place, round }, pace);
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      const fromMs = pace.patient ? performance.now() : dueMs;
      const end = (answer: Answer | null): void => onAnswer(auction, answer, performance.now() - fromMs);
      sent.push(send(pool, auction).then(end, () => end(null)));
      if (pace.patient && sent.length >= patientAtOnce) await sent.at(-patientAtOnce);
    }
  }
  await Promise.all(sent);
  await pool.close();
}

/** Plays some auctions one after the other, so that a service that has just begun is not judged by its first ones. */
export async function warmUp(base: string, auctions: readonly CapturedAuction[]): Promise<void> {
  const pool = new Pool(base, { connections: 1 });
  const quick = auctions.filter(({ calls }) => calls.every(({ kind }) => kind !== 'timeout'));
  for (const auction of quick.slice(0, warmUps)) await send(pool, auction).catch(() => undefined);
  await pool.close();
}

function dueAfterMs(
  auctions: readonly CapturedAuction[],
  { place, round }: { readonly place: number; readonly round: number },
  { rate, speed }: Pace,
): number {
  if (rate > 0) return ((round * auctions.length + place) * 1000) / rate;
  const first = auctions[0]!.at;
  const roundMs = auctions.at(-1)!.at - first + 1;
  return (round * roundMs + Math.max(0, auctions[place]!.at - first)) / speed;
}

async function send(pool: Pool, auction: CapturedAuction): Promise<Answer> {
  const { method, path, headers } = auction;
  const { statusCode, body } = await pool.request({ method, path, headers, body: bodyBytes(auction) });
  return { status: statusCode, text: await body.text() };
}
