/** The processes of a service as the primary holds them (issue 7, item 1). */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import t from 'tap';
import { Members } from '../../src/cluster/members.ts';
import { createLog } from '../../src/observe/log.ts';
import { stand } from '../support/stand.ts';

cluster.setupPrimary({ exec: join(import.meta.dirname, 'asked-process.ts') });

t.test('a process that starts to listen just as it is told to end is not counted as a death', async (t) => {
  const deaths: string[] = [];
  const members = new Members(createLog('silent'), (_, how) => deaths.push(how));
  const launched = members.launch({ file: { name: 'older', text: '' }, held: null, tellsDoubts: false });
  await once(cluster, 'message');
  // Blocks the primary, so that the process has sent that it listens, and the primary has not read it.
  stand(1000);
  await members.dismissAll();
  t.match(await launched, { port: 1 }, 'the message is read in the end');
  t.strictSame(members.staying, []);
  t.strictSame(deaths, []);
});
