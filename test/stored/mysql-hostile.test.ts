/** A fake MySQL server with garbage, endless or cut-off answers: they end a connection, never the process. */
import { connect, createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import type { StoredKey } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { dice, pick, chanceFrom } from '../support/chance.ts';
import { listening } from '../support/listening.ts';
import { mysqlSkip as skip, startMysql } from '../support/mysql.ts';
import { until } from '../support/until.ts';
import { commands, fine, packetOf, prepared, scriptedMysql } from './scripted-mysql.ts';

const limits = { connections: 1, giveUpMs: 300 };
const imp: StoredKey = { kind: 'imps', id: 'i1' };
const strange = { message: 'the server does not speak the MySQL protocol' };

/** Anything on stderr would confuse a host. */
const printed = t.capture(console, 'error', () => undefined);

async function rejects(
  t: Test,
  url: string,
  what: string,
  expected: Error | { message: string | RegExp } = { message: /./ },
): Promise<void> {
  const store = mysqlStore(url, limits);
  await t.rejects(store.fetch([imp]), expected, what);
  await store.close();
}

t.test('garbage instead of a greeting is an error', async (t) => {
  const replies = [
    'HTTP/1.1 400 Bad Request\r\n\r\n<html>',
    '\0'.repeat(1000),
    '\xff'.repeat(100),
    '\x01\0\0\0\x0a',
    '\x02\0\0\0\xff',
    '',
  ];
  for (const reply of replies) {
    const server = createServer((socket) => void socket.on('error', () => undefined).write(reply, 'latin1'));
    await rejects(t, `mysql://u:p@127.0.0.1:${await listening(t, server)}/db`, JSON.stringify(reply.slice(0, 20)));
  }
});

t.test('garbage after the greeting is an error, also over TLS', async (t) => {
  for (const isTls of [false, true]) {
    const url = await scriptedMysql(
      t,
      (command) => (command === commands.query ? [fine] : [Buffer.from('<html>')]),
      isTls,
    );
    await rejects(t, url, isTls ? 'TLS' : 'plain');
  }
  const wrongNumber = await scriptedMysql(t, (_, socket) => {
    socket.write(packetOf(fine, 9));
    return [];
  });
  await rejects(t, wrongNumber, 'a packet with a wrong number', strange);
});

t.test('a store that has no connection closes at once', async (t) => {
  const store = mysqlStore('mysql://u:p@127.0.0.1:1/db', limits);
  const isWaiting = await Promise.race([store.close().then(() => false), nextTurn(true)]);
  t.notOk(isWaiting);
});

t.test('an OK packet instead of rows is an error', async (t) => {
  const url = await scriptedMysql(t, (command) => [command === commands.prepare ? prepared : fine]);
  await rejects(t, url, 'OK instead of rows', strange);
});

t.test('a request for a local file is refused', async (t) => {
  const wish = Buffer.from(`\xfb${import.meta.filename}`, 'latin1');
  let sent = 0;
  const url = await scriptedMysql(t, (command, socket) => {
    sent = socket.bytesRead;
    if (command === commands.execute) return [wish];
    return [command === commands.prepare ? prepared : fine];
  });
  await rejects(t, url, 'LOCAL INFILE');
  t.ok(sent < 1000, `${sent} bytes were sent`);
});

t.test('an endless answer is an error, and its connection is closed', async (t) => {
  let isOpen = false;
  const part = packetOf(Buffer.alloc(0xffffff, 0x20), 1);
  const url = await scriptedMysql(t, (command, socket) => {
    if (command === commands.query) return [fine];
    isOpen = true;
    socket.on('close', () => (isOpen = false));
    const flood = (): void => void (socket.writable && socket.write(part, flood));
    flood();
    return [];
  });
  const store = mysqlStore(url, { connections: 1, giveUpMs: 60_000 });
  await t.rejects(store.fetch([imp]), {
    message: 'the server answered more than 134217728 bytes: it must send less at a time',
  });
  t.ok(await until(() => !isOpen));
  await store.close();
});

t.test('endless short rows are an error', async (t) => {
  const end = Buffer.from([0xfe, 0, 0, 2, 0]);
  const one = Buffer.from('\x03def\0\0\0\x01a\0\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0', 'latin1');
  const columns = [one, one, one, end];
  // Whole cycles of packet numbers.
  const rows = Buffer.concat(Array.from({ length: 16_384 }, (_, at) => packetOf(Buffer.from([0, 0, 0, 0, 0]), 6 + at)));
  const url = await scriptedMysql(t, (command, socket) => {
    if (command === commands.query) return [fine];
    if (command === commands.prepare) return [Buffer.from([0, 1, 0, 0, 0, 3, 0, 1, 0, 0, 0, 0]), one, end, ...columns];
    const flood = (): void => void (socket.writable && socket.write(rows, flood));
    setImmediate(flood);
    return [Buffer.from([3]), ...columns];
  });
  const store = mysqlStore(url, { connections: 1, giveUpMs: 30_000 });
  await t.rejects(store.fetch([imp]), {
    message: 'the server answered more than 250000 rows: it must send less at a time',
  });
  await store.close();
});

t.test('an answer that is cut off or stops anywhere is an error', { skip }, async (t) => {
  const server = await startMysql(t);
  await migrateMysql(server.url);
  const through = mysqlStore(server.url, { connections: 1, giveUpMs: 5000 });
  await through.save([{ ...imp, text: Buffer.from('{"a":1}') }]);
  await through.close();
  for (const isClosed of [true, false]) {
    let given = 0;
    let most = Infinity;
    const proxy = createServer((socket) => {
      const target = connect(server.port, '127.0.0.1');
      given = 0;
      socket
        .on('error', () => undefined)
        .on('data', (chunk) => target.write(chunk))
        .on('close', () => target.destroy());
      target
        .on('error', () => undefined)
        .on('data', (chunk: Buffer) => {
          socket.write(chunk.subarray(0, Math.max(0, most - given)));
          given += chunk.byteLength;
          if (given >= most && isClosed) socket.destroySoon();
        });
    });
    const url = `mysql://root@127.0.0.1:${await listening(t, proxy)}/gavel`;
    const ask = async (giveUpMs: number): Promise<string | undefined> => {
      const store = mysqlStore(url, { connections: 1, giveUpMs });
      const [text] = await store.fetch([imp]).catch(() => ['rejected']);
      await store.close();
      return text && String(text);
    };
    t.equal(await ask(5000), '{"a":1}');
    const whole = given;
    const step = isClosed ? 3 : 97;
    const fates = new Set<string | undefined>();
    for (most = 0; most < whole; most += step) fates.add(await ask(isClosed ? 5000 : 20));
    t.strictSame([...fates], ['rejected'], `${isClosed ? 'closed' : 'silent'} within ${whole} bytes`);
  }
});

t.test('nothing was written to stderr', async (t) => t.strictSame(printed(), []));

// With an invalid length the library itself prints a trace before it throws.
t.test('packets with random contents are errors', async (t) => {
  const chance = chanceFrom(7);
  const below = dice(8);
  const payload = (): Buffer => {
    const bytes = Buffer.from(Array.from({ length: below(40) }, () => below(256)));
    const mark = pick([0, 1, 2, 0xfb, 0xfc, 0xfe, 0xff], chance);
    return chance() < 0.7 ? Buffer.concat([Buffer.from([mark]), bytes]) : bytes;
  };
  const url = await scriptedMysql(t, (command) => {
    if (command === commands.query) return [fine];
    if (command === commands.prepare && chance() < 0.7) return [prepared];
    return Array.from({ length: 1 + below(5) }, payload);
  });
  const store = closedWith(t, mysqlStore(url, { connections: 4, giveUpMs: 40 }));
  let rejected = 0;
  for (let times = 0; times < 150; times++)
    await Promise.all([1, 2, 3, 4].map(() => store.fetch([imp]).catch(() => (rejected += 1))));
  t.ok(rejected > 500, `${rejected} of 600 are no answers`);
});
