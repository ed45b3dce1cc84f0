/**
 * Runs simulated auctions before the port opens, complete except for HTTP: a process with cold code takes several times as long per
 * auction, and is late with its first few hundred (bench/README, 'Choices').
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createHops } from '../../workers/hops.ts';
import { releasing } from '../../workers/release.ts';
import { warmConfig, warmReply, warmRequest, warmStored } from '../../workers/warm-auction.ts';
import { runAuction } from '../auction/auction.ts';
import type { AuctionParts } from '../auction/auction-input.ts';
import { neverCancelled } from '../auction/cancel.ts';
import { FanOut } from '../auction/fan-out.ts';
import { readStored } from '../auction/look-up.ts';
import { inlineHops } from '../auction/pool.ts';
import type { Config } from '../config/schema.ts';
import { reasonOf } from '../error-text.ts';
import type { Log } from '../observe/log.ts';
import { PrivacyTally } from '../privacy/counts.ts';
import { readAccount } from '../stored/accounts.ts';
import { CachedStore, type CacheRules } from '../stored/cached-store.ts';

const auctionsAtOnce = 8;
const coldMessage =
  'no synthetic auction returned bids, so this process opens its port cold: its first auctions take longer';
const host = '127.0.0.1';
const emptyAccount = new TextEncoder().encode('{}');

const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${warmReply.length}\r\n\r\n`;
const replyBytes = Buffer.from(head + warmReply);

let warming: Promise<number> | undefined;

/**
 * Warms this process up, once: later services in it use the same compiled code. Resolves with the number of answers that had bids. A
 * failure is logged, and prevents nothing else.
 */
export async function warmProcess(parts: AuctionParts, config: Config, log: Pick<Log, 'warn'>): Promise<number> {
  const logFailure = (error: unknown): number => {
    log.warn({ reason: reasonOf(error) }, coldMessage);
    return 0;
  };
  return config.warmUpMs === 0 ? 0 : (warming ??= runSimulated(parts, config).catch(logFailure));
}

/** Starts auctions for `warmUpMs`, whose only bidder is a server in this process. Nothing in `parts` counts or keeps anything of them. */
async function runSimulated(parts: AuctionParts, config: Config): Promise<number> {
  const { port, end } = await startBidder();
  const simulated = simulatedParts(parts, warmConfig(config, `http://${host}:${port}/`));
  const untilMs = performance.now() + config.warmUpMs;
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const { bytes } = await runAuction(simulatedRequest(config.namespace), simulated);
      // An answer without bids is shorter than a bidder's reply.
      if (bytes.length > warmReply.length) answered += 1;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: auctionsAtOnce }, lane));
  await simulated.fanOut.close();
  await end();
  if (answered > 0) return answered;
  throw (
    lanes.find((ended) => ended.status === 'rejected')?.reason ??
    new Error('their bidders, a server in this process, were not reached in time')
  );
}

/** A bidder on any free port; `end` resolves once it has released all its file descriptors, including those of open connections. */
async function startBidder() {
  const sockets = new Set<Socket>();
  const bidder = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    answerAll(socket);
  });
  // `exclusive`: processes of a cluster would otherwise share the port.
  bidder.listen({ host, port: 0, exclusive: true });
  await once(bidder, 'listening');
  const { port } = bidder.address() as AddressInfo;
  const end = async (): Promise<void> => {
    const closed = once(bidder.close(), 'close');
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, end };
}

/** Answers each request with the same reply, since each has the same body. */
function answerAll(socket: Socket): void {
  let left = 0;
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    if (left === 0) {
      const end = bytes.indexOf('\r\n\r\n');
      left = end + 4 + Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]);
    }
    left -= bytes.length;
    if (left === 0) socket.write(replyBytes);
  });
}

function simulatedParts(parts: AuctionParts, config: Config): AuctionParts {
  const { tmaxMaxMs: connectTimeoutMs } = config.auction;
  const bounds = { connectionsPerOrigin: 64, maxReplyBytes: replyBytes.length, drainGraceMs: 0, connectTimeoutMs };
  const accountRules = { ...parts.accountRules, defaults: {} };
  const { text } = warmStored(config.namespace);
  return {
    ...parts,
    // The host's account defaults could refuse these auctions or their calls.
    accountRules,
    store: simulatedStore(text, readStored(config.namespace)),
    accounts: simulatedStore(emptyAccount, readAccount(accountRules)),
    hops: inlineHops(releasing(createHops({ config, server: '', keepsContext: true }))),
    fanOut: new FanOut(bounds),
    privacyTally: new PrivacyTally(),
  };
}

/** A store that holds `text` under every id, with entries so short-lived that nearly every auction fetches them again. */
function simulatedStore<T>(text: Uint8Array, read: CacheRules<T>['read']): CachedStore<T> {
  const fetch = async (keys: readonly unknown[]): Promise<Uint8Array[]> => keys.map(() => text);
  return new CachedStore({ fetch }, { maxBytes: 1_048_576, ttlMs: 1, timeoutMs: 1000, read });
}

function simulatedRequest(namespace: string): Parameters<typeof runAuction>[0] {
  return {
    body: warmRequest(namespace),
    entryPoint: '',
    arrival: { https: true, ip: '', ua: '', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    arrivedAtMs: performance.now(),
    cancel: neverCancelled,
    notes: { isJson: false, channel: 'unknown', account: '', biddersMs: 0 },
    capture: undefined,
  };
}
