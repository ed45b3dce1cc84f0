/** Connections to an HTTP server of the host's own are kept. */
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { OwnServer } from '../src/own-server.ts';
import { rawServer, reply } from './auction/fan-out-servers.ts';
import { closedWith } from './support/closed-with.ts';

t.test('a connection is used again after seven idle seconds', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('ok')));
  // Node warns of its mock timers.
  t.intercept(process, 'emitWarning', { value: () => undefined });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const own = closedWith(t, new OwnServer(server.origin, 2, 1000));
  const ask = async (): Promise<string> => {
    const request = { method: 'GET', path: '/a', headers: {}, signal: AbortSignal.timeout(5000) } as const;
    const { body } = await own.ask(request);
    return body.text();
  };
  t.equal(await ask(), 'ok');
  // In steps, as the HTTP client counts its idle time with a timer of half a second.
  for (let step = 0; step < 14; step++) {
    await turn();
    mock.timers.tick(500);
  }
  t.equal(await ask(), 'ok');
  t.equal(server.connections, 1);
});
