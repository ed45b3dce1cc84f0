/** A fake PostgreSQL server with endless answers, or that closes nothing: connections end, and the memory stays bounded. */
import { createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { postgresStore } from '../../src/stored/postgres-store.ts';
import type { StoredKey } from '../../src/stored/store.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { until } from '../support/until.ts';

const imp: StoredKey = { kind: 'imps', id: 'i1' };

/** The message of type `type` with `body`. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.byteLength + 4, 1);
  return Buffer.concat([head, body]);
}

const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8, 1)),
  message('Z', Buffer.from('I')),
]);
const cancelBytes = 16;

/** A server that welcomes each client and gives its socket to `answer` once it has asked. `open` counts connections. */
async function hostile(t: Test, answer: (socket: Socket) => void, onCancel = (socket: Socket) => void socket.end()) {
  const state = { open: 0, url: '' };
  const server = createServer((socket) => {
    state.open += 1;
    socket.on('error', () => undefined).on('close', () => (state.open -= 1));
    socket.once('data', (start) => {
      if (start.byteLength === cancelBytes) return onCancel(socket);
      socket.write(welcome);
      socket.once('data', () => answer(socket));
    });
  });
  state.url = `postgres://u:p@127.0.0.1:${await listening(t, server)}/db`;
  return state;
}

function flood(socket: Socket, part: Buffer): void {
  const more = (): void => void (socket.writable && socket.write(part, more));
  more();
}

t.test('endless rows, and a message that is longer than any answer, are errors that end the connection', async (t) => {
  const row = message('D', Buffer.from([0, 0]));
  const answers: [Buffer, Buffer, string][] = [
    [message('T', Buffer.from([0, 0])), Buffer.concat(Array.from({ length: 10_000 }, () => row)), '250000 rows'],
    [Buffer.from([0x44, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(0xffffff), '134217728 bytes'],
  ];
  for (const [first, part, what] of answers) {
    const server = await hostile(t, (socket) => {
      socket.write(first);
      flood(socket, part);
    });
    const store = postgresStore(server.url, { connections: 1, giveUpMs: 60_000 });
    await t.rejects(store.fetch([imp]), {
      message: `the server answered more than ${what}: it must send less at a time`,
    });
    t.ok(await until(() => server.open === 0));
    await store.close();
  }
});

t.test('each answer is counted for itself, however many a connection brings', async (t) => {
  const cells = ['1', '{}'].map((cell) => Buffer.concat([Buffer.from([0, 0, 0, cell.length]), Buffer.from(cell)]));
  const row = message('D', Buffer.concat([Buffer.from([0, 2]), ...cells]));
  const answer = Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 2]), column('n', 25), column('text', 25)])),
    ...Array.from({ length: 130_000 }, () => row),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ]);
  const server = await hostile(t, (socket) => {
    socket.write(answer);
    socket.on('data', () => socket.write(answer));
  });
  const store = closedWith(t, postgresStore(server.url, { connections: 1, giveUpMs: 60_000 }));
  for (let count = 0; count < 2; count++) t.strictSame(await store.fetch([imp]), [Buffer.from('{}')]);
});

t.test('a connection whose login failed is closed, even if the server keeps it', async (t) => {
  const logins = [
    [message('E', Buffer.from('SFATAL\0C28P01\0Mno\0\0')), 'p', 'no'],
    [
      message('R', Buffer.from('\0\0\0\nSCRAM-SHA-256\0\0')),
      '',
      'the server asks for a password: put one into stored.url',
    ],
  ] as const;
  for (const [answer, password, expected] of logins) {
    let open = 0;
    const server = createServer((socket) => {
      open += 1;
      socket.on('error', () => undefined).on('close', () => (open -= 1));
      socket.once('data', () => {
        socket.write(answer);
        // What SCRAM says next.
        socket.once('data', () => socket.write(message('R', Buffer.from('\0\0\0\x0br=x,s=eA==,i=4096'))));
      });
    });
    const url = `postgres://u:${password}@127.0.0.1:${await listening(t, server)}/db`;
    const store = postgresStore(url, { connections: 1, giveUpMs: 5000 });
    await t.rejects(store.fetch([imp]), { message: expected });
    t.ok(await until(() => open === 0));
    await store.close();
  }
});

t.test(
  'a cancelled query ends with its connections, even if the server never closes that of the cancellation',
  async (t) => {
    let isCancelled = false;
    const server = await hostile(
      t,
      () => undefined,
      (socket) => {
        isCancelled = true;
        const drip = setInterval(() => socket.write('x'), 100);
        socket.on('close', () => clearInterval(drip));
      },
    );
    const store = postgresStore(server.url, { connections: 1, giveUpMs: 20 });
    await t.rejects(store.fetch([imp]));
    t.ok(await until(() => isCancelled));
    t.ok(await until(() => server.open === 0));
    await store.close();
  },
);

t.test('a query is repeated if the server ends the idle connection just as it is used', async (t) => {
  const whole = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), message('Z', Buffer.from('I'))]);
  const farewells = [Buffer.alloc(0), message('E', Buffer.from('SFATAL\0C57P05\0Midle\0\0'))];
  let asked = 0;
  const server = await hostile(t, (socket) => {
    asked += 1;
    socket.write(whole);
    socket.once('data', () => {
      asked += 1;
      socket.end(farewells[(asked / 2) % 2]!);
    });
  });
  const store = closedWith(t, postgresStore(server.url, { connections: 1, giveUpMs: 5000 }));
  for (const times of [1, 3, 5, 7]) {
    t.strictSame(await store.fetch([imp]), [undefined]);
    t.equal(asked, times);
  }
});

/** The description of a column. */
function column(name: string, type: number): Buffer {
  return Buffer.concat([
    Buffer.from(`${name}\0`),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, type, 255, 255, 255, 255, 255, 255, 0, 0]),
  ]);
}

t.test('rows of other columns, or for a key that was not asked for, are an error', async (t) => {
  const text = 25;
  const integer = 23;
  const answers = [
    { columns: [column('n', text), column('other', text)], first: '1' },
    { columns: [column('n', text), column('text', integer)], first: '1' },
    { columns: [column('n', text), column('text', text)], first: '2' },
    { columns: [column('other', text), column('text', text)], first: '1' },
  ];
  for (const { columns, first } of answers) {
    const cells = [first, '7'].map((cell) => Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from(cell)]));
    const server = await hostile(t, (socket) => {
      socket.write(message('T', Buffer.concat([Buffer.from([0, 2]), ...columns])));
      socket.write(message('D', Buffer.concat([Buffer.from([0, 2]), ...cells])));
      socket.write(Buffer.concat([message('C', Buffer.from('SELECT 1\0')), message('Z', Buffer.from('I'))]));
    });
    const store = postgresStore(server.url, { connections: 1, giveUpMs: 5000 });
    await t.rejects(store.fetch([imp]), { message: 'the server answered with other rows than asked for' });
    await store.close();
  }
});
