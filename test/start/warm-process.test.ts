/** Warm-up auctions before the port opens: they get bids, from this process alone, and are not counted. */
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

/** Connects to the next server of this process that begins to listen; resolves with the connection. */
function outsider(): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const channel = 'tracing:net.server.listen:asyncEnd';
  const hear = (message: unknown): void => {
    unsubscribe(channel, hear);
    const { port } = (message as { server: Server }).server.address() as AddressInfo;
    // A reset ends it as well.
    resolve(connect(port, '127.0.0.1').on('error', () => undefined));
  };
  subscribe(channel, hear);
  return promise;
}

// Before any other service starts in this process.
t.test(
  'warm-up auctions are not counted, call no configured bidder, and their own bidder drops strangers',
  async (t) => {
    const server = await rawServer(t, (socket) => socket.write(reply('{}')));
    // Three seconds, since the first takes one on a busy machine. Limits that a host sets for requests and replies do not apply to them.
    const accounts = { required: true, defaults: { disabled: true } };
    const settings = { warmUpMs: 3000, namespace: 'prebid', accounts, auction: { maxReplyBytes: 1024 } };
    const connected = outsider();
    const service = await startService(t, { ...settings, bidders: { bidderA: { endpoint: server.origin } } });
    const stranger = await connected;
    t.ok(await until(() => stranger.resume().closed));
    const metrics = await service.metrics();
    const kinds = /^gavel_(?:auction|bidder|privacy|stored|pool|account|cache|analytics)/;
    const samples = metrics.split('\n').filter((line) => kinds.test(line));
    t.ok(samples.length > 20);
    t.strictSame(
      samples.filter((line) => !line.endsWith(' 0')),
      [],
    );
    t.equal(server.connections, 0);
  },
);

t.test('warm-up auctions get bids before their tmax, and run once in a process', async (t) => {
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
  // If each waited for its tmax, only the eight that run side by side would be answered.
  t.ok(answered > 8, `${answered}`);
  t.equal(await warmProcess(auction, config, surroundings.log), answered);
  t.equal(await warmProcess(auction, { ...config, warmUpMs: 0 }, surroundings.log), 0);
});
