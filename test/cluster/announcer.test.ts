/** Which process announces a change of stored data to other machines: one that hears of it, and does not leave first. */
import t from 'tap';
import { Channel } from '../../src/cluster/channel.ts';
import { tellStored } from '../../src/cluster/stored.ts';

t.test('the latest process that hears of changes announces them, else the first that runs', async (t) => {
  const channel = new Channel();
  let running: readonly number[] = [1, 2, 3];
  channel.pids = () => new Set(running);
  const announcers: number[] = [];
  channel.hear('storedChanged', ({ announcer }) => announcers.push(announcer));
  const { forget } = tellStored(channel);
  forget([]);
  for (const pid of [1, 2]) {
    channel.tellPrimary('storedHearer', pid);
    forget([]);
  }
  running = [1, 3];
  forget([]);
  running = [];
  forget([]);
  t.strictSame(announcers, [1, 1, 2, 1, 0]);
});
