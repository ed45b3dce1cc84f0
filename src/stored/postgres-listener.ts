/** Listens to PostgreSQL's notifications of changes: one connection of its own for each process (issue 7: LISTEN/NOTIFY). */
import { inTime } from '../in-time.ts';
import type { Listen } from './keep-listening.ts';
import { GuardedClient, type PostgresConnections } from './postgres-connection.ts';
import { channel } from './postgres-schema.ts';
import { nameOf, type EditableStore, type StoredKey } from './store.ts';

/** The pause between the questions that find a connection which has died unnoticed, and how long each may take, in milliseconds. */
const beatMs = 2000;
const answerMs = 2000;

/** What a listener has announced to itself, of an account that nobody has: a pooler may take its LISTEN and give it none of the changes. */
const echo: StoredKey = { kind: 'accounts', id: 'gavel-hears-itself' };
const echoMs = 5000;
const unheard =
  'what is announced on another connection is not heard: connect to the server itself, or by a pooler that gives each client a connection';

/** A listener whose connection ends with the others of the store. */
export function postgresListener(
  connections: PostgresConnections,
  announce: NonNullable<EditableStore['announce']>,
): Listen {
  return async ({ onBegin, onName }) => {
    const client = new GuardedClient(connections.settings(answerMs));
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    const echoed = new Promise<void>((resolve) => {
      client.on('notification', ({ payload = '' }) => (payload === nameOf(echo) ? resolve() : onName(payload)));
    });
    const beat = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), beatMs).unref();
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      const isAnnounced = await announce([echo]).then(
        () => true,
        (error: unknown) => {
          if (isRefusal(error)) return false;
          throw error;
        },
      );
      const arrival = Promise.race([echoed, ended]).then(() => true);
      // Who may not announce may hear all the same.
      if (isAnnounced && (await inTime(arrival, echoMs)) === undefined) return new Error(unheard);
      onBegin();
      return await ended;
    } catch (error) {
      if (isRefusal(error)) return error;
      throw error;
    } finally {
      clearInterval(beat);
      void client.end().catch(() => undefined);
    }
  };
}

/**
 * True for what the server says of a statement that it does not have, not now, or not for this user, as one does that only repeats
 * another; in which words is the host's choice.
 */
function isRefusal(error: unknown): boolean {
  return /^(?:0A|25|42)/.test(String((error as { code?: unknown }).code));
}
