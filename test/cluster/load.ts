/** A load of auctions over raw sockets, with or without a retry after a reset, that records what becomes of each. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { auctionBody } from '../support/cluster.ts';

/** How the load is made. */
export interface LoadRules {
  readonly port: number;
  /** Clients that ask one auction after the other. */
  readonly clients: number;
  /** Pause of each client before its next auction, in milliseconds. */
  readonly pauseMs: number;
  /** Keep-alive connections; otherwise a fresh one for each auction. */
  readonly keepsAlive: boolean;
  /** Tries once more when the connection is reset before any byte of the answer. */
  readonly retries: boolean;
}

/** An auction that was not answered with a bid: when it was asked and given up, on `performance.now()`, and why. */
export interface LostAuction {
  readonly fromMs: number;
  readonly toMs: number;
  readonly why: string;
}

/** Why auctions were lost, in short. */
export function reasons(lost: readonly LostAuction[]): string {
  return lost.map(({ why }) => why.slice(0, 200)).join('; ');
}

/** A running load. */
export interface Load {
  /** Ends it: how many were answered, and what was lost. */
  stop(): Promise<{ answered: number; lost: LostAuction[] }>;
}

/** Starts the load. */
export function startLoad(rules: LoadRules): Load {
  const seen = { answered: 0, lost: [] as LostAuction[] };
  const until = { isOver: false };
  const run = async (): Promise<void> => {
    const kept: Kept = { socket: undefined };
    while (!until.isOver) {
      const fromMs = performance.now();
      let outcome = await askOnce(rules, kept);
      if (outcome === 'reset' && rules.retries) outcome = await askOnce(rules, kept);
      if (outcome === 'answered') seen.answered++;
      else seen.lost.push({ fromMs, toMs: performance.now(), why: outcome });
      await sleep(rules.pauseMs);
    }
    kept.socket?.destroy();
  };
  const running = Array.from({ length: rules.clients }, run);
  return {
    stop: async () => {
      until.isOver = true;
      await Promise.all(running);
      return seen;
    },
  };
}

interface Kept {
  socket: Socket | undefined;
}

/** Longer than any auction takes on a machine that is busy with others. */
const longestMs = 20_000;

/** One try: `answered`, `reset` (no byte of an answer came), or another word for what came. */
function askOnce({ port, keepsAlive }: LoadRules, kept: Kept): Promise<string> {
  const socket = kept.socket ?? connect(port, '127.0.0.1').setNoDelay(true);
  kept.socket = undefined;
  return new Promise((resolve) => {
    let text = '';
    const settle = (outcome: string, mayKeep: boolean): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      if (mayKeep) {
        kept.socket = socket;
        // An idle connection that the server closes is not used again.
        socket.once('close', () => kept.socket === socket && (kept.socket = undefined));
      } else socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => settle('no answer in time', false), longestMs);
    const onEnd = (): void => settle(text === '' ? 'reset' : `cut off after ${text.length} bytes`, false);
    socket.on('error', onEnd);
    socket.on('close', onEnd);
    socket.on('end', onEnd);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (headEnd < 0 || text.length < headEnd + 4 + length) return;
      const isBid = text.startsWith('HTTP/1.1 200') && text.includes('"price":1');
      settle(isBid ? 'answered' : text, keepsAlive && !/connection: close/i.test(text.slice(0, headEnd)));
    });
    const close = keepsAlive ? '' : 'Connection: close\r\n';
    socket.write(
      `POST /openrtb2/auction HTTP/1.1\r\nHost: x\r\n${close}Content-Length: ${auctionBody.length}\r\n\r\n${auctionBody}`,
    );
  });
}
