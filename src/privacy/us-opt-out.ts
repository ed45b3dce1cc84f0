/** Reads the United States parts of GPP (decisions, 'Privacy'): its `us_privacy`, and the opt-outs of sections 7 and up. */
import { isUsPrivacy } from '../openrtb/us-privacy.ts';
import { Bits } from './bits.ts';
import type { GppSections } from './gpp.ts';

/**
 * The positions of the opt-outs of sale, sharing and targeted advertising in each section: two-bit fields, 1 for opted out (IAB Tech Lab,
 * 'US National' and 'US States' sections; sections 24 and up as IAB's encoder writes them, without the header that their pages describe).
 */
const optOutPlaces: ReadonlyMap<number, readonly number[]> = new Map([
  [7, [18, 20, 22]],
  [8, [12, 14]],
  [9, [12, 14]],
  [10, [12, 14]],
  [11, [14, 16]],
  [12, [12, 14]],
  [13, [12, 14]],
  [14, [12, 14]],
  [15, [12, 14]],
  [16, [12, 14]],
  [17, [12, 14]],
  [18, [14, 16]],
  [19, [12, 14]],
  [20, [12, 14]],
  [21, [12, 14]],
  [22, [12, 14]],
  [23, [12, 14]],
  [24, [16, 18]],
  [25, [16, 18]],
  [26, [16, 18]],
  [27, [16, 18]],
]);

/** The section of GPP that holds a `us_privacy` string. */
export const usPrivacySection = 6;

/** The `us_privacy` of section 6, '' when it is absent or does not apply. `sids`: the sections that apply, undefined for all. */
export function gppUsPrivacy(sections: GppSections, sids: readonly number[] | undefined): string {
  if (sids !== undefined && !sids.includes(usPrivacySection)) return '';
  const text = sections.get(usPrivacySection) ?? '';
  return isUsPrivacy(text) ? text : '';
}

/** True when a section from 7 up applies and holds an opt-out. `sids`: the sections that apply, undefined for all. */
export function gppOptsOut(sections: GppSections, sids: readonly number[] | undefined): boolean {
  for (const [id, text] of sections) {
    if ((sids === undefined || sids.includes(id)) && sectionOptsOut(id, text)) return true;
  }
  return false;
}

function sectionOptsOut(id: number, text: string): boolean {
  const places = optOutPlaces.get(id);
  if (places === undefined) return false;
  const end = text.indexOf('.');
  const bits = Bits.of(end < 0 ? text : text.slice(0, end));
  return bits !== undefined && places.some((place) => !bits.isSet(place) && bits.isSet(place + 1));
}
