/** Restarts under load (issue 7, 'Must hold'): no auction is lost, and an invalid configuration changes nothing. */
import t from 'tap';
import { startCluster } from '../support/cluster.ts';
import { reasons, startLoad } from './load.ts';
import { until } from '../support/until.ts';

/** A few hundred auctions a second. */
const load = { clients: 4, pauseMs: 15 };

t.test('rolling restarts under load', async (t) => {
  const service = await startCluster(t, { processes: 2 });
  const { port } = service;

  await t.test('a restart loses no auction, whether connections are kept or fresh', async (t) => {
    const before = service.alive();
    const loads = [true, false].map((keepsAlive) => startLoad({ ...load, port, keepsAlive, retries: true }));
    service.child.kill('SIGHUP');
    await service.said(/"msg":"restarted"/);
    const [kept, fresh] = await Promise.all(loads.map((one) => one.stop()));
    t.ok(kept!.answered > 200 && fresh!.answered > 200, `${kept!.answered} and ${fresh!.answered} auctions`);
    t.equal(kept!.lost.length, 0, reasons(kept!.lost));
    t.equal(fresh!.lost.length, 0, reasons(fresh!.lost));
    t.notOk(
      before.some((pid) => service.alive().includes(pid)),
      'every process is new',
    );
    t.equal(service.alive().length, 2);
  });

  await t.test('an invalid configuration is refused with every fault, and the old one stays in use', async (t) => {
    const before = service.alive();
    service.configure({ processes: 2, prot: 1, auction: { tmaxMaxMs: 'soon' } });
    service.child.kill('SIGHUP');
    await service.said(/the new configuration is rejected/);
    for (const key of ['prot', 'auction.tmaxMaxMs'])
      t.ok(await until(() => service.output.stderr.includes(`gavel: ${key} `)), key);
    service.configure('{');
    service.child.kill('SIGHUP');
    await service.said(/(?:the new configuration is rejected[^]*){2}/);
    t.notMatch(service.output.stdout, /no process starts/);
    t.strictSame(service.alive(), before);
    t.match(await service.metrics(), /^gavel_process_deaths_total 0$/m, 'a process that refuses it has not died');
    service.configure({ processes: 256, workers: 256, cache: { path: '/proc/nowhere' } });
    service.child.kill('SIGHUP');
    await service.said(/"processes: 256 and workers: 256 take about [^"]* of memory/);
    process.kill(before[0]!, 'SIGKILL');
    await service.said(new RegExp(`"child":${before[0]!},"how"[^]*"msg":"a process listens"`));
    t.equal(service.alive().length, 2, 'the replacement of a dead process has the old configuration, too');
  });
});
