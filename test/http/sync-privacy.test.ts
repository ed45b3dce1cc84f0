/** Privacy rules for user sync (spec 4.2, 4.3; implementation A 4, 5; decisions, 'Privacy'). */
import t from 'tap';
import { consentString, vendorListJson } from '../privacy/support.ts';
import { ask, bidders, cookieOf, openSync } from './sync-front.ts';

/** The host (20) and the two bidders (11, 12). */
const vendors = Object.fromEntries([11, 12, 20].map((id) => [id, { purposes: [1, 2] }]));
const vendorList = vendorListJson(7, vendors);

/** A consent string with these purposes and vendors. */
function consent(
  purposes: readonly number[],
  consented: readonly number[],
  { version = 7, purposeOneTreatment = false } = {},
): string {
  return consentString(vendorListJson(version, vendors), { purposes, vendors: consented, purposeOneTreatment });
}

const withHost = { privacy: { gdpr: { hostVendorId: 20 } } };

const body = (gdpr_consent: string): object => ({ gdpr: 1, gdpr_consent });

async function synced(url: string, body: object): Promise<string[]> {
  const answer = await ask(`${url}/cookie_sync`, body);
  if (answer.status !== 200) return [String(answer.status)];
  const { bidder_status } = JSON.parse(answer.text) as { bidder_status: { bidder: string }[] };
  return bidder_status.map(({ bidder }) => bidder).sort();
}

async function kept(url: string, query: string): Promise<string> {
  const answer = await ask(`${url}/setuid?bidder=image&uid=u&${query}`);
  return cookieOf(answer) === undefined ? `${answer.status}` : `${answer.status} kept`;
}

t.test('sync needs TCF purpose 1 for the bidder and for the host', async (t) => {
  const { url } = await openSync(t, withHost, { vendorList });
  const both = consent([1], [11, 12, 20]);
  t.strictSame(await synced(url, body(both)), ['frame', 'image']);
  t.strictSame(await synced(url, body(consent([1], [11, 20]))), ['image'], 'no consent for the vendor of frame');
  t.strictSame(await synced(url, body(consent([2], [11, 12, 20]))), [], 'no purpose 1');
  t.strictSame(await synced(url, body(consent([1], [11, 12]))), [], 'no consent for the host');
  const told = await ask(`${url}/cookie_sync`, { ...body(consent([1], [11])), bidders: ['image'], debug: true });
  t.match(told.text, /"bidder_status":\[\],"debug":\[\{"bidder":"image","error":"is forbidden by TCF: [^"]+this host"/);
  t.strictSame(await synced(url, body('rubbish')), [], 'malformed: no consent');
  t.strictSame(await synced(url, { ...body(consent([], [])), gdpr: 0 }), ['frame', 'image'], 'out of scope');
  t.equal(await kept(url, `gdpr=1&gdpr_consent=${both}`), '200 kept');
  t.equal(await kept(url, `gdpr=1&gdpr_consent=${consent([1], [11])}`), '451');
  t.equal(await kept(url, `gdpr=0&gdpr_consent=${consent([], [])}`), '200 kept');
  t.equal(await kept(url, 'gdpr=1&gdpr_consent=rubbish'), '400');
});

t.test('an unknown vendor list is requested, and until then there is no consent', async (t) => {
  const wanted: number[] = [];
  const { url } = await openSync(t, withHost, { vendorList, wanted });
  t.equal(await kept(url, `gdpr=1&gdpr_consent=${consent([1], [11, 20], { version: 9 })}`), '400');
  t.strictSame(wanted, [3 * 4096 + 9]);
  t.strictSame(await synced(url, { gdpr: 1, gdpr_consent: consent([1], [11, 20], { version: 9 }) }), []);
  const unasked = (version: number): string =>
    `gdpr=1&gdpr_consent=${consent([], [], { version, purposeOneTreatment: true })}`;
  t.equal(await kept(url, unasked(9)), '400', 'purpose one treatment');
  t.equal(await kept(url, unasked(7)), '200 kept');
});

t.test('a host without a vendor id needs no consent itself; bidders without one are not synchronised', async (t) => {
  const { gvlVendorId: _, ...anonymous } = bidders.image;
  const { url } = await openSync(t, { bidders: { anonymous, image: { ...bidders.image } } }, { vendorList });
  t.strictSame(await synced(url, { gdpr: 1, gdpr_consent: consent([1], [11]) }), ['image']);
  t.equal(await kept(url, `gdpr=1&gdpr_consent=${consent([], [])}`), '200 kept');
});

/** What debug says of each bidder. */
async function told(url: string, gdpr_consent: string): Promise<unknown> {
  const asked = { ...body(gdpr_consent), bidders: ['anonymous', 'image'], debug: true };
  const { debug } = JSON.parse((await ask(`${url}/cookie_sync`, asked)).text) as {
    debug: { bidder: string; error: string }[];
  };
  return Object.fromEntries(debug.map(({ bidder, error }) => [bidder, error]));
}

t.test('debug says what the consent string lacks for a bidder or the host, or the host has not set', async (t) => {
  const { gvlVendorId: _, ...anonymous } = bidders.image;
  const two = { bidders: { anonymous, image: { ...bidders.image, userSync: { key: 'i' } } } };
  const unset = 'is forbidden by TCF: the host has not set its gvlVendorId';
  const malformed = 'is forbidden by TCF: the consent string is malformed';
  const unlisted = 'is forbidden by TCF: the vendor list is not available here';
  const noPurpose = 'is forbidden by TCF: no consent to purpose 1 for it';
  const noHost = 'is forbidden by TCF: no consent to cookies of this host';
  const { url } = await openSync(t, two, { vendorList });
  t.strictSame(await told(url, consent([2], [11])), { anonymous: unset, image: noPurpose });
  t.strictSame(await told(url, 'rubbish'), { anonymous: unset, image: malformed });
  t.strictSame(await told(url, consent([1], [11], { version: 9 })), { anonymous: unset, image: unlisted });
  const { url: careful } = await openSync(t, { ...two, ...withHost }, { vendorList });
  t.strictSame(await told(careful, consent([1], [11])), { anonymous: noHost, image: noHost });
  t.strictSame(await told(careful, 'rubbish'), { anonymous: malformed, image: malformed });
  t.strictSame(await told(careful, consent([1], [11], { version: 9 })), { anonymous: unlisted, image: unlisted });
});

t.test('a request without gdpr follows the default scope of its account, else of the host', async (t) => {
  const accounts = { free: { privacy: { gdpr: { defaultScope: false } } } };
  const strict = { privacy: { gdpr: { defaultScope: true, hostVendorId: 20 } } };
  const { url } = await openSync(t, strict, { vendorList, accounts });
  t.strictSame(await synced(url, {}), ['400'], 'consent is missing');
  t.strictSame(await synced(url, { account: 'free' }), ['frame', 'image']);
  t.equal(await kept(url, ''), '451');
  t.equal(await kept(url, 'account=free'), '200 kept');
  t.equal(await kept(url, `gdpr_consent=${consent([1], [20])}`), '200 kept');
});

t.test(
  'return URLs name an account with its own privacy rules, so that /setuid decides like /cookie_sync',
  async (t) => {
    const accounts = {
      free: { privacy: { gdpr: { defaultScope: false } } },
      plain: { cookieSync: { defaultLimit: 5 } },
    };
    const strict = { privacy: { gdpr: { defaultScope: true, hostVendorId: 20 } } };
    const { url } = await openSync(t, strict, { vendorList, accounts });
    const back = async (body: object): Promise<URL> => {
      const answer = JSON.parse((await ask(`${url}/cookie_sync`, { bidders: ['image'], ...body })).text) as {
        readonly bidder_status: readonly { readonly usersync: { readonly url: string } }[];
      };
      const pixel = new URL(answer.bidder_status[0]!.usersync.url);
      return new URL(pixel.searchParams.get('r')!.replace('$UID', 'u'));
    };
    const free = await back({ account: 'free' });
    t.equal(await kept(url, free.search.slice(1)), '200 kept', free.search);
    t.equal(free.searchParams.get('account'), 'free');
    const others = [{}, { account: 'plain' }, { account: 'nobody' }];
    for (const other of others)
      t.notOk(
        (await back({ gdpr: 0, ...other })).searchParams.has('account'),
        'no account where the rules are the same',
      );
  },
);

t.test('an account that enables GDPR at a host without it is in scope by default', async (t) => {
  const accounts = {
    on: { privacy: { gdpr: { enabled: true } } },
    asked: { privacy: { gdpr: { enabled: true, defaultScope: false } } },
  };
  const privacy = { gdpr: { enabled: false, defaultScope: null } };
  const { url } = await openSync(t, { privacy }, { vendorList, accounts });
  t.strictSame(await synced(url, {}), ['frame', 'image']);
  t.strictSame(await synced(url, { account: 'on' }), ['400'], 'consent is missing');
  t.strictSame(await synced(url, { account: 'asked' }), ['frame', 'image']);
});

t.test('a bidder with skipwhen.gdpr is left out where GDPR holds by default, too', async (t) => {
  const image = { userSync: { skipwhen: { gdpr: true } } };
  const { url } = await openSync(t, { bidders: { image }, privacy: { gdpr: { defaultScope: true } } }, { vendorList });
  const gdpr_consent = consent([1], [11, 12]);
  t.strictSame(await synced(url, { gdpr_consent }), ['frame']);
  t.strictSame(await synced(url, { gdpr_consent, gdpr: 0 }), ['frame', 'image']);
});

t.test('us_privacy and GPP sections forbid sync', async (t) => {
  const { url } = await openSync(t);
  // Section 6 with 1YYN, and sections 2 and 6 with a consent string.
  const uspGpp = 'DBABTA~1YYN';
  t.strictSame(await synced(url, { us_privacy: '1YYN' }), []);
  t.strictSame(await synced(url, { us_privacy: '1YNN' }), ['frame', 'image']);
  t.strictSame(await synced(url, { us_privacy: '1yyn' }), [], 'case is ignored');
  t.strictSame(await synced(url, { us_privacy: 'YYYY' }), ['frame', 'image'], 'malformed: ignored');
  t.strictSame(await synced(url, { gpp: uspGpp, gpp_sid: '6' }), []);
  t.equal(await kept(url, 'us_privacy=1YYN'), '451');
  t.equal(await kept(url, 'us_privacy=1-Y-'), '451');
  t.equal(await kept(url, 'us_privacy=1NNN'), '200 kept');
  t.equal(await kept(url, `gpp=${uspGpp}&gpp_sid=6`), '451');
  t.equal(await kept(url, 'gpp=rubbish&gpp_sid=6'), '200 kept', 'malformed: ignored');
  const loose = await openSync(t, { privacy: { ccpa: { enforce: false } } });
  t.strictSame(await synced(loose.url, { us_privacy: '1YYN' }), ['frame', 'image']);
});

t.test('the activity syncUser of an account forbids sync', async (t) => {
  const accounts = {
    no: { privacy: { allowActivities: { syncUser: { default: false } } } },
    some: {
      privacy: {
        allowActivities: { syncUser: { rules: [{ condition: { componentName: ['image'] }, allow: false }] } },
      },
    },
    gpc: { privacy: { allowActivities: { syncUser: { rules: [{ condition: { gpc: '1' }, allow: false }] } } } },
  };
  const { url } = await openSync(t, {}, { accounts });
  t.strictSame(await synced(url, { account: 'no' }), []);
  t.strictSame(await synced(url, { account: 'some' }), ['frame']);
  t.strictSame(await synced(url, { account: 'gpc' }), ['frame', 'image']);
  t.equal(await kept(url, 'account=no'), '451');
  t.equal(await kept(url, 'account=some'), '451');
  const gpc = await ask(`${url}/setuid?bidder=image&uid=u&account=gpc`, undefined, { 'sec-gpc': '1' });
  t.equal(gpc.status, 451);
});
