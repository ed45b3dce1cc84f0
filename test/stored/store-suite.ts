/** What every source of stored data must do; the test of each source runs it (house, 'One shared suite'). */
import type { Test } from 'tap';
import type { Store, StoredKey } from '../../src/stored/store.ts';
import { imp } from './imp.ts';

/** Makes a source that holds `texts`, named `<kind>/<id>`; the suite closes it. */
export type MakeStore = (texts: ReadonlyMap<string, string>) => Promise<Store> | Store;

const texts = new Map([
  ['requests/r1', '{"id":"r1"}'],
  ['imps/i1', '{"banner":{}}'],
  ['imps/ünïcode', '{"é":"ü"}'],
  ['accounts/r1', '{"disabled":true}'],
  ['profiles/p1', '{"type":"imp","body":{}}'],
  ['responses/big', JSON.stringify({ text: 'x'.repeat(300_000) })],
]);

/** Runs the suite. */
export async function storeSuite(t: Test, make: MakeStore): Promise<void> {
  const store = await make(texts);
  const fetched = async (...keys: StoredKey[]): Promise<(string | undefined)[]> =>
    (await store.fetch(keys)).map((bytes) => bytes && Buffer.from(bytes).toString());
  t.teardown(() => store.close());

  t.strictSame(await fetched(), [], 'no keys, no texts');
  t.strictSame(
    await fetched({ kind: 'imps', id: 'i1' }, { kind: 'requests', id: 'none' }, { kind: 'requests', id: 'r1' }),
    ['{"banner":{}}', undefined, '{"id":"r1"}'],
    'in the order of the keys, undefined for a missing text',
  );
  t.strictSame(
    await fetched({ kind: 'accounts', id: 'r1' }),
    ['{"disabled":true}'],
    'an account and a request of the same id',
  );
  t.strictSame(await fetched({ kind: 'imps', id: 'ünïcode' }), ['{"é":"ü"}'], 'non-ASCII ids and texts');
  t.strictSame(await fetched({ kind: 'profiles', id: 'p1' }, imp('p1')), ['{"type":"imp","body":{}}', undefined]);
  t.equal((await fetched({ kind: 'responses', id: 'big' }))[0]?.length, texts.get('responses/big')!.length);
  const hostile = [
    '',
    '.',
    '..',
    '../accounts/r1',
    'a/b',
    '..\\r1',
    'r1\0',
    'r1\n',
    '%2e%2e/r1',
    'x'.repeat(10_000),
    '*',
    "' OR 1=1 --",
  ];
  for (const id of hostile) {
    t.strictSame(
      await fetched({ kind: 'requests', id }),
      [undefined],
      `no such id: ${JSON.stringify(id.slice(0, 20))}`,
    );
  }
  const many = Array.from({ length: 200 }, (_, n) => ({ kind: 'imps' as const, id: n % 2 ? 'i1' : `none${n}` }));
  t.equal((await fetched(...many)).filter(Boolean).length, 100, 'a large batch');
}
