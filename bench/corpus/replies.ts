/** The replies of the fixtures' bidders: bids of every kind, no bids, and every kind of failure. */
import type { CapturedCall } from '../../src/observe/capture-record.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { habitsOf } from './bidders.ts';
import { hex, pick, whole, type Next } from '../farm/chance.ts';
import type { Json } from './draft.ts';

/** How a call ends. */
export type Reply = Omit<CapturedCall, 'bidder' | 'nth'>;

interface SentImp {
  readonly id: string;
  readonly banner?: {
    readonly w?: number;
    readonly h?: number;
    readonly format?: readonly { readonly w: number; readonly h: number }[];
  };
  readonly video?: unknown;
  readonly audio?: unknown;
  readonly native?: unknown;
  readonly pmp?: { readonly deals?: readonly { readonly id: string }[] };
}

const filler = 'The quick brown fox jumps over the lazy dog — “ça va?” '.repeat(12);
const aliased = new Map([
  ['acmetwo', 'acme'],
  ['rubicontwo', 'rubicon'],
]);

/** The reply of `bidder` to a call for `imps`. */
export function makeReply(bidder: string, imps: readonly SentImp[], next: Next): Reply {
  const elapsedMs = whole(8, 240, next);
  const chance = next();
  if (chance < 0.06) return { kind: 'reply', status: 204, elapsedMs };
  if (chance < 0.08) return failure(next, elapsedMs);
  const code = aliased.get(bidder) ?? bidder;
  const bids = imps.flatMap((imp) => (next() < 0.8 ? bidsOn(imp, code, next) : []));
  const { cur = 'USD', headers } = habitsOf(code);
  const body = {
    id: hex(16, next),
    cur,
    ...(next() < 0.5 && { bidid: hex(8, next) }),
    seatbid: [{ seat: `${code}-seat`, bid: bids }],
  };
  return {
    kind: 'reply',
    status: 200,
    elapsedMs,
    ...(next() < 0.3 && { encoding: 'gzip' }),
    ...(headers && imps[0] && { headers: headers(typeOf(imps[0], code)) }),
    body,
  };
}

function failure(next: Next, elapsedMs: number): Reply {
  return pick<Reply>(
    [
      { kind: 'reply', status: 500, elapsedMs, body: '<html>Internal error</html>' },
      { kind: 'reply', status: 400, elapsedMs, body: { error: 'bad request' } },
      { kind: 'reply', status: 302, elapsedMs },
      { kind: 'reply', status: 200, elapsedMs },
      { kind: 'reply', status: 200, elapsedMs, body: '{"id":"x","seatbid":[{"bid":[{"id":"1","impid":' },
      { kind: 'reply', status: 200, elapsedMs, bodyBase64: '/9j/4AAQ' },
      { kind: 'timeout', status: 0, elapsedMs: 780 },
      { kind: 'unreachable', status: 0, elapsedMs: 2 },
      { kind: 'broken', status: 0, elapsedMs },
    ],
    next,
  );
}

function bidsOn(imp: SentImp, code: string, next: Next): Json[] {
  const count = next() < 0.15 ? 3 : 1;
  return Array.from({ length: count }, () => bid(imp, code, next));
}

function bid(imp: SentImp, code: string, next: Next): Json {
  const type = typeOf(imp, code);
  const deal = imp.pmp?.deals?.[0]?.id;
  const isWrong = next() < 0.02;
  return {
    id: hex(20, next),
    impid: isWrong ? 'unheard-of' : imp.id,
    price: pick([0.11, 0.4237, 0.5, 1.05, 1.875, 2.4999, 4.71, 12.3, 55], next),
    adid: hex(10, next),
    adm: markup(type, code, next),
    adomain: [`${pick(['shoes', 'cars', 'bank'], next)}.example`],
    crid: `cr-${whole(1, 500, next)}`,
    cid: `c-${whole(1, 90, next)}`,
    ...(type === 'banner' && sizeOf(imp)),
    ...(type === 'banner' && next() < 0.2 && { nurl: `https://win.${code}.example/w?p=\${AUCTION_PRICE}` }),
    ...(deal !== undefined && next() < 0.5 && { dealid: deal }),
    ...(next() < 0.2 && { exp: 300 }),
    ...habitsOf(code).bid?.(type),
  };
}

/** The media type that a bidder chooses: the first of the imp's that it supports. */
function typeOf(imp: SentImp, code: string): MediaType {
  const offered = (['banner', 'video', 'native', 'audio'] as const).filter((type) => imp[type] !== undefined);
  const { types } = habitsOf(code);
  return offered.find((type) => types.includes(type)) ?? 'banner';
}

function sizeOf({ banner }: SentImp): Json {
  const size = banner?.format?.[0] ?? banner;
  return size?.w === undefined ? {} : { w: size.w, h: size.h };
}

function markup(type: MediaType, code: string, next: Next): string {
  if (type === 'banner') {
    const text = filler.slice(0, whole(20, 500, next));
    return `<a href="https://${code}.example/c?x=1&y=2" target="_blank"><img src="https://cdn.${code}.example/${hex(12, next)}.png" alt="${text}"></a>\n<script>document.write('<\\/p>')</script>`;
  }
  if (type === 'native') {
    const assets = [
      { id: 1, title: { text: `Buy ${filler.slice(0, 40)}` } },
      { id: 2, img: { url: `https://cdn.${code}.example/n.jpg`, w: 300, h: 157 } },
    ];
    return JSON.stringify({
      native: {
        ver: '1.2',
        assets,
        link: { url: `https://${code}.example/l` },
        imptrackers: [`https://${code}.example/i`],
      },
    });
  }
  const media = type === 'audio' ? 'audio/mpeg' : 'video/mp4';
  return `<?xml version="1.0"?><VAST version="4.0"><Ad id="${hex(6, next)}"><InLine><AdSystem>${code}</AdSystem><AdTitle>t</AdTitle><Impression><![CDATA[https://${code}.example/i?a=1&b=2]]></Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration><MediaFiles><MediaFile delivery="progressive" type="${media}" width="640" height="360"><![CDATA[https://cdn.${code}.example/a.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`;
}
