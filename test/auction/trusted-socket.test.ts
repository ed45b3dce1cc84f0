/** A socket that undici is told to trust: it is written to at once, the next call is looked at as ever, and another undici is left alone. */
import { Socket } from 'node:net';
import t from 'tap';
import { buildConnector, Client as UndiciClient } from 'undici';
import { trust, usedKey } from '../../src/auction/trusted-socket.ts';
import { rawServer, reply } from './fan-out-servers.ts';

t.test('the undici that is installed waits before a call on a kept socket, but not on a trusted one', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const connect = buildConnector({});
  let socket: Socket | undefined;
  const client = new UndiciClient(server.origin, {
    connect: (options, callback) =>
      connect(options, (...made) => {
        socket = made[1] ?? undefined;
        callback(...made);
      }),
  });
  t.teardown(() => client.destroy());
  /** Whether the call was written at once. */
  const call = async (isTrusted: boolean): Promise<boolean> => {
    if (isTrusted) trust(socket!, usedKey(socket!)!);
    const before = socket?.bytesWritten;
    const answer = client.request({ path: '/', method: 'POST', body: 'hello' });
    const isWritten = socket?.bytesWritten !== before;
    t.equal(await (await answer).body.text(), 'ok');
    return isWritten;
  };
  t.equal(await call(false), false, 'a connection is made');
  t.type(usedKey(socket!), 'symbol');
  const waits = [false, true, true, false, true];
  for (const isTrusted of waits) t.equal(await call(isTrusted), isTrusted);
  t.equal(server.connections, 1);
});

t.test('a socket without a mark has none to take away', async (t) => {
  t.equal(usedKey(new Socket()), undefined);
});
