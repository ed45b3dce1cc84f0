/** A PostgreSQL view over a host's own tables in place of Gavel's table (src/stored/README.md). */
import t from 'tap';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { nameOf, type StoredChange, type StoredKey } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { postgresSkip as skip, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const tables = `
  CREATE TABLE stored_requests (id serial PRIMARY KEY, reqid varchar(40) UNIQUE, requestdata varchar);
  CREATE TABLE stored_imps (id serial PRIMARY KEY, impid varchar(40) UNIQUE, impdata json);
  INSERT INTO stored_requests (reqid, requestdata) VALUES ('r1', '{"tmax":300}'), ('both', '{"tmax":1}'), ('broken', '{');
  INSERT INTO stored_imps (impid, impdata) VALUES ('i1', '{"tagid":"a"}'), ('both', '{"tagid":"b"}');
  CREATE VIEW gavel_stored AS
    SELECT 'requests' AS kind, reqid AS id, requestdata::text AS data FROM stored_requests
    UNION ALL SELECT 'imps', impid, impdata::text FROM stored_imps`;

/** Notifies of changes in one of those tables. */
const trigger = `
  CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('gavel_stored', 'requests/' || NEW.reqid); RETURN NULL; END $$;
  CREATE TRIGGER told AFTER INSERT OR UPDATE ON stored_requests FOR EACH ROW EXECUTE FUNCTION tell()`;

t.test('a view over other tables is read as the table would be', { skip }, async (t) => {
  const server = await startPostgres(t);
  await server.query(tables);
  const store = closedWith(t, postgresStore(server.url, { connections: 2, giveUpMs: 5000 }));
  const keys: StoredKey[] = [
    { kind: 'requests', id: 'r1' },
    { kind: 'imps', id: 'both' },
    { kind: 'requests', id: 'both' },
    { kind: 'accounts', id: 'r1' },
    { kind: 'requests', id: 'broken' },
  ];
  const texts = (await store.fetch(keys)).map((text) => text && Buffer.from(text).toString());
  t.strictSame(
    texts,
    ['{"tmax":300}', '{"tagid":"b"}', '{"tmax":1}', undefined, '{'],
    'a broken text does not affect the others',
  );

  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed, ['imps/both', 'imps/i1', 'requests/both', 'requests/broken', 'requests/r1']);

  await server.query(trigger);
  const heard: StoredChange[] = [];
  store.watch!((change) => heard.push(change));
  t.ok(await until(() => heard.includes('all')));
  await server.query(`UPDATE stored_requests SET requestdata = '{"tmax":400}' WHERE reqid = 'r1'`);
  t.ok(await until(() => heard.length > 1));
  t.strictSame(heard.slice(1), [[{ kind: 'requests', id: 'r1' }]]);

  const saved = [{ kind: 'imps', id: 'i1', text: Buffer.from('{}') }] as const;
  const isView = { message: 'gavel_stored is a view over other tables: write to those' };
  await t.rejects(store.save(saved), isView);
  await t.rejects(migratePostgres(server.url), {
    message: /^gavel_stored exists but was not created by a migration: if it is a view/,
  });
  await server.query('DROP VIEW gavel_stored');
  await server.query(
    `CREATE VIEW gavel_stored AS SELECT DISTINCT 'imps' AS kind, impid AS id, impdata::text AS data, now() AS updated_at FROM stored_imps`,
  );
  await t.rejects(store.save(saved), isView, 'also with all columns of the table');
});

t.test('a view over a table that is remote, holds null, is missing or is denied', { skip }, async (t) => {
  const server = await startPostgres(t);
  const { port, pathname, username } = new URL(server.url);
  await server.query(`
    CREATE EXTENSION postgres_fdw;
    CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${port}', dbname '${pathname.slice(1)}');
    CREATE USER MAPPING FOR CURRENT_USER SERVER other OPTIONS (user '${username}');
    CREATE TABLE far (id text, data json);
    INSERT INTO far VALUES ('a', '{"a":1}'), ('null', NULL);
    CREATE FOREIGN TABLE near (id text, data json) SERVER other OPTIONS (table_name 'far');
    CREATE VIEW gavel_stored AS SELECT 'imps'::text AS kind, id, data, now() AS updated_at FROM near`);
  const store = closedWith(t, postgresStore(server.url, { connections: 2, giveUpMs: 5000 }));
  const keys = ['null', 'a'].map((id): StoredKey => ({ kind: 'imps', id }));
  const texts = (await store.fetch(keys)).map((text) => text && Buffer.from(text).toString());
  t.strictSame(texts, [undefined, '{"a":1}'], 'a null text is absent, and does not affect the others');
  const listed: string[] = [];
  for await (const key of store.list()) listed.push(nameOf(key));
  t.strictSame(listed, ['imps/a']);
  await server.query('DROP TABLE far');
  await t.rejects(store.fetch(keys), { message: 'relation "public.far" does not exist' });

  await server.query(`
    CREATE ROLE reader LOGIN;
    CREATE TABLE mine (id text, data json);
    CREATE OR REPLACE VIEW gavel_stored AS SELECT 'imps'::text AS kind, id, data, now() AS updated_at FROM mine;
    GRANT SELECT ON gavel_stored TO reader;
    ALTER VIEW gavel_stored OWNER TO reader`);
  await t.rejects(store.fetch(keys), { message: 'permission denied for table mine' });

  const isView = { message: 'gavel_stored is a view over other tables: write to those' };
  const saved = [{ kind: 'imps', id: 'i1', text: Buffer.from('{}') }] as const;
  await server.query(`
    DROP VIEW gavel_stored;
    CREATE FOREIGN TABLE ours (kind text, id text, data json, updated_at timestamptz) SERVER other OPTIONS (table_name 'mine');
    CREATE VIEW gavel_stored AS SELECT * FROM ours`);
  await t.rejects(store.save(saved), isView);
  await server.query(`
    DROP VIEW gavel_stored;
    CREATE TABLE own (kind text, id text, data json, updated_at timestamptz, PRIMARY KEY (kind, id));
    CREATE VIEW gavel_stored AS SELECT * FROM own`);
  await t.rejects(store.save(saved), isView, 'also where the server could write through the view');
  await server.query(`
    DROP VIEW gavel_stored;
    CREATE MATERIALIZED VIEW gavel_stored AS SELECT * FROM own WITH NO DATA`);
  await t.rejects(store.fetch(keys), { message: /has not been populated/ });
});
