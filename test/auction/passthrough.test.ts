/** Unknown keys anywhere in a request reach bidders unchanged, unless a rule removes them (issue 3, 'Must hold'; spec 1). */
import t, { type Test } from 'tap';
import { callTexts, createTestHops, prepareMessage } from '../support/hops.ts';
import { chain, imp, places, request, seenAt } from './rich-request.ts';
import {
  at,
  canonical,
  injected,
  keys,
  own,
  shown,
  variedValue,
  withoutNulls,
  type Json,
  type Path,
} from './unknown-keys.ts';
import { chanceFrom, pick } from '../support/chance.ts';

const endpoint = 'http://127.0.0.1:1/';
const hops = createTestHops({
  bidders: { bidderA: { endpoint }, bidderB: { endpoint, ortbVersion: '2.6' }, bidderC: { endpoint } },
});

t.test('one unknown key in each place reaches bidders, and changes nothing else', async (t) => {
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

t.test('twelve unknown keys in a request that needs repair reach bidders', async (t) => {
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
          t.fail(`${seen.join('.')} lost ${shown(key)} for ${name}`);
        rest = injected(rest, seen, { key, value: undefined });
      }
      if (canonical(rest) !== canonical(JSON.parse(plain.get(name)!)))
        t.equal(canonical(rest), plain.get(name), `round ${round}`);
    }
  }
  t.pass('300 rounds');
});

t.test('unknown keys in merged parts of a request reach bidders', async (t) => {
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
      // A null would remove a member of a part that is merged (RFC 7396).
      const value = withoutNulls(variedValue(chance));
      const text = bodies(injected(whole, given, { key, value })).get('bidderA')!;
      if (JSON.stringify(own(at(JSON.parse(text), seen) as Json, key)) !== JSON.stringify(value)) {
        t.fail(`${given.join('.')} lost ${shown(key)}`);
      }
    }
  }
  t.pass(`${routes.length * keys.length} keys`);
});

t.test('unknown keys in stored requests and imps reach bidders', async (t) => {
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
    const found = [own(seen, key), own(seen.imp[0]!, key)].map((member) => JSON.stringify(member));
    if (found.some((text) => text !== JSON.stringify(value))) t.fail(`${shown(key)} became ${found.join(' and ')}`);
  }
  t.pass(`${keys.length} keys`);
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

/** Checks that the key is there with its value, and that nothing else has changed. */
function check(t: Test, { got = '', plain = '', path, key, value }: Expectation): void {
  const seen: unknown = JSON.parse(got);
  const place = `${path.join('.')}, ${shown(key)}`;
  const found = own(at(seen, path) as Json, key);
  if (JSON.stringify(found) !== JSON.stringify(value)) t.equal(JSON.stringify(found), JSON.stringify(value), place);
  const rest = canonical(injected(seen, path, { key, value: undefined }));
  if (rest !== canonical(JSON.parse(plain))) t.equal(rest, canonical(JSON.parse(plain)), `beside ${place}`);
}

function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
