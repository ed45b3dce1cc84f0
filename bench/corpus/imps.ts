/** The imps of the fixtures' publishers: placements of every kind, and the bidders that they name. */
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { habitsOf, someBidders } from './bidders.ts';
import { bannerSizes } from '../requests.ts';
import { hex, pick, whole, type Next } from '../farm/chance.ts';
import type { Json, Piece } from './draft.ts';

/** A banner of up to four sizes. */
export function banner(next: Next): Json {
  const start = whole(0, bannerSizes.length, next);
  const format = Array.from({ length: whole(1, 5, next) }, (_, step) => {
    const [w, h] = bannerSizes[(start + step) % bannerSizes.length]!;
    return { w, h };
  });
  return { banner: { format, pos: whole(1, 4, next), api: [3, 5, 6], battr: [13] } };
}

/** A video; placement over 1 is outstream. */
export function video(placement: number): (next: Next) => Json {
  return (next) => ({
    video: {
      mimes: ['video/mp4', 'video/webm'],
      minduration: 5,
      maxduration: pick([15, 30, 60], next),
      protocols: [2, 3, 5, 6],
      w: 640,
      h: 360,
      startdelay: 0,
      placement,
      plcmt: placement === 1 ? 1 : 4,
      linearity: 1,
      api: [1, 2],
      playbackmethod: [placement === 1 ? 1 : 6],
    },
  });
}

/** A native placement of version 1.2; in half of them, assets have no ids. */
export function native(next: Next): Json {
  const hasIds = next() < 0.5;
  const assets = [
    { required: 1, title: { len: 90 } },
    { required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
    { required: 0, data: { type: 1, len: 25 } },
  ];
  const request = {
    ver: '1.2',
    context: 1,
    contextsubtype: 11,
    plcmttype: 1,
    plcmtcnt: 1,
    assets: hasIds ? assets.map((asset, at) => ({ id: at + 1, ...asset })) : assets,
    eventtrackers: [{ event: 1, methods: [1, 2] }],
  };
  return { native: { request: JSON.stringify(request), ver: '1.2' } };
}

/** An audio placement. */
export function audio(): Json {
  return {
    audio: {
      mimes: ['audio/mp4', 'audio/mpeg'],
      minduration: 5,
      maxduration: 30,
      protocols: [9, 10],
      feed: 3,
      stitched: 1,
    },
  };
}

/** `count` imps of one kind, each with the given number of bidders. */
export function imps(count: number, media: (next: Next) => Json, [bidders, type]: readonly [number, MediaType]): Piece {
  return (next) => {
    const codes = someBidders(bidders, type, next);
    return { request: { imp: Array.from({ length: count }, (_, at) => imp(at, media(next), { codes, next })) } };
  };
}

/** Imps that take several media types. */
export function multiFormat(count: number, bidders: number): Piece {
  return imps(count, severalKinds, [bidders, 'banner']);
}

function severalKinds(next: Next): Json {
  return { ...banner(next), ...video(3)(next), ...(next() < 0.5 && native(next)) };
}

/** One imp that names exactly these bidders. */
export function impFor(codes: readonly string[], media: (next: Next) => Json = banner): Piece {
  return (next) => ({ request: { imp: [imp(0, media(next), { codes, next })] } });
}

function imp(at: number, media: Json, { codes, next }: { codes: readonly string[]; next: Next }): Json {
  const slot = `div-gpt-ad-${1000 + at}`;
  const bidder = Object.fromEntries(codes.map((code) => [code, habitsOf(code).params(next)]));
  return {
    id: at === 0 ? slot : `${slot}-${hex(4, next)}`,
    tagid: pick(['top', 'side', 'bottom'], next),
    ...media,
    ...(next() < 0.6 && { bidfloor: whole(0, 50, next) / 100, bidfloorcur: 'USD' }),
    ext: {
      svc: { bidder },
      gpid: `/1234567/home#${slot}`,
      data: { pbadslot: `/1234567/home`, adserver: { name: 'gam', adslot: '/1234567/home' } },
    },
  };
}
