/**
 * Run by tests of a member and of the members as a worker that ends with status 1 when it is asked for its pulse for the first time,
 * or, where its configuration's name is `today`, with status 2 the second time: it says `ofPrimary`, as older code does not.
 */
import type { Listening, PrimaryMessage, WorkerMessage } from '../../src/cluster/protocol.ts';

const say = (word: WorkerMessage): void => void process.send!(word);
let isToday = false;
let asked = 0;

process.on('message', (order: PrimaryMessage) => {
  if (order.gavel === 'start') {
    isToday = order.order.file.name === 'today';
    const listening: Listening = { host: '127.0.0.1', port: 1, processes: 2, delayMs: 0, leaveMs: 1000 };
    const ofPrimary = { 'admin.host': '127.0.0.1', 'admin.port': 0, 'log.level': 'info' };
    say({ gavel: 'listening', serving: isToday ? { ...listening, ofPrimary } : listening });
  }
  if (order.gavel !== 'ask pulse') return;
  asked++;
  if (!isToday) process.exit(1);
  if (asked === 2) process.exit(2);
  say({ gavel: 'pulse' });
});
say({ gavel: 'ready' });
