/**
 * The load generator's open loop: a constant rate, whatever comes back. Latency counts from the moment when a request was due, so a
 * server that stalls is charged for every request that it kept waiting (the correction for coordinated omission).
 */
import { Connection } from './client.ts';
import { sweep, type Work } from './work.ts';

/** How an open loop runs. Requests wait for a connection when `maxConnections` are busy; the wait counts as latency. */
export interface OpenLoop {
  readonly ratePerSecond: number;
  readonly durationMs: number;
  readonly maxConnections: number;
}

/** Timers cannot tick more often. Requests due between two ticks count as sent on time. */
const tickMs = 2;

/** The state of one open loop: who is idle, who waits. */
class OpenRun {
  readonly connections: Connection[] = [];
  ended = 0;
  private readonly work: Work;
  private readonly maxConnections: number;
  private readonly idle: Connection[] = [];
  private waiting: number[] = []; // due times
  private taken = 0; // how many of `waiting` have a connection
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

  /** Counts requests that still wait for a connection as failed. */
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
