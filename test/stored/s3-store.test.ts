/** The S3 source over a server that checks each signature: the shared suite, ids of any characters, folders, paged lists. */
import t from 'tap';
import { s3Store } from '../../src/stored/s3-store.ts';
import { keyOf, nameOf, type StoredEntry, type StoredKey } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { loginOf, startS3 } from '../support/s3-server.ts';
import { imp } from './imp.ts';
import { storeSuite } from './store-suite.ts';

const limits = { connections: 4, giveUpMs: 5000 };
const entry = (key: StoredKey, text: string): StoredEntry => ({ ...key, text: Buffer.from(text) });

t.test('the store suite over S3', async (t) => {
  const { url, objects } = await startS3(t);
  await storeSuite(t, (texts) => {
    for (const [name, text] of texts) objects.set(`${name}.json`, Buffer.from(text));
    return s3Store(url, limits);
  });
});

t.test('an id of any characters is an object of its own, and is saved, found and listed', async (t) => {
  const { url, objects } = await startS3(t, { pageSize: 3 });
  const store = closedWith(t, s3Store(`${url}/a%20b/ü/`, limits));
  const plain = ['a', 'A', 'a b', 'a+b', 'a%2Bb', 'a%20b', '%', 'a/b', "!'()*~-_.", 'a&b=c?d#e', '"', '[1]', '$;,:@'];
  const odd = ['<Key>&amp;</Key>', '&#65;', 'ünïcode', 'u\u0308', '日本', '🎯', '...', '.hidden', 'x.json'];
  const ids = [...plain, ...odd, 'n'.repeat(255), '日'.repeat(255)];
  const entries = ids.map((id, at) => entry(imp(id), `{"at":${at}}`));
  await store.save(entries);
  t.equal(objects.size, ids.length);
  t.ok(objects.has('a b/ü/imps/日本.json'));
  t.strictSame(
    (await store.fetch(ids.map(imp))).map(String),
    entries.map(({ text }) => String(text)),
  );
  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed.toSorted(), entries.map(nameOf).toSorted());
});

t.test('an id that cannot name an object does not exist, is not requested and cannot be saved', async (t) => {
  const { url, objects, asked } = await startS3(t);
  const store = closedWith(t, s3Store(`${url}/${'p'.repeat(300)}`, limits));
  objects.set(`${'p'.repeat(300)}/accounts/a.json`, Buffer.from('{}'));
  const ids = ['../accounts/a', '..', '.', 'a/../../accounts/a', 'a/./b', 'a//b', 'a/', '//a', '..\\accounts\\a', ''];
  for (const id of [...ids, '日'.repeat(255)]) {
    t.strictSame(await store.fetch([imp(id)]), [undefined], id);
    t.match(store.refusal!(imp(id)), /^cannot be an object key: /, id);
    await t.rejects(store.save([entry(imp(id), '{}')]), { message: /^imps\/.* cannot be an object key: / });
  }
  t.strictSame(asked, []);
});

t.test('an id that begins with a slash names the object without it, as in Java, except for accounts', async (t) => {
  const { url, objects } = await startS3(t);
  const store = closedWith(t, s3Store(url, limits));
  for (const kind of ['imps', 'accounts'] as const) objects.set(`${kind}/123/top.json`, Buffer.from('{}'));
  t.strictSame((await store.fetch([imp('/123/top'), imp('123/top')])).map(String), ['{}', '{}']);
  t.strictSame(await store.fetch([{ kind: 'accounts', id: '/123/top' }]), [undefined]);
  t.match(store.refusal!(imp('/123/top')), /^cannot be an object/, 'it can only be saved without the slash');
});

t.test('folders of other names, in a bucket in the host name', async (t) => {
  const { url, objects } = await startS3(t, { isVirtual: true, region: 'eu-west-1', token: 'tok+en/=' });
  const query = 'style=virtual&region=eu-west-1&session-token=tok+en/=&requests=stored-requests&imps=a/stored+imps';
  const store = closedWith(t, s3Store(`${url}/?${query}`, limits));
  const names = ['requests/r', 'imps/i', 'responses/x'];
  await store.save(names.map((name) => entry(keyOf(name)!, '{}')));
  t.strictSame([...objects.keys()], ['stored-requests/r.json', 'a/stored+imps/i.json', 'responses/x.json']);
  const others = [
    'stored-requests/r',
    'stored-requests/r.json.bak',
    'stored-requests/.json',
    'stored-requests/a//b.json',
  ];
  for (const name of others) objects.set(name, Buffer.from('{}'));
  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed, names);
});

t.test('texts are requested in parallel, over no more connections than configured', async (t) => {
  const { url, asked, most } = await startS3(t);
  const store = closedWith(t, s3Store(url, limits));
  await Promise.all([1, 2].map((turn) => store.fetch(Array.from({ length: 100 }, (_, n) => imp(`${turn}-${n}`)))));
  t.equal(asked.length, 200);
  t.equal(most(), limits.connections);
  await store.save(Array.from({ length: 50 }, (_, n) => entry(imp(`${n}`), '{}')));
  t.equal(most(), limits.connections);
});

t.test('a small look-up does not wait for an earlier one of hundreds of texts', async (t) => {
  const { url, asked } = await startS3(t);
  const store = closedWith(t, s3Store(url, limits));
  const many = store.fetch(Array.from({ length: 300 }, (_, n) => imp(`${n}`)));
  const few = store.fetch([imp('a'), imp('b')]);
  t.strictSame(await few, [undefined, undefined]);
  t.ok(asked.length < 30, `${asked.length} requests so far`);
  t.equal((await many).length, 300);
});

t.test('a long text and an empty one come whole', async (t) => {
  const { url } = await startS3(t);
  const store = closedWith(t, s3Store(url, limits));
  const text = JSON.stringify({ long: 'x'.repeat(5_000_000) });
  await store.save([entry(imp('long'), text), entry(imp('empty'), '')]);
  t.strictSame((await store.fetch([imp('long'), imp('empty')])).map(String), [text, '']);
});

t.test('the login of the address is in no request path', async (t) => {
  const { url, asked } = await startS3(t);
  t.match(url, loginOf());
  const store = closedWith(t, s3Store(url, limits));
  await store.fetch([imp('a')]);
  t.strictSame(asked, ['GET /texts/imps/a.json']);
});
