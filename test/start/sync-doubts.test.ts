/** Warnings at the start: settings of user sync that are valid, but hardly what their host means. */
import t from 'tap';
import { loadBidders } from '../../src/load-bidders.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { doubts, sound } from './doubted.ts';

const ofDomain = (cookieDomain: string) => doubts({ ...sound, userSync: { cookieDomain } });

t.test('warns of a cookie domain to which this host does not belong', async (t) => {
  for (const held of ['auctions.example', '.auctions.example', 'Auctions.Example'])
    t.strictSame(ofDomain(held), [], held);
  t.strictSame(
    doubts({ ...sound, externalUrl: 'https://eu.auctions.example', userSync: { cookieDomain: 'auctions.example' } }),
    [],
  );
  for (const stray of ['other.example', 'eu.auctions.example', 'my-auctions.example'])
    t.match(
      ofDomain(stray),
      wholeLists([
        /^userSync\.cookieDomain is .*, but browsers accept the uids cookie only .* \(auctions\.example\): set it .* leave it out$/,
      ]),
      stray,
    );
});

t.test('warns of priority groups with bidders that are not enabled', async (t) => {
  const off = { endpoint: 'https://off.example/', enabled: false };
  const ofGroups = (priorityGroups: string[][]) =>
    doubts({ ...sound, bidders: { ...sound.bidders, off }, userSync: { priorityGroups } });
  t.strictSame(ofGroups([['acme'], ['Acme']]), []);
  t.strictSame(
    ofGroups([
      ['off', 'acme'],
      ['appnexus', 'off'],
    ]),
    [
      'userSync.priorityGroups names off, appnexus, which are not enabled here, so nobody is synced with them: enable them, or remove them',
    ],
  );
  const known = [...(await loadBidders()).known.keys()].slice(0, 12);
  t.match(ofGroups([known])[0], new RegExp(`names ${known.slice(0, 10).join(', ')}, …, which are not enabled`));
});

const ofReturnUrl = (path: string, more: object = {}) => {
  const redirect = { url: 'https://acme.example/sync?r=', 'redirect-url': path };
  return doubts({ ...sound, bidders: { acme: { ...sound.bidders.acme, usersync: { redirect, ...more } } } });
};

t.test('warns of return URLs without a place for the id, or without the bidder', async (t) => {
  const place = 'bidders.acme.usersync.redirect.redirect-url';
  const noUid = `${place} has no place for the id: end it with &uid= and the bidder's macro`;
  const noBidder = `${place} does not say which bidder the id belongs to: add bidder=acme`;
  t.strictSame(ofReturnUrl('/setuid?bidder=acme&gdpr={{gdpr}}'), [noUid]);
  t.strictSame(ofReturnUrl('/setuid?uid=&bidder=acme'), [noUid], 'text is appended at the end, not behind uid=');
  t.strictSame(ofReturnUrl('/setuid?bidder=&uid=$UID'), [noBidder]);
  t.strictSame(ofReturnUrl('/setuid'), [noBidder, noUid]);
  t.strictSame(ofReturnUrl('/setuid', { enabled: false }), []);
  for (const name of ['acne', 'ours', '{{code}}']) {
    const stranger = `${place} says bidder=${name}, but no bidder is enabled here with that code or key: write bidder=acme`;
    t.strictSame(ofReturnUrl(`/setuid?bidder=${name}&uid=$UID`, { 'cookie-family-name': 'Ours' }), [stranger]);
  }
  t.strictSame(
    ofReturnUrl('/setuid?bidder=Ours&uid=$UID', { 'cookie-family-name': 'Ours' }),
    [],
    'its key in the cookie, in its own case',
  );
  for (const path of [
    '/setuid?bidder=Acme&uid=$UID',
    '/setuid?bidder=acme&uid=$UID',
    '/setuid?uid=[ID]&bidder=acme',
    '/setuid?bidder=acme&uid=',
    '/own/$UID',
  ])
    t.strictSame(ofReturnUrl(path), [], path);
});

const ofPage = (style: string, url: string, more: object = {}) => {
  const page = style === 'userSync' ? { url, userMacro: '$UID' } : { url, 'uid-macro': '$UID' };
  return doubts({
    ...sound,
    bidders: { acme: { ...sound.bidders.acme, [style]: { iframe: page, ...more } } },
  });
};

t.test('warns of sync pages that are not given the return URL', async (t) => {
  t.strictSame(ofPage('userSync', 'https://acme.example/sync?gdpr={{.GDPR}}'), [
    'bidders.acme.userSync.iframe.url does not tell the bidder where to send its id: add {{.RedirectURL}} as the value of its redirect parameter',
  ]);
  for (const url of ['https://acme.example/sync', 'https://acme.example/sync?gdpr={{gdpr}}'])
    t.strictSame(ofPage('usersync', url), [
      "bidders.acme.usersync.iframe.url must end with the bidder's redirect parameter, such as &r=, because the return URL is appended to it",
    ]);
  const whole = 'https://acme.example/sync?r={{.RedirectURL}}&gdpr={{.GDPR}}';
  for (const style of ['userSync', 'usersync']) t.strictSame(ofPage(style, whole), []);
  for (const url of ['https://acme.example/sync?r=', 'https://acme.example/sync/'])
    t.strictSame(ofPage('usersync', url), []);
  t.strictSame(ofPage('userSync', 'https://acme.example/sync', { enabled: false }), []);
  t.strictSame(ofPage('usersync', 'https://acme.example/sync', { enabled: false }), []);
});

t.test('warns of a host cookie for a cookie key that no bidder has', async (t) => {
  const bidders = { ...sound.bidders, appnexus: {}, own: { ...sound.bidders.acme, userSync: { key: 'ours' } } };
  const off = { offside: { ...sound.bidders.acme, enabled: false } };
  const of = (family: string) =>
    doubts({ ...sound, bidders: { ...bidders, ...off }, userSync: { hostCookie: { family, cookieName: 'id' } } });
  for (const family of ['acme', 'adnxs', 'ours']) t.strictSame(of(family), [], family);
  const place = 'userSync.hostCookie.family is';
  const effect = 'but no bidder here has that key, so nobody gets the id';
  t.strictSame(of('Acme'), [`${place} Acme, ${effect}: did you mean acme?`]);
  for (const family of ['appnexus', 'offside'])
    t.strictSame(of(family), [
      `${place} ${family}, ${effect}: set it to a bidder's key, usually its code, or leave hostCookie out`,
    ]);
});
