/** Composes the terms on which the second hop takes bids on an imp (spec 4.1.2, 4.1.12; floors, creatives). */
import type { ContextCreatives } from '../../src/auction/context-terms.ts';
import type {
  ContextFloor,
  ContextImp,
  CreativeTerms,
  ImpEcho,
  ImpTerms,
  OwnTerms,
} from '../../src/auction/context-imp.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import { mediaTypes } from '../../src/openrtb/media-types.ts';
import { own, type JsonObject } from '../../src/openrtb/json-object.ts';
import { impSvc, type ImpSvc } from '../../src/openrtb/svc-parts.ts';
import { isAccompanying, isOutstream } from '../../src/openrtb/video.ts';
import { measureBanner } from '../../src/stages/prepare/measure-banner.ts';
import type { AuctionFloors } from './floors.ts';
import type { OfferedImp } from './merge-imps.ts';

/** What an imp's terms depend on. */
export interface ImpRules {
  readonly namespace: string;
  readonly isApp: boolean;
  readonly creatives: ContextCreatives | undefined;
  readonly floors: AuctionFloors | undefined;
  /** Whether there are rules of `bidadjustments`. */
  readonly adjusts: boolean;
}

/** What the second hop reads of one imp; `indexes` are the bidders' indexes in the context. */
export function contextImp(offered: OfferedImp, rules: ImpRules, indexes: ReadonlyMap<string, number>): ContextImp {
  const { imp, names } = offered;
  const bidders: number[] = [];
  for (const name of names) {
    const at = indexes.get(name);
    if (at !== undefined) bidders.push(at);
  }
  const whole = impTerms(imp, rules);
  const own = offered.own.size === 0 ? undefined : ownTerms(offered.own, whole, { rules, indexes });
  const floors = rules.floors?.areByBidder === true ? ownFloors(offered, rules.floors, { indexes, whole }) : undefined;
  return { id: imp.id ?? '', ...whole, bidders, own, ...(floors && { floors }) };
}

/** The terms for bidders that have their own form of the imp, without the long values that are those of the `whole` imp. */
function ownTerms(
  own: OfferedImp['own'],
  whole: ImpTerms,
  { rules, indexes }: { readonly rules: ImpRules; readonly indexes: ReadonlyMap<string, number> },
): ContextImp['own'] {
  return Object.fromEntries(
    Array.from(own, ([name, form]): [number | undefined, OwnTerms] => {
      const { echo, native, ...terms } = impTerms(form, rules, name);
      const short: OwnTerms = native === whole.native ? terms : { ...terms, native: native ?? null };
      return [indexes.get(name), isSameEcho(echo, whole.echo) ? short : { ...short, echo: echo ?? null }];
    }),
  );
}

/** A merge over the imp keeps the objects that it does not change. */
function isSameEcho(one: ImpEcho | undefined, other: ImpEcho | undefined): boolean {
  return one?.passthrough === other?.passthrough && one?.storedrequestattributes === other?.storedrequestattributes;
}

/** Only floors that differ, not whole terms: an imp may have megabytes that its bids echo, and a stored response thousands of seats. */
function ownFloors(
  { imp, own, names }: OfferedImp,
  floors: AuctionFloors,
  { indexes, whole }: { readonly indexes: ReadonlyMap<string, number>; readonly whole: ImpTerms },
): ContextImp['floors'] {
  const differing: [number, ContextFloor | null][] = [];
  for (const name of names) {
    const index = indexes.get(name);
    if (index === undefined || own.has(name)) continue;
    const floor = floors.of(imp, name);
    if (!isSame(floor, whole.floor)) differing.push([index, floor ?? null]);
  }
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
}

function isSame(one: ContextFloor | undefined, other: ContextFloor | undefined): boolean {
  return one?.value === other?.value && one?.cur === other?.cur && one?.rule === other?.rule;
}

/** `name`: the bidder whose form of the imp this is. */
function impTerms(imp: Imp, { namespace, isApp, creatives, floors, adjusts }: ImpRules, name?: string): ImpTerms {
  const { exp, video, native } = imp;
  const floor = floors?.of(imp, name);
  return {
    types: mediaTypes.filter((type) => imp[type] !== undefined),
    exp: typeof exp === 'number' && exp > 0 ? exp : 0,
    outstream: isOutstream(video),
    ...(adjusts && isAccompanying(video) && { accompanying: true as const }),
    echo: echoOf(impSvc(imp, namespace), video),
    native: isApp ? native?.request : undefined,
    ...(creatives && { creative: creativeTerms(imp, creatives) }),
    ...(floor && { floor }),
  };
}

function creativeTerms({ banner, secure }: Imp, { size }: ContextCreatives): CreativeTerms {
  return { largest: size === null ? undefined : measureBanner(banner), secure: secure === 1 };
}

function echoOf(svc: ImpSvc | undefined, video: Imp['video']): ImpEcho | undefined {
  const passthrough = own(svc, 'passthrough');
  const storedrequestattributes = svc?.options?.echovideoattrs === true ? (video as JsonObject | undefined) : undefined;
  if (passthrough === undefined && storedrequestattributes === undefined) return undefined;
  return { storedrequestattributes, passthrough };
}
