/** How a private protocol is read whose reply is an object (bidders, `decode`). */
import { isObject, type JsonObject } from '../../openrtb/merge-patch.ts';
import type { Decoded } from '../reply-steps.ts';
import { badReply, type Refusal } from '../refusal.ts';

/** Reads a reply that must be a JSON object. */
export function objectReply<C>(
  read: (reply: JsonObject, c: C) => Decoded | Refusal,
): (reply: unknown, c: C) => Decoded | Refusal {
  return (reply, c) => (isObject(reply) ? read(reply, c) : badReply('the reply is not a JSON object'));
}
