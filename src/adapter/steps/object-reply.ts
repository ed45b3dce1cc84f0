/** How private protocols are read whose reply is an object, and their lists of entries (bidders, `decode`). */
import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../openrtb/merge-patch.ts';
import type { Decoded, DecodedBid } from '../reply-steps.ts';
import { textAt } from '../json.ts';
import { badReply, Refusal } from '../refusal.ts';

/** Reads a reply that must be a JSON object. */
export function objectReply<C>(
  read: (reply: JsonObject, c: C) => Decoded | Refusal,
): (reply: unknown, c: C) => Decoded | Refusal {
  return (reply, c) => (isObject(reply) ? read(reply, c) : badReply('the reply is not a JSON object'));
}

/**
 * The entries of a reply's list that goes by `name`, each read. One that is no object is told and costs itself alone, as a list does
 * that is none; one that is absent or null has no entries.
 */
export function readEach<T>(list: unknown, name: string, read: (one: JsonObject) => T | Refusal): (T | Refusal)[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [badReply(`the reply has a value of ${name} that is no array`)];
  // One refusal for all of them: a reply of a megabyte may hold half a million.
  const noObject = badReply(`an entry of the reply's ${name} is no object`);
  return list.map((one: unknown) => (isObject(one) ? read(one) : noObject));
}

/** The texts that a bid of a private form has at these of its members, by the names that they shall have; empty ones are left out. */
export function statedTexts<Name extends string>(
  one: unknown,
  members: { readonly [name in Name]: string },
): { readonly [name in Name]?: string } {
  const texts = Object.entries<string>(members).map(([name, member]) => [name, textAt(one, member)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as { [name in Name]?: string };
}

/** What was read, and the refusals beside it. */
export function apart<T>(read: readonly (T | Refusal)[]): { good: T[]; problems: Problem[] } {
  return {
    good: read.filter((one): one is T => !(one instanceof Refusal)),
    problems: read.flatMap((one) => (one instanceof Refusal ? (one.problem ?? []) : [])),
  };
}

/** The bids of a reply that names no currency for each, and what is wrong with the others. */
export function decodedOf(read: readonly (DecodedBid | Refusal)[]): Decoded {
  const { good: bids, problems } = apart(read);
  return { bids, problems };
}
