/** Auctions that are captured on an order to the admin port (issue 6, item 3). */
import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { captureFiles } from '../../src/observe/capture-files.ts';
import { startCluster } from '../support/cluster.ts';
import { testFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { auction, read, request, start, type Parts } from './capturing.ts';

/** Sends an order to the admin port; gives status and text. */
async function order(admin: string, query: string, method = 'POST'): Promise<{ status: number; body: string }> {
  const response = await fetch(`${admin}/capture${query}`, { method });
  return { status: response.status, body: await response.text() };
}

const left = async (admin: string): Promise<unknown> =>
  (JSON.parse((await order(admin, '', 'GET')).body) as { order: { left: number } | null }).order?.left;

/** The request of this account, for these bidders. */
const asked = (account: string, bidders: readonly string[], id: string): string => {
  const bidder = Object.fromEntries(bidders.map((code) => [code, {}]));
  const imp = [{ ...request.imp[0], ext: { svc: { bidder } } }];
  return JSON.stringify({ ...request, id, imp, site: { ...request.site, publisher: { id: account } } });
};

/** Ids of the requests that were captured. */
async function captured({ service, path }: Parts): Promise<string[]> {
  await service.stop();
  return read(path).map(({ body }) => (body as { readonly id: string }).id);
}

/** A service that captures only on order, and the URL of its admin port. */
async function startIdle(t: Test, more: object = {}) {
  const parts = await start(t, { sampleRate: 0, ...more });
  return { parts, admin: await parts.service.adminUrl() };
}

t.test('an order captures the next auctions of an account, as many as it says, and no others', async (t) => {
  const { parts, admin } = await startIdle(t);
  await auction(parts.service, asked('p1', ['bidderA'], 'before'));
  t.match(await order(admin, '?account=p1&limit=2'), { status: 200, body: /^capturing the next 2 beside / });
  t.equal(await left(admin), 2);
  await auction(parts.service, asked('p2', ['bidderA'], 'other'));
  await auction(parts.service, asked('p1', ['bidderA'], 'first'));
  t.equal(await left(admin), 1);
  await auction(parts.service, asked('p1', ['bidderB'], 'second'));
  await auction(parts.service, asked('p1', ['bidderA'], 'too late'));
  t.equal(await left(admin), 0);
  t.ok(await until(async () => /written_total 2\n/.test(await parts.service.metrics())));
  t.match(
    await parts.service.metrics(),
    /gavel_capture_dropped_total 0\n/,
    'auctions outside the order do not count as dropped',
  );
  t.strictSame(await captured(parts), ['first', 'second']);
});

t.test('an order may name a bidder that is called, or the status of the answer', async (t) => {
  const { parts, admin } = await startIdle(t, { keepUserIds: true });
  await order(admin, '?bidder=BidderB&limit=1');
  await auction(parts.service, asked('p1', ['bidderA'], 'without'));
  await auction(parts.service, asked('p1', ['bidderA', 'bidderB'], 'with'));
  await order(admin, '?status=400&account=p1');
  await auction(parts.service, asked('p1', ['bidderA'], 'served'));
  await auction(parts.service, '{"id":"of nobody","imp":[]}');
  await auction(parts.service, '{"id":"refused","imp":[],"site":{"publisher":{"id":"p1"}}}');
  t.strictSame(await captured(parts), ['with', 'refused']);
});

t.test('an order ends when another replaces it, when its time is over, and on DELETE', async (t) => {
  const { parts, admin } = await startIdle(t);
  await order(admin, '?account=p1&limit=5');
  await order(admin, '?account=p2&limit=5');
  await auction(parts.service, asked('p1', ['bidderA'], 'of the first'));
  await auction(parts.service, asked('p2', ['bidderA'], 'of the second'));
  t.match(await order(admin, '', 'DELETE'), { status: 200, body: 'there is no capture order now\n' });
  t.equal(await left(admin), undefined);
  await auction(parts.service, asked('p2', ['bidderA'], 'taken back'));
  await order(admin, '?account=p2&limit=5&seconds=1');
  t.ok(await until(async () => (await left(admin)) === 0));
  await auction(parts.service, asked('p2', ['bidderA'], 'too late'));
  t.strictSame(await captured(parts), ['of the second']);
});

t.test('a sampled auction counts towards an order, and is captured once', async (t) => {
  const { parts, admin } = await startIdle(t, { sampleRate: 1 });
  await order(admin, '?limit=1');
  await auction(parts.service, asked('p1', ['bidderA'], 'one'));
  t.equal(await left(admin), 0);
  t.strictSame(await captured(parts), ['one']);
});

t.test('a body that is not JSON fulfils an order only where user ids are kept', async (t) => {
  for (const [keepUserIds, written] of [
    [false, ['refused']],
    [true, ['{"id": broken']],
  ] as const) {
    const { parts, admin } = await startIdle(t, { keepUserIds });
    await order(admin, '?status=400&limit=1');
    await auction(parts.service, '{"id": broken');
    t.equal(await left(admin), keepUserIds ? 0 : 1);
    await auction(parts.service, '{"id":"refused","imp":[]}');
    t.equal(await left(admin), 0);
    await parts.service.stop();
    const bodies = read(parts.path).map(({ body }) => (typeof body === 'string' ? body : (body as { id: string }).id));
    t.strictSame(bodies, written);
  }
});

/** A service of two processes that captures on order; `run` sends so many auctions, each over its own connection. */
async function startPair(t: Test) {
  const path = `${testFolder(t)}/auctions.ndjson`;
  const service = await startCluster(t, { processes: 2, capture: { path, sampleRate: 0 } });
  await service.listened(2);
  const admin = `http://127.0.0.1:${service.adminPort}`;
  const run = async (auctions: number): Promise<void> => {
    for (let count = 0; count < auctions; count += 1) {
      const answer = await service.auction();
      t.equal(answer.status, 200);
      await answer.text();
      // By the first answer the primary has heard of the capture, by the second the other process has.
      for (let asks = 0; asks < 2; asks += 1) await left(admin);
    }
  };
  return { service, path, admin, run };
}

t.test('all processes of a service share one order', async (t) => {
  const { service, path, admin, run } = await startPair(t);
  t.equal((await order(admin, '?limit=4')).status, 200);
  await run(30);
  t.equal(await left(admin), 0);
  service.child.kill('SIGTERM');
  await service.ended();
  t.equal(read(path).length, 4);
});

/** The number of whole lines, of all processes or of one. */
function writtenLines(path: string, pid: number | '' = ''): number {
  const files = captureFiles(path).filter((name) => name.includes(`-${pid}`));
  return (
    files
      .map((file) => readFileSync(file, 'utf8'))
      .join('')
      .split('\n').length - 1
  );
}

t.test('processes that start later go on with the order where the others are', async (t) => {
  const { service, path, admin, run } = await startPair(t);
  await order(admin, '?limit=50');
  await run(3);
  t.equal(await left(admin), 47);
  // What a killed process has not written yet is lost.
  const isAllWritten = (): Promise<boolean> => until(async () => Number(await left(admin)) + writtenLines(path) === 50);
  t.ok(await isAllWritten());
  const [one] = service.alive();
  process.kill(one!, 'SIGKILL');
  await service.listened(3);
  service.child.kill('SIGHUP');
  await service.said(/"msg":"restarted"/);
  t.equal(await left(admin), 47, 'both processes are new');
  const both = service.alive();
  t.ok(await until(() => run(1).then(() => both.every((pid) => writtenLines(path, pid) > 0))));
  t.ok(await isAllWritten());
  const rest = Number(await left(admin));
  for (const pid of both) process.kill(pid, 'SIGKILL');
  await service.listened(7);
  t.ok(await until(async () => (await left(admin)) === rest), 'though no process is left that knew it');
  await order(admin, '', 'DELETE');
  process.kill(service.alive()[0]!, 'SIGKILL');
  await service.listened(8);
  t.equal(await left(admin), undefined, 'a new process does not get a cancelled order');
  service.child.kill('SIGTERM');
  await service.ended();
  t.equal(read(path).length, 50 - rest);
});

t.test('captures count though their processes died before anybody asked for the rest', async (t) => {
  const { service, path, admin, run } = await startPair(t);
  await order(admin, '?limit=3');
  await run(2);
  t.ok(await until(async () => writtenLines(path) === 2));
  for (const pid of service.alive()) process.kill(pid, 'SIGKILL');
  await service.listened(4);
  t.equal(await left(admin), 1);
  await run(1);
  t.ok(await until(async () => (await left(admin)) === 0));
  await run(2);
  service.child.kill('SIGTERM');
  await service.ended();
  t.equal(read(path).length, 3);
});
