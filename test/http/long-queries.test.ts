/** Remembering a value of a query does not keep the whole query in memory. */
import t from 'tap';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { KeptTexts } from '../../src/stored/kept-texts.ts';
import { nameOf } from '../../src/stored/store.ts';
import { collect } from '../support/collect.ts';

const queries = 8000;
const beside = 'x'.repeat(4000);

/** One value of each of many queries, which have much else beside it. */
function* values(): Generator<string> {
  for (let place = 0; place < queries; place++) {
    const query = Buffer.from(`value=a-value-of-its-own-${place}&beside=${beside}`).toString();
    yield new URLSearchParams(query).get('value')!;
  }
}

/** The bytes still in use after `remember` was given every value. */
function bytesKept(remember: (value: string) => void): number {
  collect();
  const { heapUsed } = process.memoryUsage();
  for (const value of values()) remember(value);
  collect();
  return process.memoryUsage().heapUsed - heapUsed;
}

/** Half of the bytes of all queries. */
const most = (queries * beside.length) / 2;

t.test('remembered consent strings do not keep their queries', async (t) => {
  const reader = new SignalReader();
  const kept = bytesKept((value) => reader.consent(value) ?? reader.gpp(value));
  t.ok(kept < most, `${kept} bytes`);
  t.equal(reader.consent(''), undefined);
});

t.test('remembered ids of missing stored data do not keep their queries', async (t) => {
  const texts = new KeptTexts(1e9, 1e9);
  const kept = bytesKept((id) => texts.set(nameOf({ kind: 'accounts', id }), undefined, 0));
  t.equal(texts.size, queries);
  t.ok(kept < most, `${kept} bytes`);
});
