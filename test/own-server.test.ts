/** Connections to an HTTP server of the host's own are kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { OwnServer } from '../src/own-server.ts';
import { rawServer, reply } from './auction/fan-out-servers.ts';

t.test('a connection is used again after seven idle seconds', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  const own = new OwnServer(server.origin, 2, 1000);
  t.teardown(() => own.close());
  const ask = async (): Promise<string> => {
    const request = { method: 'GET', path: '/a', headers: {}, signal: AbortSignal.timeout(5000) } as const;
    const { body } = await own.ask(request);
    return body.text();
  };
  t.equal(await ask(), 'ok');
  await sleep(7000);
  t.equal(await ask(), 'ok');
  t.equal(server.connections, 1);
});
