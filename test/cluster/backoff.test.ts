/** When a process is forked again after failed starts, and when that is given up as hopeless (issue 7, item 1). */
import t from 'tap';
import { Backoff } from '../../src/cluster/backoff.ts';

t.test('five failed starts in a row are hopeless; a process that lived for a second resets the count', async (t) => {
  const backoff = new Backoff();
  for (let times = 0; times < 4; times++) backoff.noteFailure();
  t.notOk(backoff.isHopeless);
  backoff.noteDeath(999);
  t.ok(backoff.isHopeless, 'a death within a second of listening counts as a failed start');
  backoff.noteDeath(1000);
  t.notOk(backoff.isHopeless);
  for (let times = 0; times < 4; times++) backoff.noteDeath(0);
  t.notOk(backoff.isHopeless, 'the count started again at zero');
});

t.test('the first fork is tried at once, and each failure doubles the pause up to half a minute', async (t) => {
  const backoff = new Backoff();
  const pauses = Array.from({ length: 10 }, () => {
    const { pauseMs } = backoff;
    backoff.noteFailure();
    return pauseMs;
  });
  t.strictSame(pauses, [0, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

t.test('a fork waits for its pause', async (t) => {
  const backoff = new Backoff();
  await backoff.pause();
  backoff.noteFailure();
  const beganMs = performance.now();
  await backoff.pause();
  // Timers may be a moment early.
  t.ok(performance.now() - beganMs > 245);
});
