/** Reads replies of private protocols that are objects, and the lists in them (bidders, `decode`). */
import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../openrtb/json-object.ts';
import type { Decoded, DecodedBid } from '../reply-steps.ts';
import { textAt } from '../json.ts';
import { badReply, Refusal } from '../refusal.ts';

/** Makes a `decode` that refuses a reply unless it is a JSON object. */
export function objectReply<C>(
  read: (reply: JsonObject, c: C) => Decoded | Refusal,
): (reply: unknown, c: C) => Decoded | Refusal {
  return (reply, c) => (isObject(reply) ? read(reply, c) : badReply('the reply is not a JSON object'));
}

/**
 * Reads each entry of a reply's list; `name` stands for the list in messages. An entry that is no object, or a list that is no list,
 * becomes one refusal. An absent or null list has no entries.
 */
export function readEach<T>(list: unknown, name: string, read: (one: JsonObject) => T | Refusal): (T | Refusal)[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return [badReply(`the reply has a value of ${name} that is not an array`)];
  // One refusal for all such entries: a reply of a megabyte may hold half a million.
  const noObject = badReply(`an entry of the reply's ${name} is not an object`);
  return list.map((one: unknown) => (isObject(one) ? read(one) : noObject));
}

/** Texts of an entry under new names: `members` has the entry's member for each new name. Empty texts are left out. */
export function statedTexts<Name extends string>(
  one: unknown,
  members: { readonly [name in Name]: string },
): { readonly [name in Name]?: string } {
  const texts = Object.entries<string>(members).map(([name, member]) => [name, textAt(one, member)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as { [name in Name]?: string };
}

/** Separates what was read from the problems of what was refused. */
export function apart<T>(read: readonly (T | Refusal)[]): { good: T[]; problems: Problem[] } {
  return {
    good: read.filter((one): one is T => !(one instanceof Refusal)),
    problems: read.flatMap((one) => (one instanceof Refusal ? (one.problem ?? []) : [])),
  };
}

/** The decoded reply, for bids that name no currency of their own: the bids, and the problems of the others. */
export function decodedOf(read: readonly (DecodedBid | Refusal)[]): Decoded {
  const { good: bids, problems } = apart(read);
  return { bids, problems };
}
