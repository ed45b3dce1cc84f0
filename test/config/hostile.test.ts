/** Hostile files and random values: loading always ends soon with faults or settings, and pollutes no prototype. */
import t from 'tap';
import { loadConfig } from '../../src/config/load.ts';
import { chanceFrom, pick } from '../support/chance.ts';
import { processorMs } from '../support/processor-time.ts';
import { faultsOf, knownAdapters, stated } from './support.ts';

const million = 1 << 20;

/** A text that exhausts the time, memory or stack of a careless parser, and its fault. */
const texts: readonly (readonly [name: string, text: string, fault: RegExp])[] = [
  [
    'five megabytes',
    `a: ${'x'.repeat(5 * million)}`,
    /^the YAML is longer than 1048576 characters: shorten it \(service\.yaml line 1\)$/,
  ],
  ['deep lists', '['.repeat(million), /^the YAML is nested too deeply: flatten it/],
  ['deep blocks', '- '.repeat(million / 2), /^the YAML is nested too deeply/],
  ['deep maps', '{a: '.repeat(million / 4), /^the YAML is nested too deeply/],
  [
    'stairs',
    Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    /^the YAML is nested too deeply/,
  ],
  ['many signs', `[${','.repeat(million - 2)}]`, /^the YAML has too many parts: shorten it/],
  ['many documents', '---\n'.repeat(1000), /^the YAML has several documents: keep one/],
  ['unclosed quote', `a: "${'b\n'.repeat(1000)}`, /^the YAML cannot be parsed: Missing closing/],
  ['another version', '%YAML 1.1\n---\na: 1', /^the YAML requires another version: remove the %YAML line/],
  [
    'a code tag',
    'port: !!js/function "function () {}"',
    /^the YAML cannot be parsed: Unresolved tag.*remove the tag, or .* \(service\.yaml line 1\)$/,
  ],
  ['a binary tag', 'port: !!binary aGk=', /^the YAML cannot be parsed: Unresolved tag/],
  ['a key that is a list', '? [a]\n: 1', /^the YAML has a key that is not a plain word/],
  ['an alias of itself', 'bidders: &a {x: *a}', /^bidders\.x uses an alias .* not defined before/],
  ['an alias of nothing', 'port: *nothing', /^port uses an alias .* not defined before/],
  ['a list', '- 1', /^the configuration must be a map of settings \(key: value\) \(service\.yaml line 1\)$/],
  ['zero bytes', '\0'.repeat(1000), /./],
];

t.test('a hostile text is refused in time with few faults', async (t) => {
  for (const [name, text, fault] of texts) {
    let faults: readonly string[] = [];
    const tookMs = processorMs(() => (faults = faultsOf({ yaml: text })));
    t.match(faults[0], fault, name);
    t.ok(faults.length <= 12, `${name}: ${faults.length} faults`);
    t.ok(tookMs < 5000, `${name} took ${tookMs} ms`);
  }
});

t.test('nested aliases that expand exponentially are refused', async (t) => {
  const lines = ['l0: &l0 [ha]'];
  for (let level = 1; level < 30; level += 1) {
    lines.push(
      `l${level}: &l${level} [${Array(10)
        .fill(`*l${level - 1}`)
        .join(', ')}]`,
    );
  }
  const faults = faultsOf({ yaml: `${stated}${lines.join('\n')}` });
  t.ok(faults.some((fault) => fault.startsWith('the YAML has more than 200000 values with its aliases expanded')));
});

t.test('of very many unknown or duplicate keys a hundred faults are reported', async (t) => {
  const keys = Array.from({ length: 40_000 }, (_, at) => `k${at}: 1`).join('\n');
  t.equal(faultsOf({ yaml: `${stated}${keys}` }).length, 101);
  t.equal(faultsOf({ yaml: `${stated}${'port: 1\n'.repeat(40_000)}` }).length, 101);
});

t.test('a syntax fault does not quote the text', async (t) => {
  const faults = faultsOf({ yaml: 'stored: {url: "postgres://u:hunter2@db"} "hunter2": x\n}hunter2' });
  t.ok(faults.length > 0);
  t.notMatch(faults.join('\n'), /hunter2/);
});

const words =
  `host port externalUrl namespace processes workers trustedProxies auction tmaxMinMs tmaxMaxMs tmaxDefaultMs validation
  bidders appnexus x endpoint adapter aliasOf capabilities site userSync usersync redirect url userMacro credentials stored source
  accounts defaults privacy gdpr purposes p2 enforce defaultScope allowActivities rules condition allow blocked apps cache store
  targeting prefix hostCookie family optOutUrl priorityGroups loadCookieEndpoints admin log level __proto__ constructor toString`.split(
    /\s+/,
  );

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  8000,
  '',
  'x',
  'auto',
  'redis',
  'http://x.example',
  '\u0000\ud800',
  '__proto__',
  'x'.repeat(5000),
  [],
  [null, [], {}],
  ['a', 1, { a: 1 }],
  {},
];

function randomValue(random: () => number, depth: number): unknown {
  if (depth === 0 || random() < 0.3) return pick(values, random);
  const entries = Array.from(
    { length: Math.floor(random() * 6) },
    () => [pick(words, random), randomValue(random, depth - 1)] as const,
  );
  return Object.fromEntries(entries);
}

t.test('random types at random paths never throw', async (t) => {
  const random = chanceFrom(7);
  let wrong = 0;
  let good = 0;
  for (let round = 0; round < 4000; round += 1) {
    const path = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words, random));
    const value = JSON.stringify(pick(values, random));
    const text = stated + JSON.stringify(randomValue(random, 5)).replace(/^\{(.*)\}$/s, '$1');
    const file = random() < 0.5 ? { name: 'f', text: JSON.stringify(randomValue(random, 5)) } : { name: 'f', text };
    const env = random() < 0.5 ? { [`SVC__${path.join('__').toUpperCase()}`]: value } : {};
    const flags = random() < 0.5 ? { [path.join('.')]: value } : {};
    const loaded = loadConfig({ file: random() < 0.7 ? file : { name: 'f', text: stated }, env, flags, knownAdapters });
    if ('faults' in loaded) {
      wrong += 1;
      if (loaded.faults.some((fault) => typeof fault !== 'string' || fault.length < 10))
        t.fail(loaded.faults.join('\n'));
    } else good += 1;
  }
  t.ok(wrong > 1000 && good > 100, `${wrong} refused, ${good} accepted`);
  t.strictSame(Object.keys(Object.prototype), [], 'no prototype has gained a key');
});

t.test('random YAML never throws and is always refused', async (t) => {
  const random = chanceFrom(11);
  const signs = [
    ...'{}[],:&*!|>%@`"\'#?-~\n\t \r\\',
    '  ',
    ': ',
    '- ',
    'a',
    '1',
    'port',
    'auction',
    '<<',
    '\u0000',
    '\ufeff',
    '!!map',
    '&a ',
    '*a',
    '%YAML',
    '---\n',
    '...\n',
  ];
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: Math.floor(random() * 60) }, () => pick(signs, random)).join('');
    const faults = faultsOf({ yaml: text });
    if (faults.length === 0) t.fail(`accepted: ${JSON.stringify(text)}`);
  }
  t.pass('every text is refused');
});
