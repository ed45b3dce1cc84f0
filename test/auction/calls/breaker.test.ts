/** When a host is no longer called, how it is probed, and that the probing never ends (issue 'Overload'). */
import t from 'tap';
import { Breaker } from '../../../src/auction/calls/breaker.ts';

const rules = { breakerFailures: 5, breakerWindowMs: 1000, breakerProbeMs: 100 };

function opened(): Breaker {
  const breaker = new Breaker(rules);
  for (let atMs = 0; atMs < 5; atMs += 1) breaker.failed(atMs);
  return breaker;
}

t.test('it opens at the last of so many failures in a row', async (t) => {
  const breaker = new Breaker(rules);
  for (let atMs = 5000; atMs < 5004; atMs += 1) breaker.failed(atMs);
  t.equal(breaker.state, 'closed');
  t.ok(breaker.allows(5004), 'one short of it');
  breaker.failed(5004);
  t.equal(breaker.state, 'open');
  t.notOk(breaker.allows(5005));
});

t.test('an answer between them starts the count anew', async (t) => {
  const breaker = new Breaker(rules);
  for (let round = 0; round < 10; round += 1) {
    for (let atMs = 0; atMs < 4; atMs += 1) breaker.failed(round * 10 + atMs);
    breaker.succeeded();
  }
  t.equal(breaker.state, 'closed');
});

t.test('the window begins anew, too, with the first failure after an answer', async (t) => {
  const breaker = new Breaker(rules);
  breaker.failed(5000);
  breaker.succeeded();
  for (const atMs of [5900, 5950, 5990, 6100, 6200]) breaker.failed(atMs);
  t.equal(breaker.state, 'open', 'five within 300 ms');
});

t.test('failures that lie further apart than the window do not open it', async (t) => {
  const breaker = new Breaker(rules);
  for (let atMs = 0; atMs < 100_000; atMs += 300) breaker.failed(atMs);
  t.equal(breaker.state, 'closed', 'four in every 1,000 ms');
});

t.test('one call goes out as a probe, the next only after another pause', async (t) => {
  const breaker = opened();
  t.notOk(breaker.allows(103), 'the pause is not over');
  t.ok(breaker.allows(104), 'the probe');
  t.equal(breaker.state, 'half-open');
  t.notOk(breaker.allows(104), 'a second call beside it');
  breaker.failed(150);
  t.equal(breaker.state, 'open');
  t.notOk(breaker.allows(203));
  t.ok(breaker.allows(204));
});

t.test('a probe that is answered closes it', async (t) => {
  const breaker = opened();
  t.ok(breaker.allows(200));
  breaker.succeeded();
  t.equal(breaker.state, 'closed');
  t.ok(breaker.allows(201));
  breaker.failed(202);
  t.equal(breaker.state, 'closed', 'and the count begins at nothing');
});

t.test('a host that stays away is probed for ever, also when probes are never heard of again', async (t) => {
  const breaker = opened();
  let probes = 0;
  for (let atMs = 5; atMs < 1_000_000; atMs += 1) {
    if (!breaker.allows(atMs)) continue;
    probes += 1;
    if (probes % 3 !== 0) breaker.failed(atMs + 20);
  }
  t.ok(probes > 9_990 && probes <= 10_000, `${probes} probes in 1,000 s`);
});

t.test('without a number of failures it never opens', async (t) => {
  const breaker = new Breaker({ ...rules, breakerFailures: 0 });
  for (let atMs = 0; atMs < 1000; atMs += 1) breaker.failed(atMs);
  t.equal(breaker.state, 'closed');
});
