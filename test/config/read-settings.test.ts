/** Our reading of a schema compared with TypeBox's: both accept the same values. */
import t from 'tap';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { readSettings, type SettingFindings } from '../../src/config/read-settings.ts';
import { configSchema } from '../../src/config/schema.ts';
import { treeOf } from '../../src/config/tree.ts';
import { defaults } from './defaults.ts';
import { configOf, stated } from './support.ts';

function read(schema: TSchema, json: unknown): { readonly value: unknown; readonly faults: readonly string[] } {
  const findings: SettingFindings = { whole: 'the whole', faults: [], faulty: new Set() };
  const value = readSettings(schema, treeOf(json), findings);
  return { value, faults: findings.faults };
}

/** A configuration with at least one setting of each kind. */
const full = {
  ...defaults,
  bidders: {
    x: {
      endpoint: 'http://x.example/',
      enabled: true,
      gvlVendorId: 5,
      ortbVersion: '2.6',
      capabilities: { site: ['banner'] },
    },
  },
  plugins: { y: { file: 'y.ts', enabled: false, settings: { z: [1] }, lookUpMs: 30 } },
  accounts: {
    required: true,
    defaults: { disabled: false, targeting: { prefix: 'a' }, bidders: { x: { enabled: true } } },
  },
};

const odd: readonly unknown[] = [
  true,
  0,
  -1,
  1.5,
  1e99,
  70_000,
  '',
  'x',
  'auto',
  'full',
  'http://x.example',
  [],
  ['x'],
  [1],
  [[]],
  {},
  { x: {} },
];

/** Every value of `json` with one part replaced by `odd`, or a part added. */
function* mutations(json: unknown): Generator<unknown> {
  for (const one of odd) yield one;
  if (Array.isArray(json)) {
    for (const [at, part] of json.entries()) for (const one of mutations(part)) yield json.with(at, one);
    return;
  }
  if (typeof json !== 'object' || json === null) return;
  yield { ...json, unheardOf: 1 };
  for (const [key, part] of Object.entries(json)) for (const one of mutations(part)) yield { ...json, [key]: one };
}

t.test('a configuration is accepted if and only if TypeBox accepts it, formats aside', async (t) => {
  t.ok(Value.Check(configSchema, full), 'the original configuration is valid');
  let taken = 0;
  let refused = 0;
  for (const json of mutations(full)) {
    const { value, faults } = read(configSchema, json);
    const isGood = faults.length === 0;
    if (isGood) taken += 1;
    else refused += 1;
    const text = JSON.stringify(json).slice(0, 200);
    if (isGood && !Value.Check(configSchema, value)) t.fail(`accepted, but invalid for TypeBox: ${text}`);
    if (isGood && !holds(value, json)) t.fail(`accepted, but not as written: ${text}`);
    // Ours also checks formats such as URLs, so it may refuse what TypeBox accepts.
    const isFormat = faults.every((fault) => /URL|address|domain|cookie name/.test(fault));
    const standard = Value.Check(configSchema, Value.Default(configSchema, structuredClone(json)));
    if (!isGood && !isFormat && standard) t.fail(`refused, but valid for TypeBox: ${faults.join('; ')}`);
  }
  t.ok(taken > 100 && refused > 1000, `${taken} accepted, ${refused} refused`);
});

/** True when `value` has everything that `json` has; it may have more. */
function holds(value: unknown, json: unknown): boolean {
  if (typeof json !== 'object' || json === null || typeof value !== 'object' || value === null) return value === json;
  return Object.entries(json).every(([key, part]) => holds(Reflect.get(value, key), part));
}

t.test('every setting has a description', async (t) => {
  const visit = (schema: TSchema, path: string): void => {
    t.ok(String(Reflect.get(schema, 'description') ?? '').length > 5, path);
    if (Type.IsObject(schema))
      for (const [key, part] of Object.entries(schema.properties)) visit(part, `${path}.${key}`);
    if (Type.IsRecord(schema))
      for (const part of Object.values(schema.patternProperties)) visit(part, `${path}.<code>`);
  };
  visit(configSchema, 'config');
});

t.test('two configurations share no default values, and maps by code have no prototype', async (t) => {
  const first = configOf({ yaml: stated });
  const second = configOf({ yaml: stated });
  t.not(first.trustedProxies, second.trustedProxies);
  t.equal(Object.getPrototypeOf(first.bidders), null, 'no prototype that could be taken for an entry');
});

t.test('only the first hundred unknown settings get a suggestion', async (t) => {
  const names = Array.from({ length: 101 }, (_, at) => [`enabled${at}`, 1]);
  const { faults } = read(Type.Object({ enabled: Type.Optional(Type.Boolean()) }), Object.fromEntries(names));
  t.equal(faults[99], 'enabled99 is not a setting: did you mean enabled?');
  t.equal(faults[100], 'enabled100 is not a setting: remove it');
});
