/** Decides what a stored profile is (implementation B 12): a named block of OpenRTB that requests, or imps, name and that is merged into them. */
import { isObject, own, type JsonObject } from './merge-patch.ts';

/** So many profiles of a request, or of an imp, host and account may allow: the envelope reads no more, and no auction asks for more. */
export const mostProfiles = 10;

/** What a profile is for. */
export type ProfileType = 'request' | 'imp';

/** A stored profile. */
export interface Profile {
  readonly type: ProfileType;
  /** True when it lies over what it is merged with, false below. */
  readonly wins: boolean;
  readonly body: JsonObject;
  /** The only account that it holds for; undefined: all. */
  readonly account: string | undefined;
}

/** The profile that a stored object is; a string: why it is none, to follow its name. */
export function readProfile(stored: JsonObject): Profile | string {
  const type = own(stored, 'type');
  const precedence = own(stored, 'mergeprecedence') ?? 'request';
  const body = own(stored, 'body');
  const account = own(stored, 'accountid') ?? undefined;
  if (type !== 'request' && type !== 'imp') return 'must have a type: "request" or "imp"';
  if (precedence !== 'request' && precedence !== 'profile')
    return 'must have mergeprecedence "request" or "profile", or none';
  if (!isObject(body)) return 'must have a body, a JSON object: what it adds';
  if (account !== undefined && (typeof account !== 'string' || account === ''))
    return 'must have an account id as accountid, or none';
  return { type, wins: precedence === 'profile', body, account };
}
