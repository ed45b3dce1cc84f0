/** Where the hops run: those of this thread are warm when they start, and a thread is warmed once. */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../src/adapter/define-bidder.ts';
import { startHops } from '../src/start-hops.ts';
import { testConfig } from './support/config.ts';

t.test('a thread is warmed by the first service that starts on it, for all', async (t) => {
  let calls = 0;
  const counted = defineBidder({ code: 'counted', params: Type.Object({}), imp: [() => (calls++, null)] });
  const settings = { workers: 0, bidders: { counted: { endpoint: 'http://127.0.0.1:1/' } } };
  const config = testConfig(settings, ['counted']);
  const bidders = { definitions: [counted], known: new Map(), files: new Map() };
  const surroundings = { server: 'gavel/test', env: {}, log: { error: () => t.fail('no thread is there') } };
  startHops(config, bidders, surroundings);
  const first = calls;
  t.ok(first > 50, `${first} calls: it is warm`);
  startHops(config, bidders, surroundings);
  t.equal(calls, first, 'the next start costs nothing more');
});
