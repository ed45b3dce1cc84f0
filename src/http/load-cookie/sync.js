/* Syncs this browser's ids (spec 4.4): asks /cookie_sync for the bidders' pixels and loads them. Runs in browsers, without any library. */
'use strict';

const query = new URLSearchParams(location.search);
/** The parameter `args=account:123,…`, as used by pages that embed the load-cookie page of Prebid Universal Creative. */
const args = new Map((query.get('args') || '').split(',').map((pair) => pair.split(':')));

/** The value of `name` in the page's URL, as its own parameter or among the `args`. */
function parameter(name) {
  return query.get(name) || args.get(name) || undefined;
}

/** The consent values in the page's URL. */
function statedConsent() {
  const consent = {};
  for (const name of ['gdpr', 'gdpr_consent', 'us_privacy', 'gpp', 'gpp_sid']) {
    const value = parameter(name);
    if (value) consent[name] = value;
  }
  // A number there (spec 4.2): another host of the list may take nothing else.
  if (consent.gdpr === '0' || consent.gdpr === '1') consent.gdpr = Number(consent.gdpr);
  return consent;
}

/** What `coop_sync` says, as in Prebid Universal Creative: whether other bidders than the named ones are synced, too. */
function statedCoop() {
  const text = (parameter('coop_sync') || '').toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : undefined;
}

/** The URL of /cookie_sync: `endpoint` is a code in the host's list; anything else means the host of this page. */
function syncAddress() {
  const hosts = JSON.parse(document.querySelector('meta[name="endpoints"]').content);
  const code = query.get('endpoint') || '';
  const spareSlashes = /\/*$/.exec(location.pathname)[0].length;
  const here = '../'.repeat(spareSlashes) + '.';
  const base = Object.prototype.hasOwnProperty.call(hosts, code) ? hosts[code] : here;
  return base.replace(/\/$/, '') + '/cookie_sync';
}

/** Requests syncs under `consent` and loads them one by one: two answers at once would overwrite each other's cookie. */
async function synchronise(consent) {
  const asked = /^\d{1,4}$/.test(query.get('max_sync_count') || '') ? Number(query.get('max_sync_count')) : undefined;
  if (asked === 0) return;
  const bidders = (query.get('bidders') || '').split(',').filter(Boolean);
  // AMP pages accept pixels only, and say so.
  const isAmp = (query.get('source') || '').toLowerCase() === 'amp';
  const filterSettings = isAmp ? { iframe: { bidders: '*', filter: 'exclude' } } : undefined;
  const wishes = { bidders, limit: asked, coopSync: statedCoop(), account: parameter('account'), filterSettings };
  const body = Object.assign(wishes, consent);
  const answer = await fetch(syncAddress(), { method: 'POST', credentials: 'include', body: JSON.stringify(body) });
  if (!answer.ok) return;
  const statuses = (await answer.json()).bidder_status || [];
  for (const status of statuses.slice(0, asked)) if (status.usersync) await load(status.usersync);
}

/** Longest time that one bidder may delay the next. */
const patienceMs = 1500;

/** Loads one sync invisibly: an image, or an iframe where the bidder needs one. Resolves once it has loaded, failed or timed out. */
function load(sync) {
  const address = new URL(sync.url, location.href);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return Promise.resolve();
  const element = document.createElement(sync.type === 'iframe' ? 'iframe' : 'img');
  element.width = element.height = 1;
  element.style.display = 'none';
  return new Promise((done) => {
    for (const ending of ['load', 'error']) element.addEventListener(ending, done);
    setTimeout(done, patienceMs);
    element.src = address.href;
    document.body.appendChild(element);
  });
}

window.userSync = { statedConsent, synchronise };
