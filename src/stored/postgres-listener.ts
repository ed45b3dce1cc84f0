/** Listens to PostgreSQL's notifications of changes, on one extra connection per process (issue 7: LISTEN/NOTIFY). */
import { inTime } from '../in-time.ts';
import type { Listen } from './keep-listening.ts';
import { GuardedClient, type PostgresConnections } from './postgres-connection.ts';
import { channel } from './postgres-schema.ts';
import { nameOf, type EditableStore, type StoredKey } from './store.ts';

/** The pause between the queries that detect a dead connection, and the timeout of each, in milliseconds. */
const beatMs = 2000;
const answerMs = 2000;

/**
 * A key that a listener announces to itself, of an account that does not exist: a pooler may accept LISTEN and deliver no notifications.
 */
const echo: StoredKey = { kind: 'accounts', id: 'gavel-hears-itself' };
const echoMs = 5000;
const unheard =
  'notifications from other connections do not arrive: connect to the server directly, or through a pooler in session mode';

/** A listener whose connection is closed with the others of the store. */
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
      // A user who may not announce may still receive notifications.
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
 * True when the server refuses the statement: it does not support it, cannot run it now (such as a standby), or denies it to this user.
 * Only the code tells: the host chooses the language of the message.
 */
function isRefusal(error: unknown): boolean {
  return /^(?:0A|25|42)/.test(String((error as { code?: unknown }).code));
}
