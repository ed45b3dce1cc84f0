/**
 * Encodes the values of sync URL macros (spec 4.5; decisions, 'User sync') once for all URLs of an answer: consent strings are long, and
 * clients may ask for every bidder.
 */

/** The values of macros as the client sent them; '' for absent ones. */
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
  /** True when `/setuid` needs the account, so that the default return URL names it. */
  readonly returns: boolean;
}

/** The values of all placeholders in a URL. */
export interface Values extends SyncValues {
  readonly account: string;
  /** The account as a parameter of return URLs, with its ampersand; '' when `/setuid` does not need it. */
  readonly accountParameter: string;
}

/** Values encoded for a URL (`once`), and for a return URL within a URL (`twice`). */
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

/** Encodes a value for a URL. Lone surrogates, which cannot be encoded, are replaced. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
