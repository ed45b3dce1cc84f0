/** When a process is forked again after failed starts, and when that is given up as hopeless (issue 7, item 1). */
import t from 'tap';
import { Backoff } from '../../src/cluster/backoff.ts';

t.test('five failed starts in a row are hopeless; a process that lived for a second resets the count', (t) => {
  const backoff = new Backoff();
  for (let times = 0; times < 4; times++) backoff.noteFailure();
  t.notOk(backoff.isHopeless);
  backoff.noteDeath(999);
  t.ok(backoff.isHopeless, 'a death within a second of listening counts as a failed start');
  backoff.noteDeath(1000);
  t.notOk(backoff.isHopeless);
  for (let times = 0; times < 4; times++) backoff.noteDeath(0);
  t.notOk(backoff.isHopeless, 'the count started again at zero');
  t.end();
});

t.test('the first fork is tried at once, and each failure doubles the pause', async (t) => {
  const backoff = new Backoff();
  const pauseMs = async (): Promise<number> => {
    const beganMs = performance.now();
    await backoff.pause();
    return performance.now() - beganMs;
  };
  t.ok((await pauseMs()) < 200, 'at once');
  backoff.noteFailure();
  // Timers may be a moment early.
  t.ok((await pauseMs()) > 245);
  backoff.noteFailure();
  t.ok((await pauseMs()) > 495, 'doubled');
});
