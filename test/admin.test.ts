/** The admin port before any process serves, and while none answers it. */
import t from 'tap';
import { openAdmin } from '../src/admin.ts';
import { Channel } from '../src/cluster/channel.ts';
import { createLog } from '../src/observe/log.ts';
import { closedWith } from './support/closed-with.ts';

t.test('while no process answers, the admin port says that no rates are in use', async (t) => {
  const told = { channel: new Channel(), log: createLog('silent') };
  const admin = closedWith(t, await openAdmin({ host: '127.0.0.1', port: 0 }, told));
  const response = await fetch(`http://127.0.0.1:${admin.port}/currency/rates`);
  t.strictSame([response.status, await response.json()], [200, { inUse: null, sources: [] }]);
});
