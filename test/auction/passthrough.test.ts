/** Any unknown key anywhere in a request reaches the bidder unchanged unless a rule removes it (issue 3, 'Must hold'; spec 1). */
import t, { type Test } from 'tap';
import { callTexts, createTestHops, prepareMessage } from '../support/hops.ts';
import { chanceFrom, pick, type Chance } from './varied-requests.ts';

type Path = readonly (string | number)[];
interface Json {
  [key: string]: unknown;
}

const endpoint = 'http://127.0.0.1:1/';
const hops = createTestHops({
  bidders: { bidderA: { endpoint }, bidderB: { endpoint, ortbVersion: '2.6' }, bidderC: { endpoint } },
});

/** Keys that mean something to JavaScript, to JSON, or to nobody. */
const keys = [
  '__proto__ constructor prototype toJSON toString valueOf hasOwnProperty length then __defineGetter__ x'.split(' '),
  ['', '0', '-1', '4294967295', 'a.b', 'a"b', 'a\\b', 'a b', '\n', '\u2028é', '\ud800', 'k'.repeat(300)],
].flat();

const chain = { ver: '1.0', complete: 1, nodes: [{ asi: 'a.example', sid: '1', ext: { own: 1 } }], ext: {} };
const data = [{ name: 'n', segment: [{ id: '1', ext: {} }], ext: {} }];
const imp = {
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
const request = {
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

t.test('one unknown key at a time, in each place', async (t) => {
  const plain = bodies(request);
  const chance = chanceFrom(2);
  let checked = 0;
  for (const path of places(request)) {
    for (const key of keys) {
      const value = variedValue(chance);
      const changed = bodies(injected(request, path, { key, value }));
      for (const name of ['bidderA', 'bidderB']) {
        const seen = seenAt(path, name);
        if (seen === undefined) continue;
        checked++;
        check(t, { got: changed.get(name), plain: plain.get(name), path: seen, key, value });
      }
    }
  }
  t.ok(checked > 2500, `${checked} keys`);
});

t.test('many unknown keys at once, in a request that needs repair', async (t) => {
  const repaired = { ...request, test: null, imp: request.imp.map((imp) => ({ ...imp, bidfloor: null })) };
  const plain = bodies(repaired);
  const all = places(request);
  const chance = chanceFrom(3);
  for (let round = 0; round < 300; round++) {
    const given = [...new Set(Array.from({ length: 12 }, () => pick(all, chance)))].map((path) => ({
      path,
      key: pick(keys, chance),
      value: variedValue(chance),
    }));
    const changed = bodies(
      given.reduce<unknown>((whole, { path, ...member }) => injected(whole, path, member), repaired),
    );
    for (const name of ['bidderA', 'bidderB']) {
      let rest: unknown = JSON.parse(changed.get(name)!);
      for (const { path, key, value } of given) {
        const seen = seenAt(path, name);
        if (seen === undefined) continue;
        const owner = at(rest, seen) as Json;
        if (JSON.stringify(own(owner, key)) !== JSON.stringify(value))
          t.fail(`${seen.join('.')} lost ${key} for ${name}`);
        rest = injected(rest, seen, { key, value: undefined });
      }
      if (canonical(rest) !== canonical(JSON.parse(plain.get(name)!)))
        t.equal(canonical(rest), plain.get(name), `round ${round}`);
    }
  }
  t.pass('300 rounds');
});

/** Parts of a request that are merged into others: null means removal there (RFC 7396). */
t.test('unknown keys in what is merged', async (t) => {
  const chance = chanceFrom(4);
  const whole = {
    ...request,
    ext: {
      svc: {
        bidderconfig: [
          {
            bidders: ['bidderA'],
            config: { ortb2: { site: { content: {} }, user: { ext: { own: {} } }, device: { ext: {} } } },
          },
        ],
        schains: [{ bidders: ['bidderA'], schain: chain }],
        bidderparams: { bidderA: {} },
      },
    },
    imp: [
      {
        ...imp,
        ext: { svc: { bidder: { bidderA: {} }, imp: { bidderA: { banner: { ext: {} }, ext: { own: {} } } } } },
      },
    ],
  };
  const ortb2 = ['ext', 'svc', 'bidderconfig', 0, 'config', 'ortb2'];
  const routes: [given: Path, seen: Path][] = [
    [[...ortb2, 'site'], ['site']],
    [
      [...ortb2, 'site', 'content'],
      ['site', 'content'],
    ],
    [[...ortb2, 'user'], ['user']],
    [
      [...ortb2, 'user', 'ext', 'own'],
      ['user', 'ext', 'own'],
    ],
    [
      [...ortb2, 'device', 'ext'],
      ['device', 'ext'],
    ],
    [
      ['ext', 'svc', 'schains', 0, 'schain'],
      ['source', 'ext', 'schain'],
    ],
    [
      ['ext', 'svc', 'schains', 0, 'schain', 'nodes', 0, 'ext'],
      ['source', 'ext', 'schain', 'nodes', 0, 'ext'],
    ],
    [
      ['imp', 0, 'ext', 'svc', 'imp', 'bidderA'],
      ['imp', 0],
    ],
    [
      ['imp', 0, 'ext', 'svc', 'imp', 'bidderA', 'banner', 'ext'],
      ['imp', 0, 'banner', 'ext'],
    ],
    [
      ['imp', 0, 'ext', 'svc', 'imp', 'bidderA', 'ext', 'own'],
      ['imp', 0, 'ext', 'own'],
    ],
    [
      ['ext', 'svc', 'bidderparams', 'bidderA'],
      ['imp', 0, 'ext', 'bidder'],
    ],
  ];
  for (const [given, seen] of routes) {
    for (const key of keys) {
      const value = withoutNulls(variedValue(chance));
      const text = bodies(injected(whole, given, { key, value })).get('bidderA')!;
      if (JSON.stringify(own(at(JSON.parse(text), seen) as Json, key)) !== JSON.stringify(value)) {
        t.fail(`${given.join('.')} lost ${JSON.stringify(key)}: ${text}`);
      }
    }
  }
  t.pass(`${routes.length * keys.length} keys`);
});

t.test('unknown keys of stored requests and imps', async (t) => {
  const chance = chanceFrom(5);
  for (const key of keys) {
    const value = withoutNulls(variedValue(chance));
    const stored = (kind: 'requests' | 'imps', object: unknown) => ({
      kind,
      id: 's',
      text: bytes(injected(object, [], { key, value })),
    });
    const live = {
      id: 'r1',
      imp: [{ id: 'i1', ext: { svc: { storedrequest: { id: 's' } } } }],
      site: { id: 's' },
      ext: { svc: { storedrequest: { id: 's' } } },
    };
    const storedImp = { banner: { w: 1, h: 1 }, ext: { svc: { bidder: { bidderA: {} } } } };
    const message = prepareMessage(live, { stored: [stored('requests', { user: {} }), stored('imps', storedImp)] });
    const seen = JSON.parse(callTexts(hops.prepare(message)).get('bidderA')![0]!) as { imp: Json[] } & Json;
    t.equal(JSON.stringify(own(seen, key)), JSON.stringify(value), `request, ${JSON.stringify(key.slice(0, 20))}`);
    t.equal(JSON.stringify(own(seen.imp[0]!, key)), JSON.stringify(value), 'imp');
  }
});

function bodies(given: unknown): Map<string, string> {
  const texts = callTexts(hops.prepare(prepareMessage(JSON.stringify(given))));
  return new Map([...texts].map(([name, [text]]) => [name, text!]));
}

interface Expectation {
  readonly got: string | undefined;
  readonly plain: string | undefined;
  readonly path: Path;
  readonly key: string;
  readonly value: unknown;
}

/** The key is there with its value, and nothing else has changed. */
function check(t: Test, { got = '', plain = '', path, key, value }: Expectation): void {
  const seen: unknown = JSON.parse(got);
  const place = `${path.join('.')}, ${JSON.stringify(key.slice(0, 20))}`;
  const found = own(at(seen, path) as Json, key);
  if (JSON.stringify(found) !== JSON.stringify(value)) t.equal(JSON.stringify(found), JSON.stringify(value), place);
  const rest = canonical(injected(seen, path, { key, value: undefined }));
  if (rest !== canonical(JSON.parse(plain))) t.equal(rest, canonical(JSON.parse(plain)), `beside ${place}`);
}

/** Where a bidder finds an object of the request; undefined: a rule keeps it from that bidder. */
function seenAt(path: Path, bidder: string): Path | undefined {
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
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    places(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  const text = path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
  return Array.isArray(value) || ruled.has(text) ? inner : [path, ...inner];
}

/** A copy of `value` with one member more in the object at `path`, or one less. */
function injected(value: unknown, path: Path, { key, value: member }: { key: string; value: unknown }): unknown {
  const whole = structuredCloneOf(value);
  const owner = at(whole, path) as Json;
  if (member === undefined) delete owner[key];
  else Object.defineProperty(owner, key, { value: member, enumerable: true, configurable: true, writable: true });
  return whole;
}

function structuredCloneOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((owner, key) => own(owner as Json, String(key)), value);
}

function own(owner: Json | undefined, key: string): unknown {
  return owner !== undefined && Object.hasOwn(owner, key) ? owner[key] : undefined;
}

/** JSON with the members of every object in one order. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical((value as Json)[key])}`);
  return `{${members.join(',')}}`;
}

/** Any JSON, with telling keys inside it too. */
function variedValue(chance: Chance, depth = 0): unknown {
  const plain = [null, true, false, 0, -1.5, 1e21, 2 ** 53 - 1, '', 'text', '\u2028"\\', [], {}];
  if (depth > 3 || chance() < 0.4) return pick(plain, chance);
  const entries = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => variedValue(chance, depth + 1));
  if (chance() < 0.5) return entries;
  return Object.fromEntries(entries.map((entry) => [pick(keys, chance), entry]));
}

function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) => (member === null ? 'none' : member)) as unknown;
}

function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
