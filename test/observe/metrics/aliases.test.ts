/** Metrics and the log name a request's alias by the bidder that the host has configured (issue 7, item 5). */
import t from 'tap';
import { hostLog } from '../../../src/observe/host-log.ts';
import { HostHealth, noHealthRules } from '../../../src/auction/calls/host-health.ts';
import { settledWithout } from '../../../src/auction/settled-call.ts';
import { postAuction, requestFor } from '../../support/auction.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService } from '../../support/service.ts';

t.test('calls of an alias that a breaker blocks count for its bidder', async (t) => {
  for (const workers of [0, 1]) {
    const service = await startService(t, {
      workers,
      bidders: { dead: { endpoint: 'http://127.0.0.1:1/' } },
      bidderHealth: { breakerFailures: 3, breakerProbeMs: 60_000 },
    });
    const request = requestFor({ mine: {} }, { ext: { svc: { aliases: { mine: 'dead' } } } });
    for (let count = 0; count < 5; count++) {
      const answer = await postAuction(service.url, request);
      t.match(await answer.json(), { ext: { errors: { mine: [{ code: 999 }] } } });
    }
    const read = new Exposition(await service.metrics());
    const bidder = 'dead';
    t.equal(read.value('gavel_bidder_calls_total', { bidder, outcome: 'unreachable' }), 3);
    t.equal(read.value('gavel_bidder_calls_total', { bidder, outcome: 'blocked' }), 2);
    t.equal(read.value('gavel_bidder_throttled_total', { bidder, by: 'breaker' }), 2);
    t.equal(read.value('gavel_bidder_breaker_state', { bidder }), 2);
    t.equal(read.find('gavel_bidder_breaker_state').length, 1);
  }
});

t.test('the log line and the health of a host name the bidder of an alias', async (t) => {
  const lines: unknown[] = [];
  const note = (facts: unknown): void => void lines.push(facts);
  const news = hostLog({ warn: note, info: note });
  const rules = { ...noHealthRules, breakerFailures: 1, breakerWindowMs: 1000, throttleMemory: 10, news };
  const health = new HostHealth(rules, 'http://host');
  health.note({ bidder: 'mine', configured: 'acme' }, settledWithout('unreachable', 'refused', 1), 0);
  health.note({ bidder: 'acme' }, settledWithout('timeout', '', 500), 0);
  t.match(lines, [{ bidder: 'acme', host: 'http://host', reason: 'refused' }]);
  t.match(health.states(), [{ bidder: 'acme' }, { bidder: 'acme' }], 'one state for each name');
});
