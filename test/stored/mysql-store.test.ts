/** The MySQL source over a real MariaDB server: its tables, the shared suite, odd ids and texts. */
import t from 'tap';
import { storedKinds } from '../../src/config/stored-kinds.ts';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { keyOf, maxTextBytes, nameOf } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { imposedCharset, mysqlSkip as skip, startMysql } from '../support/mysql.ts';
import { until } from '../support/until.ts';
import { imp } from './imp.ts';
import { storeSuite } from './store-suite.ts';

/** A server that accepts texts longer than the longest one allowed. */
const server = skip === false ? await startMysql(t, ['--max-allowed-packet=256M']) : undefined;

/** A timeout longer than the pauses of a busy machine. */
const limits = { connections: 4, giveUpMs: 5000 };

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textsOf = (found: readonly (Uint8Array | undefined)[]) => found.map((text) => text && String(text));

t.test('without tables the error names the migration, which creates them once with an index', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, limits));
  await t.rejects(store.fetch([imp('i1')]), {
    message: 'the table gavel_imps is missing: run npm run store:migrate -- --config FILE',
  });
  const made = await Promise.all([migrateMysql(server!.url), migrateMysql(server!.url)]);
  t.strictSame(made.toSorted(), [0, 5], 'two concurrent migrations create them once');
  t.equal(await migrateMysql(server!.url), 0);
  await server!.query('DROP TABLE gavel_imps');
  t.equal(await migrateMysql(server!.url), 1, 'a dropped table is created again');
  t.strictSame(await store.fetch([imp('i1')]), [undefined]);
  const rows = Array.from({ length: 1000 }, (_, at) => [String(at), '{}']);
  await server!.query('INSERT INTO gavel_imps (id, data) VALUES ?', [rows]);
  const plan = await server!.query(`EXPLAIN FORMAT=TRADITIONAL SELECT data FROM gavel_imps WHERE id IN ('7', '8')`);
  t.match(plan, [{ key: 'PRIMARY', type: 'range', rows: 2 }]);
  await server!.query('DELETE FROM gavel_imps');
});

t.test('a migration is refused while another one runs', { skip }, async (t) => {
  const held = server!.query(`SELECT GET_LOCK('gavel_gavel', 0), SLEEP(2)`);
  const isHeld = async (): Promise<boolean> => {
    const [row] = await server!.query(`SELECT IS_USED_LOCK('gavel_gavel') IS NOT NULL AS held`);
    return String(row?.['held']) === '1';
  };
  t.ok(await until(isHeld));
  await t.rejects(migrateMysql(server!.url, 0), {
    message: 'another migration is running: run this again when it has finished',
  });
  await held;
});

t.test('the store suite over MySQL', { skip }, (t) =>
  storeSuite(t, async (texts) => {
    const store = mysqlStore(server!.url, limits);
    await store.save([...texts].map(([name, text]) => ({ ...keyOf(name)!, text: bytes(text) })));
    return store;
  }),
);

t.test('ids are compared by bytes and cannot inject SQL', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, limits));
  const ids = [
    'a',
    'A',
    'a ',
    'a  ',
    ' a',
    'á',
    'a\u0301',
    'ａ',
    '😀',
    '😁',
    'ß',
    'ss',
    '漢',
    "it's",
    'b\\',
    "b\\' OR 1=1 -- ",
  ];
  ids.push(
    '"q"',
    '`t`',
    '%',
    '_',
    '?',
    '/*! 1 */',
    '\u00a0',
    'x'.repeat(255),
    '😀'.repeat(127),
    '__proto__',
    '0',
    '00',
    '1e0',
    '1',
  );
  await store.save(ids.map((id, at) => ({ ...imp(id), text: bytes(JSON.stringify(at)) })));
  const asked = [...ids, 'c', 'B\\', 'á ', 'SS', '😂', '1.0', 'a\0', '\ud83d'];
  t.strictSame(
    textsOf(await store.fetch(asked.map(imp))),
    asked.map((_, at) => (at < ids.length ? String(at) : undefined)),
  );
  for (const [at, id] of ids.entries()) t.strictSame(textsOf(await store.fetch([imp(id)])), [String(at)], id);
  await server!.query('DELETE FROM gavel_imps');
});

t.test('ids cannot inject SQL in a server with NO_BACKSLASH_ESCAPES', { skip }, async (t) => {
  await server!.query(`SET GLOBAL sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'`);
  t.teardown(() => server!.query('SET GLOBAL sql_mode = DEFAULT'));
  const store = closedWith(t, mysqlStore(server!.url, limits));
  const ids = ["\\' OR 1=1 -- ", "'", 'a'];
  await store.save(ids.map((id) => ({ ...imp(id), text: bytes(JSON.stringify(id)) })));
  t.strictSame(
    textsOf(await store.fetch(ids.map(imp))),
    ids.map((id) => JSON.stringify(id)),
  );
  await server!.query('DELETE FROM gavel_imps');
});

t.test('a text is returned byte for byte, and invalid JSON is refused', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, limits));
  const text = '{ "b":1.50, "a" : "\\u00e9😀\\n", "a":null }';
  await store.save([{ ...imp('i'), text: bytes('1') }]);
  await store.save([{ ...imp('i'), text: bytes(text) }]);
  t.strictSame(textsOf(await store.fetch([imp('i')])), [text]);
  const message = /^a text is not JSON for the server/;
  await t.rejects(store.save([{ ...imp('bad'), text: bytes('{') }]), { message });
  await store.save([]);
});

t.test('a text that is too long is an error of its own look-up, and longer packets are split', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, { connections: 1, giveUpMs: 20_000 }));
  await store.save([{ ...imp('short'), text: bytes('1') }]);
  const insert = `INSERT INTO gavel_imps (id, data) VALUES ('longer', concat('"', repeat('x', ?), '"')) ON DUPLICATE KEY UPDATE data = VALUES(data)`;
  await server!.query(insert, [maxTextBytes - 1]);
  await t.rejects(store.fetch([imp('longer')]), { message: /^a stored text is longer than 67108864 bytes/ });
  const [, other, short] = ['none', 'longer', 'short'].map((id) => store.fetch([imp(id)]));
  await t.rejects(other!);
  t.equal((await short!)[0]?.byteLength, 1);
  await server!.query(insert, [maxTextBytes - 2]);
  await server!.query('SET GLOBAL max_allowed_packet = 1048576');
  t.teardown(() => server!.query('SET GLOBAL max_allowed_packet = 268435456'));
  const strict = closedWith(t, mysqlStore(server!.url, limits));
  t.equal((await strict.fetch([imp('longer')]))[0]?.byteLength, maxTextBytes, 'more than max_allowed_packet');
  const many = ['a', 'b', 'c', 'd'].map((id) => ({ ...imp(id), text: bytes(`"${'x'.repeat(4e5)}"`) }));
  await strict.save(many);
  t.ok(
    (await strict.fetch(many)).every((text) => text?.byteLength === 400_002),
    'together more than max_allowed_packet',
  );
  await t.rejects(strict.save([{ ...imp('long'), text: bytes(`"${'x'.repeat(3e6)}"`) }]), {
    message: 'imps/long is longer than the server accepts: raise its max_allowed_packet',
  });
  await server!.query('DELETE FROM gavel_imps');
});

t.test('more keys than one statement takes are asked for in several', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, limits));
  const keys = Array.from({ length: 40_000 }, (_, at) => imp(`k${at}`));
  await store.save([{ ...keys[39_999]!, text: bytes('{}') }]);
  const found = textsOf(await store.fetch(keys));
  t.equal(found.length, 40_000);
  t.equal(found.indexOf('{}'), 39_999);
  await server!.query('DELETE FROM gavel_imps');
});

t.test('list() gives every key', { skip }, async (t) => {
  const store = closedWith(t, mysqlStore(server!.url, limits));
  for (const kind of storedKinds) await server!.query(`DELETE FROM gavel_${kind}`);
  const keys = Array.from({ length: 2500 }, (_, at) => imp(`i${at}`));
  await store.save([...keys, { kind: 'profiles', id: ' ' } as const].map((key) => ({ ...key, text: bytes('{}') })));
  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed.toSorted(), [...keys.map(nameOf), 'profiles/ '].toSorted());
});

t.test('missing rights or columns are errors that name the fix', { skip }, async (t) => {
  await server!.query(`CREATE USER gavel_few@'%'; GRANT SELECT ON gavel.gavel_requests TO gavel_few@'%'`);
  const store = closedWith(t, mysqlStore(server!.url.replace('root@', 'gavel_few@'), limits));
  t.strictSame(await store.fetch([{ kind: 'requests', id: 'none' }]), [undefined]);
  await t.rejects(store.fetch([imp('i1')]), {
    message: 'the user of stored.url may not use the table gavel_imps: grant it',
  });
  await server!.query(
    'RENAME TABLE gavel_imps TO put_aside; CREATE TABLE gavel_imps (id varchar(9) PRIMARY KEY, text text)',
  );
  const other = closedWith(t, mysqlStore(server!.url, limits));
  await t.rejects(other.fetch([imp('i1')]), { message: /lacks a column: each needs the columns id and data$/ });
  await server!.query('DROP TABLE gavel_imps; RENAME TABLE put_aside TO gavel_imps');
});

t.test('odd session defaults of a server change neither texts nor commits', { skip }, async (t) => {
  const odd = await startMysql(t, [
    '--autocommit=0',
    ...imposedCharset,
    '--character-set-server=latin1',
    '--collation-server=latin1_swedish_ci',
  ]);
  await migrateMysql(odd.url);
  const [store, other] = [mysqlStore(odd.url, limits), mysqlStore(odd.url, limits)];
  t.teardown(() => Promise.all([store.close(), other.close()]));
  const keys = [imp('漢é😀')];
  for (const text of ['{"title":"漢é😀"}', '2']) {
    await store.save([{ ...keys[0]!, text: bytes(text) }]);
    t.strictSame(textsOf(await other.fetch(keys)), [text]);
  }
});
