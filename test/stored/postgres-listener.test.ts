/** How the PostgreSQL source hears of changes, and what it logs where it cannot (issue 7: LISTEN/NOTIFY). */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { migratePostgres } from '../../src/stored/postgres-schema.ts';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import { nameOf, type StoredChange } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { postgresSkip as skip, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { relay } from '../support/relay.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { deafWatch } from './deaf-watch.ts';
import { imp } from './imp.ts';

const server = skip === false ? await startPostgres(t) : undefined;
if (server !== undefined) await migratePostgres(server.url);

/** The limit for a query is far longer than any pause of a busy machine. */
const limits = { connections: 4, giveUpMs: 5000 };

const bytes = (text: string): Uint8Array => Buffer.from(text);

t.test('every change is reported, also after the server was away', { skip }, async (t) => {
  const store = closedWith(t, postgresStore(server!.url, limits));
  const changes: StoredChange[] = [];
  store.watch!((change) => changes.push(change));
  const heard = (name: string): Promise<boolean> =>
    until(() => changes.some((one) => one !== 'all' && one.some((key) => nameOf(key) === name)));
  t.ok(await until(() => changes.includes('all')), 'all, since earlier changes are unknown');
  await server!.query(`INSERT INTO gavel_stored VALUES ('imps', 'ünïcode', '{}')`);
  t.ok(await heard('imps/ünïcode'));
  await server!.query(`UPDATE gavel_stored SET id = 'moved' WHERE id = 'ünïcode'`);
  t.ok(await heard('imps/moved'));
  await store.announce!([{ kind: 'accounts', id: 'a1' }, imp('i1')]);
  t.ok((await heard('accounts/a1')) && (await heard('imps/i1')));
  changes.length = 0;
  await server!.query('TRUNCATE gavel_stored');
  t.ok(await until(() => changes.includes('all')), 'a TRUNCATE changes all');
  changes.length = 0;
  await server!.end();
  await t.rejects(store.fetch([imp('i1')]));
  await server!.start();
  t.ok(await until(() => changes.includes('all')), 'all, since changes during the outage are unknown');
  await store.save([{ ...imp('later'), text: bytes('{}') }]);
  t.ok(await heard('imps/later'));
});

t.test('a standby server can be read; that it reports no changes is logged once', { skip }, async (t) => {
  const standby = await startPostgres(t);
  await migratePostgres(standby.url);
  await standby.query(`INSERT INTO gavel_stored VALUES ('imps', 'i1', '{}')`);
  await standby.end();
  standby.becomeStandby();
  await standby.start();
  const store = closedWith(t, postgresStore(standby.url, limits));
  const faults = await deafWatch(t, store);
  t.strictSame((await store.fetch([imp('i1')])).map(String), ['{}']);
  await sleep(1500);
  t.match(faults, wholeLists([/cannot execute LISTEN during recovery/]));
  t.equal(faults.length, 1);
});

t.test('a user who may not notify still hears the changes of others', { skip }, async (t) => {
  await server!.query('CREATE ROLE reader LOGIN');
  await server!.query('GRANT SELECT ON gavel_stored TO reader');
  await server!.query('REVOKE EXECUTE ON FUNCTION pg_notify FROM PUBLIC');
  const url = new URL(server!.url.replace('gavel@', 'reader@'));
  url.port = String(await otherLanguage(t, Number(url.port)));
  const store = closedWith(t, postgresStore(url.href, limits));
  const changes: StoredChange[] = [];
  store.watch!((change) => changes.push(change));
  t.ok(await until(() => changes.includes('all')));
  await server!.query(`INSERT INTO gavel_stored VALUES ('imps', 'of another', '{}')`);
  t.ok(await until(() => changes.some((one) => one !== 'all' && nameOf(one[0]!) === 'imps/of another')));
  await t.rejects(store.announce!([imp('own')]), { message: 'permission denied for function pg_notify' });
});

t.test('behind a pooler that drops notifications it is logged that no changes are reported', { skip }, async (t) => {
  const url = new URL(server!.url);
  url.port = String(await poolerWithoutNotifications(t, Number(url.port)));
  const store = closedWith(t, postgresStore(url.href, limits));
  const faults = await deafWatch(t, store);
  t.match(faults, wholeLists([/notifications from other connections do not arrive: .* pooler/]));
});

function translated(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('SERROR\0', 'SFEHLE\0'), 'latin1');
}

/** A proxy that answers as a server whose `lc_messages` is not English. */
function otherLanguage(t: Test, targetPort: number): Promise<number> {
  return listening(
    t,
    createServer((client) => relay(client, targetPort, { toClient: translated })),
  );
}

/**
 * A pooler as PgBouncer in statement mode: it accepts LISTEN, but drops every message of type A. It refuses
 *  * the second connection, which would send the first notification.
 */
function poolerWithoutNotifications(t: Test, targetPort: number): Promise<number> {
  let connections = 0;
  const serve = (client: Socket): void => {
    connections += 1;
    if (connections === 2) return void client.destroy();
    let unread = Buffer.alloc(0);
    const toClient = (bytes: Buffer): Buffer => {
      const kept: Buffer[] = [];
      unread = Buffer.concat([unread, bytes]);
      while (unread.length > 4 && unread.length > unread.readUInt32BE(1)) {
        const message = unread.subarray(0, unread.readUInt32BE(1) + 1);
        unread = unread.subarray(message.length);
        if (message[0] !== 0x41) kept.push(message);
      }
      return Buffer.concat(kept);
    };
    relay(client, targetPort, { toClient });
  };
  return listening(t, createServer(serve));
}
