/**
 * When the load generator sends: closed loop (each lane waits for its answer) or open loop (a constant rate whatever comes back).
 * Open-loop latency counts from the moment a request was due, so a server that stalls is charged for all it kept waiting.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Connection, type Target } from './client.ts';
import type { Tally } from './tally.ts';

/** What to send and where to count it; requests are sent in turn, over and over. */
export interface Work {
  readonly target: Target;
  readonly requests: readonly Buffer[];
  readonly tally: Tally;
  /** A request without an answer for so long is given up. */
  readonly timeoutMs: number;
}

const sweepMs = 250;

/** Gives up overdue requests on every connection until the returned function is called. */
function sweep(connections: readonly Connection[], timeoutMs: number): () => void {
  const timer = setInterval(() => {
    const limitMs = performance.now() - timeoutMs;
    for (const connection of connections) connection.expire(limitMs);
  }, sweepMs);
  return () => {
    clearInterval(timer);
    for (const connection of connections) connection.close();
  };
}

/** How long a closed loop runs: whichever comes first. */
export interface ClosedLoop {
  readonly concurrency: number;
  readonly requests: number;
  readonly durationMs: number;
  /** The lanes start one after the other over this time; started at once, lanes of equal length stay in lockstep. */
  readonly rampMs: number;
}

/** Keeps `concurrency` requests under way; resolves when all sent ones have ended. */
export async function runClosedLoop(work: Work, loop: ClosedLoop): Promise<void> {
  const connections = Array.from({ length: loop.concurrency }, () => new Connection(work.target));
  const endMs = performance.now() + loop.durationMs;
  let sent = 0;
  const runLane = async (connection: Connection, lane: number): Promise<void> => {
    await wait((loop.rampMs * lane) / loop.concurrency);
    await new Promise<void>((resolve) => {
      const next = (): void => {
        const startMs = performance.now();
        if (sent >= loop.requests || startMs >= endMs) return resolve();
        const request = work.requests[sent % work.requests.length]!;
        sent += 1;
        connection.send(request, (status, bodyBytes) => {
          work.tally.record(status, bodyBytes, performance.now() - startMs);
          next();
        });
      };
      next();
    });
  };
  const stop = sweep(connections, work.timeoutMs);
  await Promise.all(connections.map(runLane));
  stop();
}

/** How an open loop runs. Requests wait for a connection when `maxConnections` are busy; the wait counts as latency. */
export interface OpenLoop {
  readonly ratePerSecond: number;
  readonly durationMs: number;
  readonly maxConnections: number;
}

/** A timer cannot tick oftener: what is due between two ticks this close goes out on time by definition. */
const tickMs = 2;

/** The state of one open loop: who is idle, who waits. */
class OpenRun {
  readonly connections: Connection[] = [];
  ended = 0;
  private readonly work: Work;
  private readonly maxConnections: number;
  private readonly idle: Connection[] = [];
  private waiting: number[] = []; // due times
  private taken = 0; // of `waiting`
  private sent = 0;

  constructor(work: Work, maxConnections: number) {
    this.work = work;
    this.maxConnections = maxConnections;
  }

  arrive(dueMs: number): void {
    const connection = this.idle.pop() ?? this.connect();
    if (connection) this.send(connection, dueMs);
    else this.waiting.push(dueMs);
  }

  /** Counts as failed what still waits for a connection. */
  giveUp(): void {
    const left = this.waiting.length - this.taken;
    for (let count = 0; count < left; count += 1) this.work.tally.fail('never sent: all connections busy');
    this.ended += left;
    this.taken = this.waiting.length;
  }

  private connect(): Connection | undefined {
    if (this.connections.length >= this.maxConnections) return undefined;
    const connection = new Connection(this.work.target);
    this.connections.push(connection);
    return connection;
  }

  private send(connection: Connection, dueMs: number): void {
    const { requests, tally } = this.work;
    const request = requests[this.sent % requests.length]!;
    this.sent += 1;
    connection.send(request, (status, bodyBytes) => {
      tally.record(status, bodyBytes, performance.now() - dueMs);
      this.ended += 1;
      const nextDueMs = this.waiting[this.taken];
      if (nextDueMs === undefined) {
        this.idle.push(connection);
        return;
      }
      this.taken += 1;
      this.send(connection, nextDueMs);
    });
  }
}

/** Sends at a constant rate; resolves when every request has ended or been given up. */
export async function runOpenLoop(work: Work, loop: OpenLoop): Promise<void> {
  const run = new OpenRun(work, loop.maxConnections);
  const stop = sweep(run.connections, work.timeoutMs);
  const startMs = performance.now();
  const total = Math.round((loop.ratePerSecond * loop.durationMs) / 1000);
  const giveUpMs = startMs + loop.durationMs + work.timeoutMs;
  await new Promise<void>((resolve) => {
    let arrived = 0;
    let lastTickMs = startMs;
    const tick = (): void => {
      const nowMs = performance.now();
      const onTime = nowMs - lastTickMs <= tickMs;
      lastTickMs = nowMs;
      for (; arrived < total; arrived += 1) {
        const dueMs = startMs + (arrived * 1000) / loop.ratePerSecond;
        if (dueMs > nowMs) break;
        run.arrive(onTime ? nowMs : dueMs);
      }
      if (nowMs > giveUpMs) run.giveUp();
      if (run.ended >= total) resolve();
      else setTimeout(tick, 1);
    };
    tick();
  });
  stop();
}
