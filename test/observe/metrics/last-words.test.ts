/** Losses of a process at its very end are counted (issue 7, item 5). */
import t from 'tap';
import { startCollector } from '../../analytics/collector.ts';
import { startCluster } from '../../support/cluster.ts';
import { Exposition } from '../../support/exposition.ts';
import { until } from '../../support/until.ts';

for (const processes of [1, 2]) {
  t.test(`events that a restart of ${processes} cannot deliver count as dropped`, async (t) => {
    const collector = await startCollector(t);
    collector.status = 0;
    const service = await startCluster(t, { processes, analytics: { http: { url: collector.url, flushMs: 1 } } });
    for (let count = 0; count < 5; count++) {
      const answer = await service.auction();
      t.equal(answer.status, 200);
      await answer.arrayBuffer();
    }
    service.child.kill('SIGHUP');
    await service.said(/"msg":"restarted"/);
    const dropped = async (): Promise<number> => {
      const read = new Exposition(await service.metrics());
      return read.value('gavel_analytics_dropped_total', { module: 'http' });
    };
    t.ok(await until(async () => (await dropped()) === 5));
    t.equal(await dropped(), 5);
  });
}
