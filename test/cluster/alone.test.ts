/** A single process (`processes: 1`): reloads to two processes and back lose no auction. */
import t from 'tap';
import { startCluster } from '../support/cluster.ts';
import { isAlive } from '../support/process.ts';
import { startLoad } from './load.ts';
import { until } from '../support/until.ts';

t.test('SIGHUP turns one process into two and back into one without losing an auction', async (t) => {
  const service = await startCluster(t, { processes: 1 });
  const { port } = service;
  const admin = async (path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${service.adminPort}${path}`)).text();
  t.strictSame(service.children(), [], 'no worker');
  t.match(await admin('/currency/rates'), '"sources": []');

  const load = startLoad({ port, clients: 4, pauseMs: 20, keepsAlive: true, retries: true });
  service.configure({ processes: 'few' });
  service.child.kill('SIGHUP');
  await service.said(/"signal":"SIGHUP","msg":"reloading configuration and code"[^]*the new configuration is rejected/);
  t.ok(await until(() => service.output.stderr.includes('gavel: processes ')), 'stderr names the fault');
  service.configure({ processes: 2, admin: { host: '127.0.0.2' } });
  service.child.kill('SIGHUP');
  await service.said(/"processes":2,"msg":"restarted"/);
  t.match(service.output.stdout, /"settings":\["admin.host"\],"msg":"the primary process keeps these settings/);
  t.equal(service.alive().length, 2, 'workers serve');
  service.configure({ processes: 1 });
  service.child.kill('SIGHUP');
  await service.said(/"processes":1,"msg":"restarted"/);
  const { answered, lost } = await load.stop();
  t.ok(answered > 50, `${answered} auctions`);
  t.strictSame(lost, []);
  t.equal(service.alive().length, 1);
  t.equal(
    service.output.stdout.split('keeps these settings').length,
    2,
    'a reload that changes no such setting does not repeat the message',
  );
  const counted = [...(await admin('/metrics')).matchAll(/^gavel_auctions_total\{.*\} (\d+)$/gm)];
  t.ok(
    counted.reduce((sum, [, count]) => sum + Number(count), 0) >= answered,
    `counts of processes that have ended are kept: ${answered} auctions`,
  );
  t.equal((await service.auction()).status, 200);
  t.match(
    await admin('/metrics'),
    /gavel_auctions_total\{[^}]*\} \d/,
    'the primary answers for the processes that serve',
  );
  service.child.kill('SIGINT');
  t.equal(await service.ended(), 0);
  t.notOk(service.children().some(isAlive));
});
