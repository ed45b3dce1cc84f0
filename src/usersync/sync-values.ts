/**
 * Encodes what the macros of sync URLs stand for (spec 4.5; decisions, 'User sync'), once for all URLs of an answer: consent strings
 * are long, and clients may ask for every bidder.
 */

/** What macros stand for, as the client sent it; '' for nothing. */
export interface SyncValues {
  readonly gdpr: string;
  readonly gdprConsent: string;
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSid: string;
}

/** The account that the client named, '' for none. */
export interface NamedAccount {
  readonly id: string;
  /** `/setuid` has to know it, so that the usual return URL names it. */
  readonly returns: boolean;
}

/** What pieces of a URL stand for. */
export interface Values extends SyncValues {
  readonly account: string;
  /** The account as a parameter of return URLs, with its ampersand; '' where `/setuid` does without. */
  readonly accountParameter: string;
}

/** Values ready for URLs: as a URL holds them, and as it holds a return URL that holds them. */
export interface EncodedValues {
  readonly once: Values;
  readonly twice: Values;
}

/** Encodes the values, for all the pages of one answer. */
export function encodeValues(values: SyncValues, { id, returns }: NamedAccount): EncodedValues {
  const account = encode(id);
  const once = { ...encodeAll(values), account, accountParameter: returns && id !== '' ? `&account=${account}` : '' };
  return { once, twice: encodeAll(once) };
}

function encodeAll<T extends SyncValues>(values: T): T {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]: [string, string]) => [name, encode(text)]),
  ) as object as T;
}

/** A value as a URL holds it. A text without its other half of a pair cannot be encoded. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
