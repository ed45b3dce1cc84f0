/** Decides the media type of a bid by the rules that many bidders share (decisions, 'Media type of a bid'; bidders, `mediaType`). */
import { isMediaType, mediaTypes, type MediaType } from '../openrtb/media-types.ts';
import { isObject, own } from '../openrtb/json-object.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import type { Bid } from '../openrtb/response.ts';
import type { BidContext, MediaTypeRule } from './reply-steps.ts';
import { textAt, valueAt } from './json.ts';
import { badReply, type Refusal } from './refusal.ts';

/** Media types by OpenRTB 2.6 `bid.mtype`, which counts from 1. */
export const byMtype: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

type Rule = (bid: Bid, c: BidContext) => MediaType | undefined;

const rules = {
  // bid.mtype
  mtype: ({ mtype }) => (mtype === undefined ? undefined : byMtype[mtype - 1]),
  // bid.ext.<namespace>.type
  ext: ({ ext }, { namespace }) => fromExt(ext, namespace),
  // the first media type of the bid's imp: banner, video, audio, native
  imp: ({ impid }, { impOf }) => impOf(impid)?.types[0],
  // the media type of the bid's imp if it has only one
  onlyImpType: ({ impid }, { impOf }) => onlyType(impOf(impid)?.types),
  // VAST is video, JSON with assets is native
  adm: ({ adm }) => fromMarkup(adm),
} satisfies { readonly [word: string]: Rule };

/** A rule for a bid's media type that many bidders share; a media type itself is a rule that always applies. */
export type MediaTypeWord = MediaType | keyof typeof rules;

/** How a bid's media type is found: the first of these rules that knows it decides. */
export type MediaTypeRules<R> = readonly (MediaTypeWord | MediaTypeRule<R>)[];

/** The rules for most bidders, in their order. */
export const usualTypes: readonly MediaTypeWord[] = ['mtype', 'ext', 'onlyImpType', 'adm', 'banner'];

/** All words for media type rules. */
export const mediaTypeWords: readonly string[] = [...Object.keys(rules), ...mediaTypes];

/** Turns a definition's words and functions into rules. After a last 'ext' comes a rule that refuses the bid. */
export function mediaTypeRules<R>(words: MediaTypeRules<R>): readonly MediaTypeRule<R>[] {
  const list = words.map((word) => {
    if (typeof word === 'function') return word;
    return isMediaType(word) ? () => word : rules[word];
  });
  return words.at(-1) === 'ext' ? [...list, noTypeInExt] : list;
}

/** The media type that a bid's `ext` states, which may be an unknown word; '' if it states none. */
export function statedType(ext: Bid['ext'], namespace: string): string {
  return textAt(ext, namespace, 'type') || textAt(ext, 'prebid', 'type');
}

/** Refuses a bid whose `ext`, the last place to look, states no known media type. */
function noTypeInExt({ impid = '', ext }: Bid, { namespace }: BidContext): Refusal {
  const stated = statedType(ext, namespace);
  return badReply(
    stated === ''
      ? `Failed to parse impression "${impid.slice(0, 100)}" mediatype`
      : `invalid BidType: ${stated.slice(0, 30)}`,
  );
}

/** A rule: the first media type of `order` that the bid's imp has; undefined for an imp that was not sent. */
export function typeOfImp(...order: readonly MediaType[]): MediaTypeRule<unknown> {
  return ({ impid }, { impOf }) => {
    const types = impOf(impid)?.types;
    return types && order.find((type) => types.includes(type));
  };
}

/** A rule: video if the markup contains an XML declaration or VAST anywhere, else banner. */
export const videoIfXml: MediaTypeRule<unknown> = ({ adm = '' }) => (/<(?:\?xml|vast)/i.test(adm) ? 'video' : 'banner');

/** The media type of this name, in any case; undefined for any other value. */
export function mediaTypeNamed(name: unknown): MediaType | undefined {
  return typeof name === 'string' ? mediaTypes.find((type) => type === name.toLowerCase()) : undefined;
}

function fromExt(ext: unknown, namespace: string): MediaType | undefined {
  if (!isObject(ext)) return undefined;
  for (const word of [namespace, 'prebid']) {
    const svc = own(ext, word);
    const type = isObject(svc) ? svc['type'] : undefined;
    if (isMediaType(type)) return type;
  }
  return undefined;
}

function onlyType(types: readonly MediaType[] | undefined): MediaType | undefined {
  return types?.length === 1 ? types[0] : undefined;
}

function fromMarkup(adm: string | undefined): MediaType | undefined {
  if (adm === undefined) return undefined;
  const start = adm.slice(0, 512).trimStart();
  if (/^(?:<\?[^>]*>\s*|<!--(?:(?!-->)[^])*-->\s*)*<VAST[\s/>]/i.test(start)) return 'video';
  return start.startsWith('{') && hasAssets(adm) ? 'native' : undefined;
}

function hasAssets(adm: string): boolean {
  const markup = parsedJson(adm);
  const native = valueAt(markup, 'native');
  return Array.isArray(valueAt(isObject(native) ? native : markup, 'assets'));
}
