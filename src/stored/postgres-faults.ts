/** Turns errors of PostgreSQL into messages that say what to do. */

/** True when the server has no connection left, at all or for this user or database. */
export function isTooMany(error: unknown): boolean {
  return codeOf(error) === '53300';
}

/** Codes of a connection that the server has ended: the network's, and what a server says when it is shut down or ends idle sessions. */
const lost: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P05']);

/** True when the connection ended before the answer. `pg` has no code for one that ends without a word. */
export function isLost(error: unknown): boolean {
  return lost.has(codeOf(error)) || (error as Error).message === 'Connection terminated unexpectedly';
}

/** True for the error of a database whose encoding is not UTF-8 and cannot spell an id, so does not hold it. */
export function isForeign(error: unknown): boolean {
  return codeOf(error) === '22P05';
}

/** `error` with a message that says what to do, where that is known. */
export function explained(error: unknown): unknown {
  const { code, constraint, message } = error as { code?: unknown; constraint?: unknown; message: string };
  // Another table, behind a view, may be missing or denied: the server's own message names it.
  const isOurs = message.includes('gavel_stored');
  if (code === '42P01' && isOurs)
    return new Error('the table gavel_stored is missing: run npm run store:migrate -- --config FILE', { cause: error });
  if (code === '42501' && isOurs)
    return new Error('the user of stored.url may not use the table gavel_stored: grant it', { cause: error });
  if (code === '42P07')
    return new Error(
      'gavel_stored exists but was not created by a migration: if it is a view over your own tables, no migration is needed; if it is a table, rename it (ALTER TABLE gavel_stored RENAME TO …)',
      { cause: error },
    );
  if (message.includes('client password must be'))
    return new Error('the server asks for a password: put one into stored.url', { cause: error });
  // Any other check is the host's own: the server's message names it.
  if (code === '23514' && typeof constraint === 'string' && constraint.startsWith('gavel_stored_kind_check'))
    return new Error('the table gavel_stored is of an earlier version: run npm run store:migrate -- --config FILE', {
      cause: error,
    });
  return error;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
