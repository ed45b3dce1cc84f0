/** A text that the admin port is given right after a start lasts (issue 7, item 3): the watcher's first look at the source does not drop it. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { postAuction } from '../support/auction.ts';
import { startService } from '../support/service.ts';

const body = JSON.stringify({
  id: 'r1',
  test: 1,
  site: { page: 'https://news.example/' },
  imp: [{ id: 'i1', ext: { svc: { storedrequest: { id: 'given' } } } }],
});

for (const [what, stored] of [
  ['a folder', { imps: { other: {} } }],
  ['no folder yet', {}],
] as const) {
  t.test(`a text given as soon as the service listens is served on, from ${what}`, async (t) => {
    const bidders = { acme: { endpoint: 'http://127.0.0.1:9/' } };
    const service = await startService(t, { bidders }, stored);
    const imp = { banner: { w: 300, h: 250 }, ext: { svc: { bidder: { acme: {} } } } };
    const texts = [{ kind: 'imps', id: 'given', text: JSON.stringify(imp) }] as const;
    service.channel.tell('storedKept', texts);
    const statuses = new Set<number>();
    for (const lastAtMs = performance.now() + 300; performance.now() < lastAtMs; await sleep(5)) {
      const { status } = await postAuction(service.url, body);
      statuses.add(status);
    }
    t.strictSame([...statuses], [200]);
  });
}
