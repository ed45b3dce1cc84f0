/** The spelling of a bidder's name that an auction uses. */
import t from 'tap';
import type { Bidder } from '../../../src/adapter/contract.ts';
import { keepSpellings } from '../../../src/stages/prepare/keep-spellings.ts';

const bidder = (code: string): Bidder => ({ code, configured: code, core: code }) as Bidder;
const acme = bidder('acme');
const zenith = bidder('zenith');
const alias = bidder('Zenith');

/** A host with two bidders, and a request with the alias `Zenith`, which matches only as written. */
const find = (name: string): Bidder | undefined =>
  name === 'Zenith' ? alias : [acme, zenith].find(({ code }) => code === name.toLowerCase());

const imp = (...names: string[]) => ({
  ext: { svc: { bidder: Object.fromEntries(names.map((name) => [name, {}])) } },
});

t.test('a bidder has the first spelling that the client uses, for every name of it', async (t) => {
  const found = keepSpellings([imp('ACME', 'nobody'), imp('aCme')], 'svc', find);
  for (const name of ['acme', 'ACME', 'aCme']) t.strictSame(found(name), { ...acme, code: 'ACME' }, name);
  t.equal(found('zenith'), zenith, 'a bidder that no imp names');
  t.equal(found('nobody'), undefined);
});

t.test('the code itself takes precedence over other spellings', async (t) => {
  const found = keepSpellings([imp('ACME'), imp('acme')], 'svc', find);
  for (const name of ['acme', 'ACME']) t.equal(found(name), acme, name);
});

t.test('the spelling in the deprecated place is used as well', async (t) => {
  const found = keepSpellings([{ ext: { ACME: {}, Zenith: {}, data: {}, other: 5 } }], 'svc', find);
  t.strictSame(found('acme'), { ...acme, code: 'ACME' });
  t.equal(found('Zenith'), alias);
  const both = [{ ext: { ACME: {}, svc: { bidder: { aCme: {} } } } }];
  t.strictSame(keepSpellings(both, 'svc', find)('acme'), { ...acme, code: 'aCme' }, 'after svc.bidder');
});

t.test('a null entry names no bidder in either place', async (t) => {
  const withNulls = [{ ext: { acme: null, ZENITH: {}, svc: { bidder: { ACME: {}, acme: null, zenith: null } } } }];
  const found = keepSpellings(withNulls, 'svc', find);
  t.strictSame(found('acme'), { ...acme, code: 'ACME' });
  t.strictSame(found('zenith'), { ...zenith, code: 'ZENITH' });
});

t.test('an alias is not the bidder with the same name in another case', async (t) => {
  const found = keepSpellings([imp('Zenith', 'ZENITH')], 'svc', find);
  t.equal(found('Zenith'), alias);
  t.strictSame(found('zenith'), { ...zenith, code: 'ZENITH' });
});

t.test('without other spellings the given function is returned', async (t) => {
  const strange = [imp('acme'), {}, { ext: { svc: 5 } }, { ext: { svc: { bidder: [] }, data: {}, x: 1 } }];
  t.equal(keepSpellings(strange, 'svc', find), find);
});
