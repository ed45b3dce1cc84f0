/** PlainContext replaces undici's own context of a connection, and nothing else. */

import { Socket } from 'node:net';

import t from 'tap';
import { buildConnector, Client as UndiciClient } from 'undici';

import { plainContext, PlainContext } from '../../../src/auction/calls/plain-context.ts';
import { until } from '../../support/until.ts';
import { rawServer, reply } from '../fan-out-servers.ts';

type Kept = { [key: symbol]: unknown };
const contextOf = (client: object): unknown => {
  const key = Object.getOwnPropertySymbols(client).find(({ description }) => description === 'http context');
  return key && (client as Kept)[key];
};

t.test('the installed undici works with the replaced context', async (t) => {
  const accepted: Socket[] = [];
  const server = await rawServer(t, (socket) => {
    accepted.push(socket);
    socket.write(reply('ok'));
  });
  const connect = buildConnector({});
  let socket: Socket | null = null;
  const client = new UndiciClient(server.origin, {
    connect: (options, callback) =>
      connect(options, (...made) => {
        [, socket] = made;
        callback(...made);
      }),
  });
  t.teardown(() => client.destroy());
  client.on('connect', () => plainContext(client, socket!));
  const call = async () => {
    const { body } = await client.request({ path: '/', method: 'POST', body: 'hello' });
    return body.text();
  };
  t.equal(await call(), 'ok');
  const context = contextOf(client);
  t.ok(context instanceof PlainContext, 'replaced');
  t.equal((context as PlainContext).destroyed, false);
  t.equal(await call(), 'ok');
  t.equal(server.connections, 1, 'a kept connection carries the next call');
  accepted[0]!.destroy();
  t.ok(await until(() => (context as PlainContext).destroyed), 'knows that its socket is gone');
  t.equal(await call(), 'ok');
  t.equal(server.connections, 2, 'a new connection is made');
  t.not(contextOf(client), context);
});

t.test('a client with any other context is left unchanged', async (t) => {
  const key = Symbol('http context');
  const more = {
    version: 'h1',
    defaultPipelining: 1,
    write() {},
    resume() {},
    destroy() {},
    destroyed: false,
    busy() {},
  };
  for (const kept of [null, undefined, 'h1', {}, { ...more, isNew: true }]) {
    const client = { [key]: kept };
    plainContext(client, new Socket());
    t.equal(client[key], kept);
  }
  const other = Symbol('context');
  const client = { [other]: more };
  plainContext(client, new Socket());
  t.equal(client[other], more);
});
