/** Under which spelling a name leads to its bidder. */
import t from 'tap';
import type { Bidder } from '../../../src/adapter/contract.ts';
import { keepSpellings } from '../../../src/stages/prepare/keep-spellings.ts';

const bidder = (code: string): Bidder => ({ code, configured: code, core: code }) as Bidder;
const acme = bidder('acme');
const zenith = bidder('zenith');
const alias = bidder('Zenith');

/** As a host with two bidders and a request with the alias `Zenith`, which is exact. */
const find = (name: string): Bidder | undefined =>
  name === 'Zenith' ? alias : [acme, zenith].find(({ code }) => code === name.toLowerCase());

const imp = (...names: string[]) => ({
  ext: { svc: { bidder: Object.fromEntries(names.map((name) => [name, {}])) } },
});

t.test('the spelling of the client counts, the first of several, for every name of the bidder', async (t) => {
  const found = keepSpellings([imp('ACME', 'nobody'), imp('aCme')], 'svc', find);
  for (const name of ['acme', 'ACME', 'aCme']) t.strictSame(found(name), { ...acme, code: 'ACME' }, name);
  t.equal(found('zenith'), zenith, 'one that no imp names');
  t.equal(found('nobody'), undefined);
});

t.test('the code counts before other spellings', async (t) => {
  const found = keepSpellings([imp('ACME'), imp('acme')], 'svc', find);
  for (const name of ['acme', 'ACME']) t.equal(found(name), acme, name);
});

t.test('so it does in the deprecated place', async (t) => {
  const found = keepSpellings([{ ext: { ACME: {}, Zenith: {}, data: {}, other: 5 } }], 'svc', find);
  t.strictSame(found('acme'), { ...acme, code: 'ACME' });
  t.equal(found('Zenith'), alias);
  const both = [{ ext: { ACME: {}, svc: { bidder: { aCme: {} } } } }];
  t.strictSame(keepSpellings(both, 'svc', find)('acme'), { ...acme, code: 'aCme' }, 'after the other place');
});

t.test('what is null names nobody, in either place', async (t) => {
  const withNulls = [{ ext: { acme: null, ZENITH: {}, svc: { bidder: { ACME: {}, acme: null, zenith: null } } } }];
  const found = keepSpellings(withNulls, 'svc', find);
  t.strictSame(found('acme'), { ...acme, code: 'ACME' });
  t.strictSame(found('zenith'), { ...zenith, code: 'ZENITH' });
});

t.test('an alias is not its namesake', async (t) => {
  const found = keepSpellings([imp('Zenith', 'ZENITH')], 'svc', find);
  t.equal(found('Zenith'), alias);
  t.strictSame(found('zenith'), { ...zenith, code: 'ZENITH' });
});

t.test('where nothing is spelled otherwise, nothing is in the way', async (t) => {
  const strange = [imp('acme'), {}, { ext: { svc: 5 } }, { ext: { svc: { bidder: [] }, data: {}, x: 1 } }];
  t.equal(keepSpellings(strange, 'svc', find), find);
});
