/** Run by cluster-migrate.test in a network of its own: restarts a service under load from clients that never try again. */
import { startCluster } from './cluster.ts';
import { reasons, startLoad } from './load.ts';

const service = await startCluster({ processes: 2 });
const load = startLoad({ port: service.port, clients: 8, pauseMs: 5, keepsAlive: false, retries: false });
service.child.kill('SIGHUP');
await service.logged(/"msg":"restarted"/);
const { answered, lost } = await load.stop();
await service.stop();
process.stdout.write(JSON.stringify({ answered, lost: lost.length, why: reasons(lost) }));
