/** The share of calls that a bidder still gets when it only times out, and its recovery (issue 'Overload'). */
import t from 'tap';
import { Throttle } from '../../../src/auction/calls/throttle.ts';

const memory = 50;

function hopeless(): Throttle {
  const throttle = new Throttle(memory);
  for (let calls = 0; calls < 500; calls += 1) throttle.timedOut();
  return throttle;
}

t.test('a bidder that only times out gets one call in twenty, evenly spread', async (t) => {
  const throttle = hopeless();
  let sent = 0;
  let longestGap = 0;
  for (let call = 0, last = 0; call < 10_000; call += 1) {
    // All within one second, so that none is sent because of the time.
    if (!throttle.allows(call / 100)) continue;
    throttle.timedOut();
    sent += 1;
    longestGap = Math.max(longestGap, call - last);
    last = call;
  }
  t.ok(sent >= 500, `${sent} sent`);
  t.ok(sent < 600, 'not many more');
  t.ok(longestGap <= 21, `${longestGap} calls between two`);
});

t.test('a throttled bidder gets at least one call a second', async (t) => {
  const throttle = hopeless();
  throttle.allows(0);
  for (let atMs = 1000; atMs < 60_000; atMs += 1000) {
    t.ok(throttle.allows(atMs));
    throttle.timedOut();
  }
});

t.test('ten answers end the throttling', async (t) => {
  const throttle = hopeless();
  t.equal(throttle.sentShare.toFixed(2), '0.05');
  let answers = 0;
  for (; throttle.sentShare < 1; answers += 1) throttle.answered();
  t.ok(answers <= 10, `${answers} answers`);
  for (let call = 0; call < 100; call += 1) t.ok(throttle.allows(0));
});

t.test('a bidder that answers one call in five is never throttled', async (t) => {
  const throttle = new Throttle(memory);
  for (let call = 0; call < 5000; call += 1) {
    if (!throttle.allows(0)) t.fail(`call ${call} was blocked`);
    if (call % 5 === 0) throttle.answered();
    else throttle.timedOut();
  }
  t.notOk(throttle.isClean);
});

t.test('after enough answers the timeouts are forgotten', async (t) => {
  const throttle = hopeless();
  for (let call = 0; call < 300; call += 1) throttle.answered();
  t.ok(throttle.isClean);
});

t.test('the share of timeouts is smoothed over the calls of the memory', async (t) => {
  const throttle = new Throttle(10);
  const after = (what: 'timedOut' | 'answered'): string => {
    throttle[what]();
    return throttle.timedOutShare.toFixed(3);
  };
  t.equal(after('timedOut'), '0.100', 'a tenth of the rest to 1');
  t.equal(after('timedOut'), '0.190');
  t.equal(after('answered'), '0.171', 'a tenth less');
});

t.test('with throttleMemory 0 no call is blocked', async (t) => {
  const throttle = new Throttle(0);
  for (let call = 0; call < 1000; call += 1) throttle.timedOut();
  t.equal(throttle.sentShare, 1);
  t.ok(throttle.isClean);
});
