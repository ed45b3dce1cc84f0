/** Counts of `/cookie_sync` and `/setuid` (issue 4, item 6): each answer once, by status and bidder. */
import t from 'tap';
import { SyncTally } from '../../src/usersync/sync-tally.ts';
import { ask, cookieWith, entry, openSync } from './sync-front.ts';

t.test('cookie_sync: answers are counted by status, known bidders by outcome', async (t) => {
  const syncTally = new SyncTally();
  const { url } = await openSync(t, {}, { syncTally });
  const asked = { bidders: ['image', 'FRAME', 'mute', 'made-up'] };
  await ask(`${url}/cookie_sync`, asked);
  await ask(`${url}/cookie_sync`, asked, cookieWith({ tempUIDs: { image: entry('u') } }));
  await ask(`${url}/cookie_sync`, { ...asked, us_privacy: '1YYN' });
  await ask(`${url}/cookie_sync`, '{');
  await ask(`${url}/cookie_sync`, asked, cookieWith({ optout: true }));
  await ask(`${url}/cookie_sync`, asked, { 'content-encoding': 'br' });
  const { cookieSyncs, cookieSyncBidders, setuids } = syncTally.counts();
  t.strictSame(cookieSyncs, [
    { status: 200, count: 3 },
    { status: 400, count: 1 },
    { status: 401, count: 1 },
    { status: 415, count: 1 },
  ]);
  t.strictSame(
    cookieSyncBidders.map(({ code, fate, count }) => `${code} ${fate} ${count}`).toSorted(),
    ['frame forbidden 1', 'frame offered 2', 'image forbidden 1', 'image live 1', 'image offered 1', 'mute passed 3'],
    'made-up names are not counted',
  );
  t.strictSame(setuids, []);
});

t.test('setuid: answers are counted by status and bidder', async (t) => {
  const syncTally = new SyncTally();
  const { url } = await openSync(t, { privacy: { gdpr: { hostVendorId: 5 } } }, { syncTally });
  for (const query of [
    'bidder=image&uid=1',
    'bidder=Image&uid=2',
    'bidder=fr&uid=3',
    'bidder=image&f=x',
    'bidder=no',
    '',
  ]) {
    await ask(`${url}/setuid?${query}`);
  }
  await ask(`${url}/setuid?bidder=image&uid=1&us_privacy=1YYN`);
  await ask(`${url}/setuid?bidder=image&uid=1`, undefined, cookieWith({ optout: true }));
  t.strictSame(
    syncTally
      .counts()
      .setuids.map(({ status, code, count }) => `${code} ${status} ${count}`)
      .toSorted(),
    [' 400 2', 'frame 200 1', 'image 200 2', 'image 400 1', 'image 401 1', 'image 451 1'],
  );
});
