/** Run by cluster/migrate.test in a network namespace of its own: restarts a service under load from clients that never retry. */
import { startCluster } from '../support/cluster.ts';
import { reasons, startLoad } from './load.ts';

const ends: (() => unknown)[] = [];
const service = await startCluster({ teardown: (end) => ends.unshift(end) }, { processes: 2 });
const load = startLoad({ port: service.port, clients: 8, pauseMs: 5, keepsAlive: false, retries: false });
service.child.kill('SIGHUP');
await service.said(/"msg":"restarted"/);
const { answered, lost } = await load.stop();
for (const end of ends) await end();
process.stdout.write(JSON.stringify({ answered, lost: lost.length, why: reasons(lost) }));
