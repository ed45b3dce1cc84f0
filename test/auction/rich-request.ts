/** A request with an object in every place that can have one, and where bidders find each. */
import type { Path } from './unknown-keys.ts';

/** A supply chain. */
export const chain = { ver: '1.0', complete: 1, nodes: [{ asi: 'a.example', sid: '1', ext: { own: 1 } }], ext: {} };
const data = [{ name: 'n', segment: [{ id: '1', ext: {} }], ext: {} }];
/** An imp of three media types. */
export const imp = {
  id: 'i1',
  banner: { format: [{ w: 300, h: 250, ext: {} }], ext: {} },
  video: { mimes: ['video/mp4'], companionad: [{ w: 1, h: 1 }], ext: {} },
  audio: { mimes: ['audio/mp4'], durfloors: [{ mindur: 1 }] },
  pmp: { deals: [{ id: 'd', ext: {} }], ext: {} },
  qty: { multiplier: 1 },
  ext: {
    data: { deep: { own: [{}] } },
    svc: { bidder: { bidderA: { deep: [{ own: {} }] }, bidderB: {} }, options: {}, more: {} },
  },
};
/** The whole request, its values in their OpenRTB 2.5 places; bidderB declares 2.6. */
export const request = {
  id: 'r1',
  imp: [imp, { ...imp, id: 'i2', ext: { svc: { bidder: { bidderA: {}, bidderB: { own: {} } }, more: {} } } }],
  site: {
    id: 's',
    publisher: { ext: {} },
    content: { data, producer: { ext: {} }, ext: {} },
    ext: { data: { own: {} } },
  },
  device: {
    geo: { ext: {} },
    sua: { browsers: [{ brand: 'b' }] },
    ext: { svc: { interstitial: { minwidthperc: 50 } } },
  },
  user: {
    id: 'u',
    geo: {},
    data,
    ext: {
      eids: [{ source: 'e.example', uids: [{ id: '1', ext: {} }], ext: {} }],
      data: { own: {} },
      svc: { buyeruids: { bidderA: 'a' }, more: {} },
    },
  },
  source: { tid: 't', ext: { schain: chain, more: {} } },
  regs: { ext: { gdpr: 0, more: {} } },
  cur: ['USD'],
  ext: {
    svc: {
      channel: { name: 'c' },
      targeting: { includewinners: true, includebrandcategory: { own: {} } },
      data: {},
      debug: false,
      own: {},
    },
    other: { deep: [{ own: {} }] },
  },
};

/** Places whose keys are names of bidders or types, and places that no bidder sees: nothing there is unknown. */
const ruled = new Set(['imp.*.ext.svc.bidder', 'user.ext.svc.buyeruids', 'ext.svc.targeting', 'ext.svc.data']);

/** Where a bidder finds an object of the request; undefined: a rule keeps it from that bidder. */
export function seenAt(path: Path, bidder: string): Path | undefined {
  const [first, index, ...inner] = path;
  if (first === 'imp' && inner[0] === 'ext' && inner[1] === 'svc' && inner[2] === 'bidder') {
    if (inner[3] !== bidder) return undefined;
    return ['imp', index!, 'ext', 'bidder', ...inner.slice(4)];
  }
  if (bidder === 'bidderA') return path;
  const text = path.join('.');
  if (text.startsWith('user.ext.eids')) return ['user', 'eids', ...path.slice(3)];
  if (text.startsWith('source.ext.schain')) return ['source', 'schain', ...path.slice(3)];
  return path;
}

/** The path of every object in `value` that may have unknown keys. */
export function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    places(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  const text = path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
  return Array.isArray(value) || ruled.has(text) ? inner : [path, ...inner];
}
