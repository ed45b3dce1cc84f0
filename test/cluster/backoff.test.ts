/** When a process is forked again after others failed, and when that is hopeless (issue 7, item 1). */
import t from 'tap';
import { Backoff } from '../../src/cluster/backoff.ts';

t.test('five failed starts in a row are enough; a process that lived for a second ends the row', (t) => {
  const backoff = new Backoff();
  for (let times = 0; times < 4; times++) backoff.noteFailure();
  t.notOk(backoff.isHopeless);
  backoff.noteDeath(999);
  t.ok(backoff.isHopeless, 'who dies as soon as it listens has failed as well');
  backoff.noteDeath(1000);
  t.notOk(backoff.isHopeless);
  for (let times = 0; times < 4; times++) backoff.noteDeath(0);
  t.notOk(backoff.isHopeless, 'counted from the first again');
  t.end();
});

t.test('the first fork is tried at once, each after a failed one later', async (t) => {
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
