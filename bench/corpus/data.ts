/** What the fixtures' requests contain for bidders: supply chains, first-party data, params, and unknown members. */
import { hex, pick, whole } from '../farm/chance.ts';
import { svc, type Json, type Piece } from './draft.ts';

/** Supply chains: one for the whole request, one for two bidders, one for a third. */
export const schain: Piece = (next) => {
  const chain = (sid: string): Json => ({
    ver: '1.0',
    complete: 1,
    nodes: [{ asi: 'exchange.example', sid, hp: 1, rid: hex(8, next) }],
  });
  return {
    request: {
      source: { ext: { schain: chain('all') } },
      ext: {
        svc: {
          schains: [
            { bidders: ['appnexus', 'acme'], schain: chain('two') },
            { bidders: ['pubmatic'], schain: chain('one') },
          ],
        },
      },
    },
  };
};

/** First-party data, some of it for listed bidders only, and one bidder's own version. */
export const firstParty: Piece = () => ({
  request: {
    site: {
      ext: { data: { section: 'sport', paywall: true, authors: ['A', 'B'] } },
      content: { data: [{ name: 'taxonomy', segment: [{ id: '210' }], ext: { segtax: 6 } }] },
    },
    user: { data: [{ id: 'dmp', segment: [{ id: '17' }] }], ext: { data: { registered: true, interests: ['cars'] } } },
    ext: {
      svc: {
        data: { bidders: ['rubicon', 'acme', 'pubmatic'] },
        bidderconfig: [
          {
            bidders: ['acme'],
            config: {
              ortb2: { site: { keywords: 'own', ext: { data: { section: 'own' } } }, user: { keywords: 'own' } },
            },
          },
          { bidders: ['*'], config: { ortb2: { user: { keywords: 'all' } } } },
        ],
      },
    },
  },
});

/** Params for all imps, and values that the publisher passes through. */
export const sharedParams: Piece = () => ({
  ...svc({
    bidderparams: { acme: { deal: 'common' }, pubmatic: { wrapper: { profile: 5, version: 2 }, acat: ['c1'] } },
    passthrough: { p: 1 },
  }),
  imp: () => ({
    ext: {
      svc: { passthrough: { i: 1 }, options: { echovideoattrs: true } },
      skadn: { version: '4.0', sourceapp: '880047117' },
    },
  }),
});

/** Fields unknown to any standard, at every level: they must pass through. */
export const unknownFields: Piece = () => ({
  request: {
    novel: { deep: [1, { two: 'é😀' }] },
    site: { novel: true },
    device: { novel: 1.5e3 },
    ext: { vendor: { a: null, b: 'x' } },
  },
  imp: () => ({ novel: [1, 2], ext: { vendor: { c: 3 } } }),
});

/** The older place of bidders, right beside the imp's own `ext`. */
export const olderPlace: Piece = () => ({
  imp: () => ({ ext: { acme: { placementId: 5 }, zenith: { zone: 'z' }, unheard: { of: 1 } } }),
});

/** Enough user data to make the request long. */
export const long: Piece = (next) => ({
  request: {
    user: {
      data: Array.from({ length: 12 }, () => ({
        id: hex(8, next),
        segment: Array.from({ length: 40 }, () => ({
          id: String(whole(100_000, 999_999, next)),
          value: pick(['a', 'bb', 'ccc'], next),
        })),
      })),
    },
  },
});
