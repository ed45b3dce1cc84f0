/** The whole service after a pause: cookie syncs, which did not cause it, are answered (issue 'Overload'). */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startConfigured } from './support/process.ts';

t.test('ten syncs right after a pause are answered', async (t) => {
  const url = 'https://a.example/sync?r={{.RedirectURL}}';
  const service = await startConfigured(t, {
    bidders: { bidderA: { endpoint: 'http://127.0.0.1:9/bid', userSync: { redirect: { url, userMacro: '$UID' } } } },
    privacy: { gdpr: { defaultScope: false } },
    stored: { dir: '<dir>' },
    cache: { path: '<dir>/cache' },
    workers: 0,
  });
  const port = await service.listening();
  const sync = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/cookie_sync`, {
      method: 'POST',
      body: '{"bidders":["bidderA"]}',
    });
    await answer.text();
    return answer.status;
  };
  t.equal(await sync(), 200);
  service.child.kill('SIGSTOP');
  await sleep(800);
  service.child.kill('SIGCONT');
  for (let one = 0; one < 10; one += 1) t.equal(await sync(), 200);
});
