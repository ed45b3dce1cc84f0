/** The breaker of a host: when it opens, how it probes, and that probing never ends (issue 'Overload'). */
import t from 'tap';
import { Breaker } from '../../../src/auction/calls/breaker.ts';

const rules = { breakerFailures: 5, breakerWindowMs: 1000, breakerProbeMs: 100 };

function opened(): Breaker {
  const breaker = new Breaker(rules);
  for (let atMs = 0; atMs < 5; atMs += 1) breaker.failed(atMs);
  return breaker;
}

t.test('a breaker opens at the fifth failure in a row', async (t) => {
  const breaker = new Breaker(rules);
  for (let atMs = 5000; atMs < 5004; atMs += 1) breaker.failed(atMs);
  t.equal(breaker.state, 'closed');
  t.ok(breaker.allows(5004), 'after four');
  breaker.failed(5004);
  t.equal(breaker.state, 'open');
  t.notOk(breaker.allows(5005));
});

t.test('an answer resets the count of failures', async (t) => {
  const breaker = new Breaker(rules);
  for (let round = 0; round < 10; round += 1) {
    for (let atMs = 0; atMs < 4; atMs += 1) breaker.failed(round * 10 + atMs);
    t.equal(breaker.state, 'closed', `round ${round}`);
    breaker.succeeded();
  }
});

t.test('failures within the window open a breaker, also after earlier ones', async (t) => {
  const breaker = new Breaker(rules);
  for (const atMs of [5000, 5900, 5950, 6001, 6002]) breaker.failed(atMs);
  t.equal(breaker.state, 'closed', 'four within the last 1,000 ms');
  breaker.failed(6003);
  t.equal(breaker.state, 'open', 'five within 103 ms');
});

t.test('failures spread beyond the window do not open a breaker', async (t) => {
  const breaker = new Breaker(rules);
  for (let atMs = 0; atMs < 100_000; atMs += 300) breaker.failed(atMs);
  t.equal(breaker.state, 'closed', 'four in every 1,000 ms');
});

t.test('an open breaker lets one call through as a probe after each pause', async (t) => {
  const breaker = opened();
  t.notOk(breaker.allows(103), 'the pause is not over');
  t.ok(breaker.allows(104), 'the probe');
  t.equal(breaker.state, 'half-open');
  t.notOk(breaker.allows(104), 'not a second call beside it');
  breaker.failed(150);
  t.equal(breaker.state, 'open');
  t.notOk(breaker.allows(203));
  t.ok(breaker.allows(204));
});

t.test('an answered probe closes the breaker', async (t) => {
  const breaker = opened();
  t.ok(breaker.allows(200));
  breaker.succeeded();
  t.equal(breaker.state, 'closed');
  t.ok(breaker.allows(201));
  breaker.failed(202);
  t.equal(breaker.state, 'closed', 'the count starts at zero');
});

t.test('a host that stays away is probed for ever, also when probes never end', async (t) => {
  const breaker = opened();
  let probes = 0;
  for (let atMs = 5; atMs < 1_000_000; atMs += 1) {
    if (!breaker.allows(atMs)) continue;
    probes += 1;
    if (probes % 3 !== 0) breaker.failed(atMs + 20);
  }
  t.ok(probes > 9_990 && probes <= 10_000, `${probes} probes in 1,000 s`);
});

t.test('with breakerFailures 0 a breaker never opens', async (t) => {
  const breaker = new Breaker({ ...rules, breakerFailures: 0 });
  for (let atMs = 0; atMs < 1000; atMs += 1) breaker.failed(atMs);
  t.equal(breaker.state, 'closed');
});
