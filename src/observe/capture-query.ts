/** Decides by what a call without a body is known again (capture-record): its query, without the moment and, where that must go, the user. */
import { cutAddress, roundGeo } from '../privacy/coarse.ts';
import { idNames } from '../privacy/id-names.ts';
import { blot, redactPage } from './capture-texts.ts';

/** Changes one value of a query. */
type Change = (name: string, value: string) => string;

/** Nobody's coordinates are shorter. */
const precise = /^-?\d{1,3}\.\d{3,}$/;
/** Times and random numbers: they are others every time. */
const momentary = /^\d{9,}$/;

/** The query of an address, decoded, its values changed, in the order of its names; '' for none. */
export function lastingQuery(uri: string, change: Change = (_, value) => value): string {
  const mark = uri.indexOf('?');
  if (mark < 0) return '';
  const kept = [...new URLSearchParams(uri.slice(mark + 1))].filter(([, value]) => !momentary.test(value));
  return kept
    .map(([name, value]) => `${name}=${change(name, value)}`)
    .toSorted()
    .join('&');
}

/** A change that leaves of the user what a captured request keeps, so that a call of its replay is changed to the same; `hide` as of `Known`. */
export function userless(hide: (text: string) => string = (text) => text): Change {
  return (name, value) => {
    if (idNames.has(name)) return blot;
    if (precise.test(value)) return String(roundGeo({ lat: Number(value) }).lat);
    return cutAddress(value) ?? hide(redactPage(value));
  };
}
