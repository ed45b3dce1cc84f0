/** Listens to PostgreSQL's notifications of changes: one connection of its own for each process (issue 7: LISTEN/NOTIFY). */
import type { Listen } from './keep-listening.ts';
import { GuardedClient, type PostgresConnections } from './postgres-connection.ts';
import { channel } from './postgres-schema.ts';

/** The pause between the questions that find a connection which has died unnoticed, and how long each may take, in milliseconds. */
const beatMs = 2000;
const answerMs = 2000;

/** A listener whose connection ends with the others of the store. */
export function postgresListener(connections: PostgresConnections): Listen {
  return async ({ onBegin, onName }) => {
    const client = new GuardedClient(connections.settings(answerMs));
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload = '' }) => onName(payload));
    const beat = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), beatMs).unref();
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
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

/** True for what the server says of a statement, as one does that only repeats another; what ends the connection is of another kind. */
function isRefusal(error: unknown): boolean {
  return (error as { severity?: unknown }).severity === 'ERROR';
}
