/**
 * Decides how a replay recognises a call without a body (capture-record): by its query, without times and random numbers and, where it must
 * go, user data.
 */
import { cutAddress, roundGeo } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';
import { blot, redactPage } from './capture-texts.ts';

/** Changes one value of a query. */
type Change = (name: string, value: string) => string;

/** Exact coordinates: shorter ones locate nobody. */
const exactCoordinate = /^-?\d{1,3}\.\d{3,}$/;
/** Times and random numbers, which differ every time. */
const momentary = /^\d{9,}$/;

/** The decoded query of a URL, with its values changed, sorted by name; '' for none. */
export function lastingQuery(uri: string, change: Change = (_, value) => value): string {
  const mark = uri.indexOf('?');
  if (mark < 0) return '';
  const kept = [...new URLSearchParams(uri.slice(mark + 1))].filter(([, value]) => !momentary.test(value));
  return kept
    .map(([name, value]) => `${name}=${change(name, value)}`)
    .toSorted()
    .join('&');
}

/** A change that redacts a query as a captured request is redacted, so that the call of a replay gives the same; `hide` as in `Known`. */
export function userless(hide: (text: string) => string = (text) => text): Change {
  return (name, value) => {
    if (idNames.has(name)) return blot;
    if (exactCoordinate.test(value)) return String(roundGeo({ lat: Number(value) }).lat);
    return cutAddress(value) ?? hide(redactPage(value));
  };
}
