/** The made-up auctions before the port opens: they are answered, by nobody but this process, and leave nothing behind. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { Channel } from '../../src/cluster/channel.ts';
import { createLog } from '../../src/observe/log.ts';
import { openParts } from '../../src/start/open-parts.ts';
import { warmProcess } from '../../src/start/warm-process.ts';
import { rawServer, reply } from '../auction/fan-out-servers.ts';
import { testConfig } from '../support/config.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What connects to a server of this process that begins to listen, once one does. */
function outsider(): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const channel = 'tracing:net.server.listen:asyncEnd';
  const hear = (message: unknown): void => {
    unsubscribe(channel, hear);
    const { port } = (message as { server: Server }).server.address() as AddressInfo;
    // It may be reset: it ends in any case.
    resolve(connect(port, '127.0.0.1').on('error', () => undefined));
  };
  subscribe(channel, hear);
  return promise;
}

// Before any other service starts in this process.
t.test('a service that has just started has counted nothing of them', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(reply('{}')));
  // Three seconds, since a busy machine takes one for the first of them; what a host says of requests and replies is not for them.
  const accounts = { required: true, defaults: { disabled: true } };
  const settings = { warmUpMs: 3000, namespace: 'prebid', accounts, auction: { maxReplyBytes: 1024 } };
  const connected = outsider();
  const service = await startService(t, { ...settings, bidders: { bidderA: { endpoint: server.origin } } });
  const stranger = await connected;
  t.ok(await until(() => stranger.resume().closed));
  const metrics = await (await fetch(`${await service.adminUrl()}/metrics`)).text();
  const kinds = /^gavel_(?:auction|bidder|privacy|stored|pool|account|cache|analytics)/;
  const samples = metrics.split('\n').filter((line) => kinds.test(line));
  t.ok(samples.length > 20);
  t.strictSame(
    samples.filter((line) => !line.endsWith(' 0')),
    [],
  );
  t.equal(server.connections, 0);
});

t.test('they were answered with bids before their tmax, and are run once', async (t) => {
  const dir = testFolder(t);
  const config = testConfig({ workers: 0, stored: { dir }, cache: { path: join(dir, 'cache') } });
  const surroundings = {
    log: createLog('fatal'),
    version: '0.0.0-test',
    revision: '',
    env: {},
    channel: new Channel(),
  };
  const opened = await openParts(config, surroundings);
  t.teardown(() => opened.free());
  const { auction } = opened.serving;
  const answered = await warmProcess(auction, config, surroundings.log);
  // As many as run side by side would be answered if each waited for its tmax.
  t.ok(answered > 8, `${answered}`);
  t.equal(await warmProcess(auction, config, surroundings.log), answered);
  t.equal(await warmProcess(auction, { ...config, warmUpMs: 0 }, surroundings.log), 0);
});
