/** Makes requests that differ in what shaping decides by: first-party data, supply chains, user ids, aliases, imps of single bidders. */
import { pick, type Chance } from '../support/chance.ts';

/** A request that names `bidders` in each imp; the same sequence of chances gives the same one. */
export function variedRequest(bidders: readonly string[], chance: Chance): object {
  const maybe = <T>(share: number, value: () => T): T | undefined => (chance() < share ? value() : undefined);
  const place = pick(['site', 'site', 'app', 'dooh'], chance);
  return {
    id: `r${Math.floor(chance() * 1e9)}`,
    imp: Array.from({ length: 1 + Math.floor(chance() * 3) }, (_, at) => variedImp(`i${at}`, bidders, chance)),
    [place]: {
      id: 'p',
      cat: ['IAB1', 'IAB2'],
      content: maybe(0.5, () => ({ title: 't', data: segments(chance) })),
      ext: maybe(0.5, () => ({ data: { section: 'sport' }, own: [1, { two: 2 }] })),
    },
    user: maybe(0.8, () => variedUser(bidders, chance)),
    device: maybe(0.7, () => ({ ua: 'browser', language: 'de', geo: { lat: 52.52, lon: 13.4 } })),
    source: maybe(0.4, () => ({ tid: 't', ext: { schain: chain('request.example') } })),
    regs: maybe(0.3, () => ({ coppa: 0, ext: { us_privacy: '1YNN' } })),
    cur: maybe(0.3, () => ['EUR']),
    test: maybe(0.2, () => 1),
    ext: { svc: variedSvc(bidders, chance), other: { keep: [1, 2, 3] } },
  };
}

function variedImp(id: string, bidders: readonly string[], chance: Chance): object {
  const params = (): object => ({ placement: Math.floor(chance() * 1e6), keys: ['a', { b: 1 }] });
  const banner = {
    format: [
      { w: 300, h: 250 },
      { w: 320, h: 50 },
    ],
    pos: 1,
  };
  const video = { mimes: ['video/mp4'], w: 640, h: 360, protocols: [2, 3] };
  const media = pick([{ banner }, { video }, { banner, video }], chance);
  const bidder = Object.fromEntries(bidders.map((name) => [name, params()]));
  const imp = chance() < 0.2 ? { imp: { [pick(bidders, chance)]: { bidfloor: 3, ext: { data: { own: 1 } } } } } : {};
  return { id, ...media, bidfloor: 1, ext: { data: { slot: 'top' }, gpid: '/1/a', svc: { bidder, ...imp } } };
}

function variedUser(bidders: readonly string[], chance: Chance): object {
  const sources = ['one.example', 'two.example', 'three.example'].filter(() => chance() < 0.7);
  const eids = sources.map((source) => ({ source, uids: [{ id: `id-${source}`, atype: 1 }] }));
  const buyeruids = Object.fromEntries(bidders.filter(() => chance() < 0.5).map((name) => [name, `uid-${name}`]));
  const svc = Object.keys(buyeruids).length === 0 ? {} : { svc: { buyeruids } };
  return { id: 'u', keywords: 'k', data: segments(chance), ext: { eids, data: { interest: 'cars' }, ...svc } };
}

function variedSvc(bidders: readonly string[], chance: Chance): object {
  const some = (): string[] => bidders.filter(() => chance() < 0.5);
  const own = { user: { data: segments(chance) }, device: { model: 'm' } };
  const configs = [{ bidders: [pick(bidders, chance)], config: { ortb2: own } }];
  const permission = { source: 'one.example', bidders: ['*', ...some()].slice(chance() < 0.5 ? 1 : 0, 2) };
  return {
    data: {
      ...(chance() < 0.5 && { bidders: some() }),
      ...(chance() < 0.5 && { eidpermissions: [permission] }),
    },
    ...(chance() < 0.4 && { bidderconfig: configs }),
    ...(chance() < 0.4 && { schains: [{ bidders: [pick(bidders, chance)], schain: chain('own.example') }] }),
    ...(chance() < 0.4 && { bidderparams: { [pick(bidders, chance)]: { common: [1, 2] } } }),
    targeting: { includewinners: true },
    integration: 'test',
  };
}

function segments(chance: Chance): object[] {
  return [{ name: 'provider', segment: [{ id: String(Math.floor(chance() * 100)) }] }];
}

function chain(asi: string): object {
  return { complete: 1, ver: '1.0', nodes: [{ asi, sid: '1', hp: 1 }] };
}
