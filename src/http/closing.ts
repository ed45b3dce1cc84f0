/** Decides who closes a connection after an answer (RFC 9112 section 9.6), and which answers wait because of it. */

/**
 * Most bytes of a body that may still arrive after its answer. They are discarded, because closing a connection with unread bytes can lose
 * the answer. If more may come, the connection is closed all the same.
 */
export const lingerBytes = 1_048_576;

/**
 * Who closes the connection after an answer. `client`: it is asked to, but after a short answer the server does. `both`: the client announced
 * that it will, and gets the same header back.
 */
export type Closer = 'nobody' | 'client' | 'server' | 'both';

/** Who closes it, given the request's `Connection` header ('' for none) and how many bytes of its body may still arrive. */
export function closerOf(connection: string, unreadBytes: number, isDraining: boolean): Closer {
  if (!(unreadBytes <= lingerBytes)) return 'server';
  if (connection !== '' && closeOption.test(connection)) return 'both';
  return isDraining ? 'client' : 'nobody';
}

const closeOption = /(?:^|,)\s*close\s*(?:,|$)/i;

/**
 * True when the connection closes after the answer, or the library may close it (it takes every value of five characters for `close`). Such
 * an answer must wait for the end of the turn: the library may be in the middle of a packet, and would serve what follows in it, on a
 * connection that it then fails to close, or, while it hands over a body, with answers that write to freed memory. While the answer waits,
 * it drops the connection instead.
 */
export function mustWait(closes: Closer, connection: string): boolean {
  return closes !== 'nobody' || (connection !== '' && connection.toLowerCase() !== 'keep-alive');
}
