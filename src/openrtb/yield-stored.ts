/**
 * Decides which stored values give way to live ones when a value may be in several places: a plain merge would leave both, and the stored
 * one would be read (decisions, 'Stored merges', 'OpenRTB 2.6 places', 'Names').
 */
import { isObject, orNone, own, without, type JsonObject } from './json-object.ts';
import { nodeAt } from './node-at.ts';
import { withChanges } from './with-changes.ts';

type Path = readonly string[];

/** All places of one value. */
type Places = readonly Path[];

const inRegs = (key: string): Places => [
  ['regs', key],
  ['regs', 'ext', key],
];
const inUser = (key: string): Places => [
  ['user', key],
  ['user', 'ext', key],
];

const standard: readonly Places[] = [
  inRegs('gdpr'),
  inRegs('us_privacy'),
  inRegs('gpp'),
  inRegs('gpp_sid'),
  inUser('consent'),
  inUser('eids'),
  // Google's additional consent, as a text and as numbers.
  [
    ['user', 'ext', 'ConsentedProvidersSettings', 'consented_providers'],
    ['user', 'ext', 'consented_providers_settings', 'consented_providers'],
  ],
  [
    ['source', 'schain'],
    ['source', 'ext', 'schain'],
    ['ext', 'schain'],
  ],
];

/** The stored request without the values that the live one states (null included) in another of their places. */
export function yieldRequest(stored: JsonObject, live: unknown, namespace: string): JsonObject {
  const svc = ['ext', namespace];
  const names: readonly Places[] = [
    [
      [...svc, 'no-sale'],
      [...svc, 'nosale'],
    ],
    ofSdk(namespace, 'source'),
    ofSdk(namespace, 'version'),
  ];
  return yieldTo(live, stored, [...standard, ...names]);
}

const ofSdk = (namespace: string, key: string): Places => [
  ['app', 'ext', namespace, key],
  ['app', 'ext', key],
];

/** The same for a stored imp, where the flag of rewarded imps has two places. */
export function yieldImp(stored: JsonObject, live: unknown, namespace: string): JsonObject {
  return yieldTo(live, stored, [[['rwdd'], ['ext', namespace, 'is_rewarded_inventory']]]);
}

function yieldTo(live: unknown, stored: JsonObject, values: readonly Places[]): JsonObject {
  let left = stored;
  for (const places of values) {
    const isStated = places.map((path) => nodeAt(live, path) !== undefined);
    if (isStated.includes(true)) places.forEach((path, at) => (left = isStated[at] ? left : withoutPath(left, path)));
  }
  return left;
}

/** A copy of `node` without the member at the path and the objects that this leaves empty; the same object if there is no such member. */
export function withoutPath(node: JsonObject, [key, ...below]: Path): JsonObject {
  const value = own(node, key!);
  if (value === undefined) return node;
  if (below.length === 0) return without(node, [key!]);
  return isObject(value) ? withChanges(node, { [key!]: orNone(withoutPath(value, below)) }) : node;
}
