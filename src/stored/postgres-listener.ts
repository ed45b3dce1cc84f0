/** Listens to PostgreSQL's notifications of changes, and keeps trying: one connection of its own for each process (issue 7: LISTEN/NOTIFY). */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresConnections } from './postgres-connection.ts';
import { channel } from './postgres-schema.ts';
import { keyOf, type StoredChange } from './store.ts';

/** Pauses between attempts, and between the questions that find a connection which has died unnoticed. */
const retryMs = 500;
const refusedMs = 10_000;
const beatMs = 2000;
const answerMs = 2000;

/** Tells of changes until closed. */
export class PostgresListener {
  readonly #connections: PostgresConnections;
  readonly #onChange: (change: StoredChange) => void;
  readonly #onDeaf: (error: unknown) => void;
  #isDeaf = false;
  #isClosed = false;

  /** `onDeaf` hears once why a server that can be reached refuses to tell, as one that only repeats another does. */
  constructor(
    connections: PostgresConnections,
    onChange: (change: StoredChange) => void,
    onDeaf: (error: unknown) => void = () => undefined,
  ) {
    this.#connections = connections;
    this.#onChange = onChange;
    this.#onDeaf = onDeaf;
    void this.#run();
  }

  /** Listens no more; the connection ends with the store's others. */
  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      let pauseMs = retryMs;
      try {
        await this.#listen();
      } catch (error) {
        // The look-ups tell why the server is away.
        if (isRefusal(error)) pauseMs = this.#noteRefusal(error);
      }
      await sleep(pauseMs, undefined, { ref: false });
    }
  }

  /** How long until it is worth another try. */
  #noteRefusal(error: unknown): number {
    if (!this.#isDeaf) this.#onDeaf(error);
    this.#isDeaf = true;
    return refusedMs;
  }

  async #listen(): Promise<void> {
    const client = new Client(this.#connections.settings(answerMs));
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload = '' }) => {
      const key = keyOf(payload);
      this.#onChange(key === undefined ? 'all' : [key]);
    });
    const beat = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), beatMs).unref();
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.#isDeaf = false;
      // What changed before is not known.
      this.#onChange('all');
      await ended;
    } finally {
      clearInterval(beat);
      void client.end().catch(() => undefined);
    }
  }
}

/** True for what the server says of a statement; what ends the connection is of another kind. */
function isRefusal(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR';
}
