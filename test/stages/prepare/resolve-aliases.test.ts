/** The bidder behind each name in a request (spec 4.1.7; decisions, 'Aliases'). */
import t from 'tap';
import { Registry } from '../../../src/adapter/registry.ts';
import { resolveAliases } from '../../../src/stages/prepare/resolve-aliases.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const enabled = true;
const endpoint = 'http://core.example/';
const registry = new Registry(
  {
    core: { enabled, endpoint, gvlVendorId: 11 },
    second: { enabled, endpoint: 'http://second.example/', gvlVendorId: 12 },
    twin: { enabled, aliasOf: 'core', endpoint: 'http://twin.example/' },
    known: { enabled, aliasOf: 'core', gvlVendorId: 13 },
    off: { enabled: false, endpoint },
  },
  [],
);
const resolve = (aliases: { [alias: string]: string }, aliasgvlids?: { [alias: string]: number }) =>
  resolveAliases({ aliases, aliasgvlids }, registry, 'svc');
const facts = (name: string, found = registry.find(name)) =>
  found && [found.code, found.core, found.endpoint, found.gvlVendorId];

t.test('an alias of the request or host leads to its bidder', async (t) => {
  for (const [aliases, name, wanted] of [
    [{ x: 'core' }, 'x', ['x', 'core', endpoint, 11]],
    [{ x: 'CORE' }, 'x', ['x', 'core', endpoint, 11]],
    [{ x: 'core' }, 'X', undefined],
    [{ second: 'core' }, 'second', ['second', 'core', endpoint, 11]],
    [{ twin: 'core' }, 'twin', ['twin', 'core', 'http://twin.example/', undefined]],
    [{ twin: 'second' }, 'twin', ['twin', 'second', 'http://second.example/', 12]],
    [{ x: 'twin' }, 'x', ['x', 'core', 'http://twin.example/', undefined]],
    [{ core: 'core' }, 'core', ['core', 'core', endpoint, 11]],
    [{ core: 'nobody' }, 'core', ['core', 'core', endpoint, 11]],
    [{}, 'Core', ['core', 'core', endpoint, 11]],
  ] as const) {
    const { find, faults } = resolve(aliases);
    t.strictSame(faults, []);
    t.strictSame(facts(name, find(name)), wanted, `${JSON.stringify(aliases)}: ${name}`);
  }
});

t.test('isKnownInAnyCase matches aliases and enabled bidders in any case', async (t) => {
  const { isKnownInAnyCase } = resolve({ Al: 'core', second: 'second' });
  for (const name of ['Al', 'al', 'CORE', 'second']) t.ok(isKnownInAnyCase(name), name);
  for (const name of ['a', 'off', '*']) t.notOk(isKnownInAnyCase(name), name);
});

t.test('an alias has the vendor id of aliasgvlids, else that of its core', async (t) => {
  const { find } = resolve({ x: 'core', y: 'core', z: 'twin' }, { x: 99, z: 98 });
  t.strictSame(
    ['x', 'y', 'z'].map((name) => find(name)?.gvlVendorId),
    [99, 11, 98],
  );
  const kept = resolve({ twin: 'core', known: 'core' }, { twin: 98, known: 97 });
  t.strictSame(
    facts('twin', kept.find('twin')),
    ['twin', 'core', 'http://twin.example/', 98],
    'the host has none for it',
  );
  t.equal(kept.find('known')?.gvlVendorId, 13, "the host's own vendor id takes precedence");
});

t.test('an alias of itself or an unknown bidder is a warning for an existing name, else a fault', async (t) => {
  t.match(
    resolve({ core: 'core', x: 'x' }).warnings,
    wholeLists([/\["core"\] is an alias of itself/, /\["x"\] is an alias of itself/]),
  );
  t.match(
    resolve({ core: 'nobody', second: 'off' }).warnings,
    wholeLists([/"nobody", which is not known/, /"off", which is disabled/]),
  );
  t.match(
    resolve({ x: 'nobody', y: 'off' }).faults,
    wholeLists([/"nobody", which is not known/, /"off", which is disabled/]),
  );
});

t.test('a fault quotes no more of a long target than its beginning', async (t) => {
  const { faults } = resolve({ x: 'n'.repeat(100_000) });
  t.strictSame(faults, [
    `ext.svc.aliases["x"] names "${'n'.repeat(64)}…", which is not known here: name a bidder of this host`,
  ]);
});

function many(count: number): { [alias: string]: string } {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 'core']));
}

t.test('a request may have at most 100 aliases', async (t) => {
  t.strictSame(resolve(many(100)).faults, []);
  t.strictSame(resolve(many(101)).faults, ['ext.svc.aliases holds 101 names: keep at most 100']);
});

t.test('an invalid or reserved alias is a fault', async (t) => {
  for (const alias of ['', 'a b', 'a"b', '*', 'k'.repeat(64) + 'l', 'é']) {
    const named = JSON.stringify(alias.replace(/(?<=k{64})l$/, '…'));
    const wrong = `ext.svc.aliases[${named}] is no name for an alias: choose one of 1 to 64 letters, digits, "_", "-" or "."`;
    t.strictSame(resolve({ [alias]: 'core' }).faults, [wrong], alias);
  }
  for (const alias of ['general', 'Prebid', 'data', 'ALL', 'svc', 'SVC', 'constructor', '__proto__']) {
    const given = JSON.parse(`{"${alias}": "core"}`) as { [alias: string]: string };
    const wrong = `ext.svc.aliases["${alias}"] is a reserved name: choose another name for the alias`;
    t.strictSame(resolve(given).faults, [wrong], alias);
  }
});
