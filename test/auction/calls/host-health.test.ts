/** The health of a host: which outcomes of calls count, and for which bidders (issue 'Overload'). */
import t from 'tap';
import { HostHealth, noHealthRules, type HealthRules } from '../../../src/auction/calls/host-health.ts';
import type { OutcomeKind } from '../../../src/auction/call-records.ts';
import { settledWithout } from '../../../src/auction/settled-call.ts';

function healthOf(more: Partial<HealthRules> = {}) {
  const blocked: string[] = [];
  const said: string[] = [];
  const talk = { isQuiet: false };
  const rules = {
    ...noHealthRules,
    breakerFailures: 5,
    breakerWindowMs: 1000,
    breakerProbeMs: 100,
    throttleMemory: 10,
    onBlocked: (bidder: string, by: string) => blocked.push(`${bidder} ${by}`),
    news: {
      unreachable: (host: string, { bidder, reason }: { bidder: string; reason: string }) => {
        if (!talk.isQuiet) said.push(`${bidder} at ${host}: ${reason}`);
        return !talk.isQuiet;
      },
      reached: (host: string) => void said.push(`${host} again`),
      noSocket: (host: string) => void said.push(`no socket for ${host}`),
    },
    ...more,
  };
  return { health: new HostHealth(rules, 'http://host'), blocked, said, talk };
}

function note(
  health: HostHealth,
  bidder: string,
  kind: OutcomeKind,
  { times = 1, ms = 500, reason = 'why' } = {},
): void {
  for (let count = 0; count < times; count += 1) health.note({ bidder }, settledWithout(kind, reason, ms), 0);
}

t.test('unreachable and broken calls open the breaker for all bidders of the host', async (t) => {
  const { health, blocked } = healthOf();
  t.notOk(health.isSuspect);
  note(health, 'a', 'unreachable', { times: 3 });
  note(health, 'b', 'broken', { times: 2 });
  t.ok(health.isSuspect);
  const reason = /^recent calls to the bidder's host failed \(why\)/;
  t.match(health.refusal({ bidder: 'c' }, 50), { kind: 'blocked', reason, elapsedMs: 0 });
  t.strictSame(blocked, ['c breaker']);
  t.strictSame(health.states(), [
    { bidder: 'a', breaker: 'open', sentShare: 1 },
    { bidder: 'b', breaker: 'open', sentShare: 1 },
  ]);
  t.equal(health.refusal({ bidder: 'c' }, 100), null, 'the probe');
  note(health, 'c', 'reply');
  t.notOk(health.isSuspect, 'one answer restores the host');
  t.strictSame(health.states(), []);
});

t.test('an unreachable host is reported once with the reason, and once when it answers again', async (t) => {
  const { health, said } = healthOf();
  note(health, 'a', 'unreachable', { times: 4 });
  t.strictSame(said, [], 'not before the breaker opens');
  note(health, 'b', 'unreachable', { reason: 'host not found' });
  t.match(health.refusal({ bidder: 'a' }, 1), { reason: /failed \(host not found\)/ });
  for (const atMs of [100, 200, 300]) {
    t.equal(health.refusal({ bidder: 'a' }, atMs), null, 'the probe');
    note(health, 'a', 'unreachable', { reason: 'connection refused' });
  }
  t.match(health.refusal({ bidder: 'a' }, 301), { reason: /\(connection refused\)/ }, 'the reason of the last failure');
  t.strictSame(said, ['b at http://host: host not found']);
  note(health, 'a', 'reply', { times: 3 });
  t.strictSame(said, ['b at http://host: host not found', 'http://host again']);
});

t.test(
  'an outage that was not reported at once is reported later, and only a reported one gets its end reported',
  async (t) => {
    const { health, said, talk } = healthOf();
    talk.isQuiet = true;
    note(health, 'a', 'unreachable', { times: 5 });
    note(health, 'a', 'reply');
    note(health, 'a', 'unreachable', { times: 5 });
    t.strictSame(said, []);
    talk.isQuiet = false;
    t.equal(health.refusal({ bidder: 'a' }, 100), null, 'the probe');
    note(health, 'a', 'unreachable');
    t.strictSame(said, ['a at http://host: why']);
    note(health, 'a', 'reply');
    t.strictSame(said, ['a at http://host: why', 'http://host again']);
  },
);

t.test('an oversized reply counts as an answer', async (t) => {
  const { health } = healthOf();
  note(health, 'a', 'unreachable', { times: 5 });
  t.equal(health.refusal({ bidder: 'a' }, 100), null, 'the probe');
  note(health, 'a', 'oversized');
  t.notOk(health.isSuspect);
  t.equal(health.refusal({ bidder: 'a' }, 101), null);
});

t.test('a bidder that only times out is throttled alone', async (t) => {
  const { health, blocked } = healthOf();
  note(health, 'slow', 'timeout', { times: 100 });
  note(health, 'quick', 'reply');
  t.ok(health.isSuspect, 'answers to other bidders do not count for it');
  t.equal(health.refusal({ bidder: 'quick' }, 0), null);
  t.equal(health.refusal({ bidder: 'slow' }, 0), null, 'the first after a pause');
  t.match(health.refusal({ bidder: 'slow' }, 1), { kind: 'throttled', reason: /timed out/, elapsedMs: 0 });
  t.strictSame(blocked, ['slow throttle']);
  note(health, 'slow', 'reply', { times: 50 });
  t.notOk(health.isSuspect);
});

function unconnected(health: HostHealth, reason: string): void {
  for (let count = 0; count < 5; count += 1) health.noteUnconnected({ bidder: 'a' }, reason, 0);
}

t.test('timed-out calls that could not connect open the breaker, unless the fault is here', async (t) => {
  const { health, said } = healthOf();
  unconnected(health, 'no socket left on this machine');
  t.notOk(health.isSuspect);
  const late = healthOf({ isOwnDelay: () => true });
  unconnected(late.health, 'connecting took too long');
  t.notOk(late.health.isSuspect);
  unconnected(health, 'connecting took too long');
  t.match(health.refusal({ bidder: 'a' }, 1), { kind: 'blocked', reason: /\(connecting took too long\)/ });
  t.strictSame(said, ['a at http://host: connecting took too long']);
});

t.test('a throttled bidder may send the probe of an open breaker', async (t) => {
  const { health } = healthOf();
  note(health, 'slow', 'timeout', { times: 100 });
  t.equal(health.refusal({ bidder: 'slow' }, 0), null, 'the first after a pause');
  t.match(health.refusal({ bidder: 'slow' }, 1), { kind: 'throttled' });
  note(health, 'slow', 'unreachable', { times: 5 });
  t.match(health.refusal({ bidder: 'slow' }, 2), { kind: 'blocked' });
  t.equal(health.refusal({ bidder: 'slow' }, 100), null, 'the probe');
});

t.test('outcomes that say nothing about the bidder are not counted', async (t) => {
  for (const kind of ['cancelled', 'late', 'busy', 'blocked', 'throttled'] as const) {
    const { health } = healthOf();
    note(health, 'a', kind, { times: 100 });
    t.notOk(health.isSuspect, kind);
  }
  const { health, said } = healthOf();
  note(health, 'a', 'timeout', { times: 100, ms: 49 });
  t.notOk(health.isSuspect, 'timeouts of requests with a very short tmax');
  for (const reason of [
    'no socket left on this machine',
    'the call has a method, uri or header that is not valid HTTP',
  ]) {
    note(health, 'a', 'unreachable', { times: 100, reason });
    t.notOk(health.isSuspect, reason);
  }
  t.strictSame([...new Set(said)], ['no socket for http://host'], 'a lack of sockets is reported');
  const late = healthOf({ isOwnDelay: () => true });
  note(late.health, 'a', 'timeout', { times: 100 });
  t.notOk(late.health.isSuspect, 'timeouts while this process is late');
});

t.test('made-up names are bounded, and a bidder that fails repeatedly is kept', async (t) => {
  const { health } = healthOf();
  for (let n = 0; n < 1000; n += 1) {
    note(health, `name${n}`, 'timeout');
    if (n % 50 === 0) note(health, 'slow', 'timeout');
  }
  const names = health.states().map(({ bidder }) => bidder);
  t.ok(names.length <= 64, `${names.length} names`);
  t.ok(names.includes('name999'), 'the latest are kept');
  const fresh = healthOf().health;
  note(fresh, 'slow', 'timeout', { times: 20 });
  t.strictSame(
    health.states().filter(({ bidder }) => bidder === 'slow'),
    fresh.states(),
    'and the one that fails repeatedly',
  );
});

t.test('made-up names do not free a throttled bidder', async (t) => {
  const { health } = healthOf();
  note(health, 'slow', 'timeout', { times: 100 });
  for (let n = 0; n < 200; n++) note(health, `made up ${n}`, 'timeout');
  const leastOf = (name: string): boolean =>
    health.states().some(({ bidder, sentShare }) => bidder === name && sentShare < 0.06);
  t.ok(leastOf('slow'));
  t.equal(health.states().length, 64);
  note(health, 'late', 'timeout', { times: 100 });
  t.ok(leastOf('late'), 'a bidder that becomes slow is still found');
});

t.test('without health rules no call is blocked', async (t) => {
  const health = new HostHealth(noHealthRules, 'http://host');
  note(health, 'a', 'timeout', { times: 1000 });
  note(health, 'a', 'unreachable', { times: 1000 });
  t.notOk(health.isSuspect);
  t.equal(health.refusal({ bidder: 'a' }, 0), null);
});
