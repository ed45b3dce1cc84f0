/** Decides what floor rules see of a request and an imp (Prebid Server, 'Floor Schema Dimensions'; implementations A 10, B 9 'Floors'). */
import type { FloorField } from '../../money/floor-rules.ts';
import type { FloorKeys } from '../../money/floor-tree.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { mediaTypes } from '../../openrtb/media-types.ts';
import { nodeAt } from '../../openrtb/node-at.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { impSvc } from '../../openrtb/svc-parts.ts';
import { isOutstream } from '../../openrtb/video.ts';

/** What keys depend on besides the imp: `channel` is how the request came, in the words of `ext.<namespace>.channel.name`. */
export interface FloorScene {
  readonly request: BidRequest;
  readonly channel: string;
  readonly namespace: string;
}

type KeysOf = (imp: Imp, scene: FloorScene) => readonly (string | undefined)[];

const pbAdSlot = ['data', 'pbadslot'];

const readers: { readonly [field in FloorField]: KeysOf } = {
  siteDomain: (_, { request }) => [placeOf(request)?.domain],
  pubDomain: (_, { request }) => [placeOf(request)?.publisher?.domain],
  domain: (_, { request }) => [placeOf(request)?.domain, placeOf(request)?.publisher?.domain],
  bundle: (_, { request }) => [request.app?.bundle],
  channel: (_, { channel }) => [channel],
  mediaType: typeKeys,
  size: (imp) => [sizeOf(imp)],
  gptSlot: (imp) => [gptSlotOf(imp)],
  pbAdSlot: (imp) => [textAt(imp, pbAdSlot)],
  adUnitCode: (imp, { namespace }) => [
    textAt(imp, ['gpid']) ?? (imp.tagid || textAt(imp, pbAdSlot)) ?? impSvc(imp, namespace)?.storedrequest?.id,
  ],
  country: (_, { request }) => [request.device?.geo?.country],
  deviceType: (_, { request }) => [deviceTypeOf(request.device?.ua)],
  // These keys are for every bidder; the name of one is added later.
  bidder: () => [],
};

/** The imp's values for each of `fields`, in lower case; empty where only a wildcard matches. */
export function readFloorKeys(imp: Imp, fields: readonly FloorField[], scene: FloorScene): FloorKeys {
  return fields.map((field) => {
    const keys = new Set<string>();
    for (const key of readers[field](imp, scene)) if (key) keys.add(key.toLowerCase());
    return [...keys];
  });
}

/** The part of the request that says where the ad is shown and may have a domain. */
function placeOf({ site, app, dooh }: BidRequest): BidRequest['site'] | BidRequest['app'] | BidRequest['dooh'] {
  return site ?? app ?? dooh;
}

/** An imp of several types matches only wildcards. */
function typeKeys(imp: Imp): readonly string[] {
  const types = mediaTypes.filter((type) => imp[type] !== undefined);
  if (types.length !== 1) return [];
  if (types[0] !== 'video') return types;
  return isOutstream(imp.video) ? ['video-outstream'] : ['video', 'video-instream'];
}

/** The size as text, such as 300x250; a banner of several sizes has none. */
function sizeOf({ banner, video }: Imp): string | undefined {
  const { format = [] } = banner ?? {};
  if (format.length > 1) return undefined;
  const { w = 0, h = 0 } = format[0] ?? banner ?? video ?? {};
  return w > 0 && h > 0 ? `${w}x${h}` : undefined;
}

function gptSlotOf(imp: Imp): string | undefined {
  const isGam = nodeAt(imp.ext, ['data', 'adserver', 'name']) === 'gam';
  return textAt(imp, isGam ? ['data', 'adserver', 'adslot'] : pbAdSlot);
}

/** The text at a path below the imp's `ext`; undefined for none. */
function textAt({ ext }: Imp, path: readonly string[]): string | undefined {
  const text = nodeAt(ext, path);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The device type, by words in the user agent; undefined without one. */
function deviceTypeOf(ua: string | undefined): string | undefined {
  if (!ua) return undefined;
  const words = ua.toLowerCase();
  const has = (...all: string[]): boolean => all.every((word) => words.includes(word));
  if (has('phone') || has('android', 'mobile')) return 'phone';
  return has('tablet') || has('ipad') || has('android') || has('windows nt', 'touch') ? 'tablet' : 'desktop';
}
