/**
 * Makes realistic bid requests (OpenRTB 2.5 with the service's extensions, spec 2.2): banners on a site, an app, or video,
 * targeting on. A fixed seed gives the same requests again.
 */
import { hex, makeSequence, pick, type Next } from './farm/chance.ts';

/** What to make. `bytes` is the length to fill up to; imps and params that are longer than that are not cut. */
export interface RequestShape {
  readonly kind: 'site' | 'app' | 'video';
  readonly imps: number;
  readonly bytes: number;
  readonly bidders: readonly string[];
  readonly tmaxMs: number;
  /** The configured extension word. */
  readonly namespace: string;
}

type Json = Record<string, unknown>;

/** Common sizes of banners, in pixels. */
export const bannerSizes = [
  [300, 250],
  [728, 90],
  [320, 50],
  [300, 600],
  [970, 250],
  [160, 600],
];
/** Sources of user ids. */
export const eidSources = ['pubcid.example', 'liveramp.example', 'uid2.example', 'id5.example', 'criteo.example'];
const segmentNames = ['sport', 'travel', 'finance', 'autos', 'gardening', 'music', 'parenting', 'cooking'];
const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

function makeMedia(kind: RequestShape['kind'], next: Next): Json {
  if (kind === 'video') {
    const video = { mimes: ['video/mp4', 'video/webm'], minduration: 5, maxduration: 30, protocols: [2, 3, 5, 6] };
    return { video: { ...video, w: 640, h: 360, startdelay: 0, placement: 1, linearity: 1, api: [1, 2] } };
  }
  const start = Math.floor(next() * bannerSizes.length);
  const format = [0, 1, 2].map((step) => {
    const [w, h] = bannerSizes[(start + step) % bannerSizes.length]!;
    return { w, h };
  });
  return { banner: { format, pos: 1 + Math.floor(next() * 3), api: [3, 5, 6] } };
}

function makeImp(shape: RequestShape, index: number, next: Next): Json {
  const slot = `div-gpt-ad-${1000 + index}`;
  const bidder = Object.fromEntries(
    shape.bidders.map((code) => [code, { placementId: Math.floor(next() * 1e8), siteId: hex(8, next) }]),
  );
  return {
    id: slot,
    ...makeMedia(shape.kind, next),
    secure: 1,
    bidfloor: Math.floor(next() * 50) / 100,
    bidfloorcur: 'USD',
    ext: { ...Object.fromEntries([[shape.namespace, { bidder }]]), gpid: `/1234567/home#${slot}` },
  };
}

function makePlace(kind: RequestShape['kind'], next: Next): Json {
  const section = pick(segmentNames, next);
  if (kind === 'app') {
    const app = { id: '1207472156', name: 'Daily Reader', bundle: 'com.reader.daily', ver: '7.12.0' };
    return { app: { ...app, domain: 'reader.example', cat: ['IAB12'], publisher: { id: 'pub-4711' } } };
  }
  const page = `https://www.reader.example/${section}/${hex(12, next)}.html`;
  const content = { language: 'en', cat: ['IAB12-2'], keywords: `${section},news` };
  const site = { page, domain: 'www.reader.example', ref: 'https://www.search.example/', cat: ['IAB12'], content };
  return { site: { ...site, publisher: { id: 'pub-4711', domain: 'reader.example' } } };
}

function makeDevice(next: Next): Json {
  const geo = { country: 'USA', region: 'NY', type: 2, lat: 40.71, lon: -74.01 };
  const ip = `203.0.113.${Math.floor(next() * 255)}`;
  return { ua: userAgent, ip, language: 'en', devicetype: 4, os: 'Android', osv: '14', w: 412, h: 915, dnt: 0, geo };
}

/** User data that fills a request up to its length: first ids, then segments, the way real requests grow. */
function fillUser(room: number, next: Next): Json {
  const eids: Json[] = [];
  const data: Json[] = [];
  let left = room - '"user":{"id":"0123456789abcdef","data":[],"ext":{"eids":[]}},'.length;
  while (left > 60) {
    const isEid = eids.length < eidSources.length;
    const entry = isEid
      ? { source: eidSources[eids.length], uids: [{ id: hex(Math.min(48, left - 60), next), atype: 1 }] }
      : { id: hex(8, next), name: 'audience', segment: makeSegments(left - 60, next) };
    (isEid ? eids : data).push(entry);
    left -= JSON.stringify(entry).length + 1;
  }
  return { id: hex(16, next), data, ext: { eids } };
}

function makeSegments(room: number, next: Next): Json[] {
  const segments: Json[] = [];
  for (let left = Math.min(room, 2000); left > 0; left -= 40) {
    segments.push({ id: String(100_000 + Math.floor(next() * 900_000)), value: pick(segmentNames, next) });
  }
  return segments;
}

function makeRequest(shape: RequestShape, number: number, next: Next): string {
  const own = {
    targeting: { pricegranularity: 'med', includewinners: true, includebidderkeys: true },
    channel: { name: 'web', version: '9.20.0' },
  };
  const request: Json = {
    id: `${hex(24, next)}-${number}`,
    imp: Array.from({ length: shape.imps }, (_, index) => makeImp(shape, index, next)),
    ...makePlace(shape.kind, next),
    device: makeDevice(next),
    at: 1,
    tmax: shape.tmaxMs,
    cur: ['USD'],
    bcat: ['IAB25', 'IAB26'],
    source: { tid: hex(32, next) },
    regs: { ext: { gdpr: 0, us_privacy: '1YNN' } },
    ext: Object.fromEntries([[shape.namespace, own]]),
  };
  const room = shape.bytes - JSON.stringify(request).length;
  return JSON.stringify(room > 120 ? { ...request, user: fillUser(room, next) } : request);
}

/** Makes `count` requests as JSON texts, each with its own id. */
export function makeRequests(shape: RequestShape, count: number, seed: number): string[] {
  const next = makeSequence(seed);
  return Array.from({ length: count }, (_, number) => makeRequest(shape, number, next));
}
