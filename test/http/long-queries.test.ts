/** What is remembered of a request's query is the value, not the whole query that it is a part of. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { SignalReader } from '../../src/privacy/signal-reader.ts';
import { KeptTexts } from '../../src/stored/kept-texts.ts';
import { nameOf } from '../../src/stored/store.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const queries = 8000;
const beside = 'x'.repeat(4000);

/** Values of as many queries, as a request gives them; what those queries have beside them is not wanted. */
function* values(): Generator<string> {
  for (let place = 0; place < queries; place++) {
    const query = Buffer.from(`value=a-value-of-its-own-${place}&beside=${beside}`).toString();
    yield new URLSearchParams(query).get('value')!;
  }
}

/** The bytes that stay when `remember` was given every value. */
function bytesKept(remember: (value: string) => void): number {
  collect();
  const { heapUsed } = process.memoryUsage();
  for (const value of values()) remember(value);
  collect();
  return process.memoryUsage().heapUsed - heapUsed;
}

/** Half of what all queries take. */
const most = (queries * beside.length) / 2;

t.test('consent strings', async (t) => {
  const reader = new SignalReader();
  const kept = bytesKept((value) => reader.consent(value) ?? reader.gpp(value));
  t.ok(kept < most, `${kept} bytes`);
  t.equal(reader.consent(''), undefined);
});

t.test('ids that no store knows', async (t) => {
  const texts = new KeptTexts(1e9, 1e9);
  const kept = bytesKept((id) => texts.set(nameOf({ kind: 'accounts', id }), undefined, 0));
  t.equal(texts.size, queries);
  t.ok(kept < most, `${kept} bytes`);
});
