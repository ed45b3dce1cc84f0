/** The users of the fixtures: ids, consent and cookies. None is a real person. */
import { hex, pick, type Next } from '../farm/chance.ts';
import { eidSources } from '../requests.ts';
import type { Json, Piece } from './draft.ts';

/** Consent for the fixtures' vendor list 120: to everything, to four vendors without personalised ads, to nothing. */
const consents = {
  full: 'CQp3NcAQp3NcAAKABBENB4EIAPJAAEJAAAYgH1wDwAFAANAA4ACAAFoAMgAaABFACYAFAAKQAWwB4gIpgfSB9YH1wDwAFAANAA4ACAAFoAMgAaABFACYAFAAKQAWwB4gIpgfSB9YAAAA',
  some: 'CQp3NcAQp3NcAAKABBENB4EAAMIAAEIAAAYgAmQBAAFAAgABoAEwATIAYAIAAaABMAAA',
  none: 'CQp3NcAQp3NcAAKABBENB4EAAAAAAAAAAAYgAAAAAAAA',
} as const;

function eids(count: number, next: Next): Json[] {
  return eidSources
    .slice(0, count)
    .map((source) => ({ source, uids: [{ id: hex(40, next), atype: 1, ext: { stype: 'ppuid' } }] }));
}

/** A known user: ids, year of birth, gender, interests. */
export const user: Piece = (next) => ({
  request: {
    user: {
      id: hex(16, next),
      yob: 1984,
      gender: 'F',
      keywords: 'cooking,travel',
      data: [
        {
          id: hex(8, next),
          name: 'audience',
          segment: [{ id: '100317', value: 'sport' }, { id: '100912' }],
          ext: { segtax: 4 },
        },
      ],
      ext: { eids: eids(1 + Math.floor(next() * 5), next) },
    },
  },
});

/** Ids at their OpenRTB 2.6 place, with rules about which bidders may receive them. */
export const eidRules: Piece = (next) => ({
  request: {
    user: { id: hex(16, next), eids: eids(5, next) },
    ext: {
      svc: {
        data: {
          eidpermissions: [
            { source: 'pubcid.example', bidders: ['*'] },
            { source: 'liveramp.example', bidders: ['appnexus', 'acme'] },
            { source: 'uid2.example', bidders: ['rubicon', 'pubmatic', 'zenith'] },
          ],
        },
      },
    },
  },
});

/** A user under GDPR, with the signals at their OpenRTB 2.5 or 2.6 places. */
export function tcf(consent: keyof typeof consents): Piece {
  return (next) => {
    const text = consents[consent];
    const isNew = next() < 0.5;
    const geo = { country: pick(['DEU', 'FRA', 'ITA'], next), lat: 52.5163, lon: 13.3777 };
    const places = isNew
      ? { regs: { gdpr: 1 }, user: { consent: text } }
      : { regs: { ext: { gdpr: 1 } }, user: { ext: { consent: text } } };
    return { request: { ...places, device: { geo } } };
  };
}

/** The older Californian signal. */
export function usPrivacy(text: string): Piece {
  return () => ({
    request: {
      regs: { ext: { us_privacy: text } },
      device: { geo: { country: 'USA', region: 'CA', lat: 34.0522342, lon: -118.2436849 } },
    },
  });
}

/** A GPP string, of section 7 or of section 2. */
export function gpp(sid: number): Piece {
  const text = sid === 7 ? 'DBABLA~BVVVVVVVVWA.AA' : `DBABMA~${consents.some}`;
  return () => ({ request: { regs: { gpp: text, gpp_sid: [sid] } } });
}

/** A child. */
export const coppa: Piece = () => ({
  request: { regs: { coppa: 1 }, device: { geo: { country: 'USA', zip: '10007', lat: 40.7127281, lon: -74.0060152 } } },
});

/** A user who opts out of tracking by a header. */
export const gpc: Piece = () => ({ headers: { 'sec-gpc': '1' }, request: { device: { lmt: 1 } } });

/** A browser with the `uids` cookie: ids of several families, one of them expired. */
export const uidsCookie: Piece = (next) => {
  const live = (): Json => ({ uid: hex(20, next), expires: '2999-01-01T00:00:00Z' });
  const tempUIDs = {
    adnxs: live(),
    rubicon: live(),
    pubmatic: live(),
    ix: live(),
    sovrn: live(),
    acme: live(),
    openx: { uid: 'over', expires: '2020-01-01T00:00:00Z' },
  };
  const value = Buffer.from(JSON.stringify({ tempUIDs, bday: '2026-01-01T00:00:00Z' })).toString('base64url');
  return { headers: { cookie: `session=1; uids=${value}; theme=dark` } };
};

/** Buyer ids that the publisher knows. */
export const buyeruids: Piece = (next) => ({
  request: {
    user: { ext: { svc: { buyeruids: { appnexus: hex(18, next), zenith: hex(18, next), rubicon: hex(18, next) } } } },
  },
});
