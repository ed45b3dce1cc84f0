/** Addresses of a bidder's host that do not answer: only the first connections of a minute wait for them. */
import { createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { AddressOrder } from '../../../src/auction/calls/address-order.ts';
import { hostConnector } from '../../../src/auction/calls/host-connector.ts';
import { stillClock } from '../../stored/cached-source.ts';
import { listening } from '../../support/listening.ts';
import { resolveTo } from '../../support/replace-builtin.ts';
import { until } from '../../support/until.ts';

const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));

const accept = (socket: Socket): void => void socket.destroy();

/** A host of two addresses: 127.0.0.2, where nobody listens on its port at first, and 127.0.0.1. `found` counts its lookups. */
async function openTwo(t: Test) {
  const port = await listening(t, createServer(accept));
  const host = { found: 0 };
  resolveTo(t, 'two.example', () => {
    host.found += 1;
    return at('127.0.0.2', '127.0.0.1');
  });
  const connector = hostConnector({ connectTimeoutMs: 20_000, rejectUnauthorized: true });
  const connect = (): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      connector({ hostname: 'two.example', port: String(port), protocol: 'http:' }, (error, socket) => {
        if (error !== null) return reject(error);
        resolve(socket.remoteAddress);
        socket.destroy();
      });
    });
  return { host, connect, openFirst: () => listening(t, createServer(accept), port, '127.0.0.2') };
}

t.test(
  'an address that was tried in vain goes behind the others for a minute, also when the name is renewed',
  async (t) => {
    const clock = stillClock(t);
    const { host, connect, openFirst } = await openTwo(t);
    t.equal(await connect(), '127.0.0.1');
    await openFirst();
    t.equal(await connect(), '127.0.0.1', 'the first address is not tried again');
    clock.nowMs += 30_000;
    await connect();
    t.ok(await until(() => host.found === 2));
    t.equal(await connect(), '127.0.0.1');
    clock.nowMs += 30_000;
    await connect();
    t.ok(await until(() => host.found === 3));
    t.equal(await connect(), '127.0.0.2', 'a minute later its place is its own again');
  },
);

t.test('addresses that are behind are tried last, the latest at the end, until they are connected to', async (t) => {
  const clock = stillClock(t);
  const order = new AddressOrder();
  const resolved = at('a', 'b', 'c');
  const inOrder = (): string =>
    order
      .order(resolved)
      .map(({ address }) => address)
      .join('');
  for (const attempted of [[], ['a:80']]) t.equal(order.noteConnected(attempted), false);
  t.equal(order.order(resolved), resolved);
  t.equal(order.noteConnected(['a:80', 'b:80']), true);
  t.equal(inOrder(), 'bca');
  clock.nowMs += 1000;
  order.noteConnected(['b:80', 'c:80', 'a:80']);
  t.equal(inOrder(), 'abc');
  order.noteConnected(['a:80', 'c:80']);
  t.equal(inOrder(), 'cba');
  clock.nowMs += 59_999;
  t.equal(inOrder(), 'cba');
  clock.nowMs += 1;
  t.equal(inOrder(), 'abc');
});

t.test('addresses that a host no longer has are forgotten', async (t) => {
  stillClock(t);
  const order = new AddressOrder();
  order.noteConnected(['fd00::a:80', 'b:80']);
  t.strictSame(order.order(at('fd00::a', 'b')), at('b', 'fd00::a'));
  t.strictSame(order.order(at('c', 'b')), at('c', 'b'));
  t.strictSame(order.order(at('fd00::a', 'b')), at('fd00::a', 'b'));
});
