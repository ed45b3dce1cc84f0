/** Any value in any member of a request is repaired or refused, without an exception (decisions, 'Wrong fields'). */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { withOlderPlaces } from '../../../src/openrtb/places.ts';
import { checkTypes } from '../../../src/stages/prepare/check-types.ts';
import { normalizePlaces } from '../../../src/stages/prepare/normalize-places.ts';
import { readNatives } from '../../../src/stages/prepare/read-natives.ts';
import { repairEntries } from '../../../src/stages/prepare/repair-entries.ts';
import { validateExt } from '../../../src/stages/prepare/validate-ext.ts';
import { validateImps } from '../../../src/stages/prepare/validate-imps.ts';
import { validatePricing } from '../../../src/stages/prepare/validate-pricing.ts';
import { validateRequest } from '../../../src/stages/prepare/validate-request.ts';
import { dice } from '../../support/chance.ts';

const large = readFileSync(new URL('../../openrtb/large-request.json', import.meta.url), 'utf8');
const isKnown = (name: string): boolean => /^(?:bidder[A-D]|aliasE)$/.test(name);
const rules = {
  namespace: 'svc',
  isKnownInAnyCase: isKnown,
  nameOf: (name: string) => (isKnown(name) ? name : undefined),
};

type Path = (string | number)[];

const deepFrozen = (text: string): unknown => JSON.parse(text, (_, value: unknown) => Object.freeze(value));
const others: unknown[] = [null, true, 0, -1, 1.5, 1e308, '', 'x', [], {}, [null], [[]]].map((value) =>
  Object.freeze(value),
);
others.push(deepFrozen('{"__proto__":{"polluted":1},"constructor":1,"toString":"x"}'));

/** Runs all checks and repairs; any exception fails the test. */
function runAll(value: unknown): { faults: string[]; warnings: number } {
  const typed = checkTypes(value, 'svc');
  if (typed.faults.length > 0) return { faults: typed.faults, warnings: typed.warnings.length };
  const { request, warnings } = repairEntries(normalizePlaces(typed.request, 'svc'), rules);
  const natives = readNatives(request);
  const verdicts = [validateRequest, validateExt, validatePricing, validateImps].map((stage) => stage(request, rules));
  withOlderPlaces(natives.request, 'svc');
  const faults = [...natives.faults, ...verdicts.flatMap((verdict) => verdict.faults)];
  return { faults, warnings: typed.warnings.length + warnings.length };
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) =>
      pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((owner, key) => (owner as { [key: string]: unknown })[key], value);
}

/** A copy along the path with another value at its end. */
function mutated(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  (copy as { [key: string]: unknown })[key] = mutated(at(value, [key]), rest, other);
  return Object.freeze(copy);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

const request = deepFrozen(large);
const paths = pathsOf(request);

t.test('the large request is valid and has many fields', async (t) => {
  t.strictSame(runAll(request), { faults: [], warnings: 0 });
  t.ok(paths.length > 350, `${paths.length} fields`);
});

t.test('any value in any member is repaired or refused without an exception', async (t) => {
  const wrong: string[] = [];
  for (const path of paths) {
    for (const other of others) {
      const broken = mutated(request, path, other);
      const where = `${path.join('.')} = ${JSON.stringify(other)}`;
      const typed = checkTypes(broken, 'svc');
      runAll(broken);
      const again = checkTypes(typed.request, 'svc');
      if (again.request !== typed.request || again.faults.length + again.warnings.length > 0)
        wrong.push(`not repaired: ${where}`);
      const isOpenrtb = !path.includes('ext');
      const isSeen = typed.faults.length + typed.warnings.length > 0;
      if (isOpenrtb && kindOf(other) !== kindOf(at(request, path))) {
        const isAbsent = other === null && typeof path.at(-1) === 'string';
        if (isAbsent ? isSeen || at(typed.request, path) !== undefined : !isSeen)
          wrong.push(`wrong type accepted: ${where}`);
      }
    }
  }
  t.strictSame(wrong, []);
  t.notOk('polluted' in {});
});

t.test('two wrong values give two findings', async (t) => {
  const roll = dice(1);
  const fields = paths.filter(
    (path) => !path.includes('ext') && typeof at(request, path) === 'string' && path.length > 1,
  );
  for (let round = 0; round < 300; round++) {
    const [first, second] = [fields[roll(fields.length)]!, fields[roll(fields.length)]!];
    const { faults, warnings } = checkTypes(mutated(mutated(request, first, true), second, false), 'svc');
    t.equal(faults.length + warnings.length, first === second ? 1 : 2, `${first.join('.')} and ${second.join('.')}`);
  }
});

t.test('of tens of thousands of faults the first are listed and the rest is counted', async (t) => {
  const imps = { id: 'r', imp: Array.from({ length: 80_000 }, () => ({})) };
  const names = { ext: { svc: { data: { bidders: Array.from({ length: 60_000 }, () => 'n') } } } };
  for (const request of [imps, names]) {
    const { faults } = runAll(request);
    t.ok(faults.length < 100, `${faults.length} faults`);
  }
  t.match(runAll(imps).faults.at(-1), /^… and \d+ /);
});
