/** What PostgreSQL refuses, in words that say what to do. */

/** True where the server has no connection left, or none for this user or database. */
export function isTooMany(error: unknown): boolean {
  return codeOf(error) === '53300';
}

/** True for what a database whose encoding is not UTF-8 says of an id that it cannot spell, and so does not hold. */
export function isForeign(error: unknown): boolean {
  return codeOf(error) === '22P05';
}

/** `error` in words that say what to do, where that is known. */
export function taught(error: unknown): unknown {
  const { code, constraint, message } = error as { code?: unknown; constraint?: unknown; message: string };
  // Behind a view others may be missing or denied: which, the server says itself.
  const isOurs = message.includes('gavel_stored');
  if (code === '42P01' && isOurs)
    return new Error('the table gavel_stored is missing: run npm run store:migrate -- --config FILE', { cause: error });
  if (code === '42501' && isOurs)
    return new Error('the user of stored.url may not use the table gavel_stored: grant it', { cause: error });
  if (code === '42P07')
    return new Error(
      'gavel_stored is there, and no migration made it: a view over tables of your own needs none, a table wants another name (ALTER TABLE gavel_stored RENAME TO …)',
      { cause: error },
    );
  // Another check is the host's own, which its name tells.
  if (code === '23514' && typeof constraint === 'string' && constraint.startsWith('gavel_stored_kind_check'))
    return new Error('the table gavel_stored is of an earlier version: run npm run store:migrate -- --config FILE', {
      cause: error,
    });
  return error;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
