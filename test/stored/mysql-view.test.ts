/** MySQL views over a host's own tables in place of Gavel's tables, in several character sets and collations (src/stored/README.md). */
import t from 'tap';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { nameOf, type StoredKey } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { mysqlSkip as skip, startMysql } from '../support/mysql.ts';

const tables = `
  CREATE TABLE stored_requests (id int AUTO_INCREMENT PRIMARY KEY, reqid varchar(40) UNIQUE, requestdata text) CHARSET latin1;
  CREATE TABLE stored_imps (id int AUTO_INCREMENT PRIMARY KEY, impid varchar(40) UNIQUE, impdata json) CHARSET utf8mb4 COLLATE utf8mb4_unicode_ci;
  CREATE TABLE stored_responses (resid varchar(40) PRIMARY KEY, responsedata mediumblob) CHARSET utf8mb3;
  INSERT INTO stored_requests (reqid, requestdata) VALUES
    ('r1', '{"tmax":300}'), ('both', '{"a":"é"}'), ('broken', '{'), ('none', NULL), ('Größe', '1');
  INSERT INTO stored_imps (impid, impdata) VALUES ${Array.from({ length: 5000 }, (_, at) => `('k${at + 1}', '{}')`).join()};
  INSERT INTO stored_imps (impid, impdata) VALUES ('i1', '{"tagid":"a"}'), ('both', '{"tagid": "漢"}');
  INSERT INTO stored_responses VALUES ('s1', '{"é":1}'), ('bad', x'22fffe22');
  CREATE VIEW gavel_requests AS SELECT reqid AS id, requestdata AS data FROM stored_requests;
  CREATE VIEW gavel_imps AS SELECT impid AS id, impdata AS data FROM stored_imps;
  CREATE VIEW gavel_responses AS SELECT resid AS id, responsedata AS data FROM stored_responses;`;

const key = (name: string): StoredKey => {
  const [kind, id] = name.split('/');
  return { kind: kind as StoredKey['kind'], id: id! };
};

t.test('views over other tables are read as the tables would be', { skip }, async (t) => {
  const server = await startMysql(t);
  await server.query(tables);
  const store = closedWith(t, mysqlStore(server.url, { connections: 2, giveUpMs: 5000 }));
  t.equal(await migrateMysql(server.url), 2, 'a view counts as the table');
  t.equal(await migrateMysql(server.url), 0);

  const texts: Readonly<Record<string, string | undefined>> = {
    'requests/r1': '{"tmax":300}',
    'requests/both': '{"a":"é"}',
    'imps/both': '{"tagid": "漢"}',
    'responses/s1': '{"é":1}',
    'requests/broken': '{',
    'requests/Größe': '1',
    // Equal only by the collation, or with characters that the character set lacks.
    ...Object.fromEntries(
      [
        'requests/R1',
        'requests/r1 ',
        'requests/Grösse',
        'requests/漢',
        'imps/BOTH',
        'imps/I1',
        'imps/í1',
        'responses/S1',
        'responses/😀',
        'profiles/r1',
      ].map((name) => [name, undefined]),
    ),
  };
  const names = Object.keys(texts);
  const found = (await store.fetch(names.map(key))).map((text) => text && String(text));
  t.strictSame(Object.fromEntries(names.map((name, at) => [name, found[at]])), texts);
  t.ok((await store.fetch([key('responses/bad'), key('responses/s1')]))[1], 'a broken text does not affect the others');

  const plan = await server.query(
    `EXPLAIN FORMAT=TRADITIONAL SELECT id, data FROM gavel_imps WHERE id IN ('i1', 'k7') UNION ALL SELECT id, data FROM gavel_responses WHERE id IN ('s1', 's2')`,
  );
  t.match(
    plan,
    [
      { key: 'impid', type: 'range', rows: 2 },
      { key: 'PRIMARY', type: 'range' },
    ],
    'uses the index of the table',
  );

  const listed: string[] = [];
  for await (const one of store.list()) listed.push(nameOf(one));
  t.equal(listed.length, 5008);
  t.strictSame(listed.slice(0, 4), ['requests/both', 'requests/broken', 'requests/Größe', 'requests/r1']);

  await server.query(`CREATE OR REPLACE VIEW gavel_requests AS SELECT x'ff61' AS id, '{}' AS data`);
  const listing = async (): Promise<void> => {
    let count = 0;
    for await (const _ of store.list()) if ((count += 1) > 10) return;
  };
  await t.rejects(listing(), {
    message: 'gavel_requests has ids that are not text: leave them out of the view',
  });

  const saved = (name: string) => [{ ...key(name), text: Buffer.from('{}') }];
  await t.rejects(store.save(saved('imps/new')), {
    message: 'gavel_imps is a view over other tables: write to those',
  });
  await store.save(saved('profiles/new'));
  await server.query('DROP TABLE stored_responses');
  await t.rejects(store.fetch([key('responses/s1')]), {
    message: /^the view gavel_responses cannot be read: recreate it/,
  });
});
