/** Bodies of `/cookie_sync`: faults, empty values, and consent (spec 4.2; decisions, 'User sync'). */
import t from 'tap';
import { ask, openSync } from './sync-front.ts';
import { names, read } from './sync-answer.ts';

t.test('an invalid body is refused with 400 and every fault', async (t) => {
  const { url, bugs } = await openSync(t);
  const bodies: readonly (readonly [unknown, RegExp])[] = [
    ['', /not a JSON object/],
    ['{', /not a JSON object/],
    ['[]', /not a JSON object/],
    ['null', /not a JSON object/],
    ['['.repeat(100_000), /not a JSON object/],
    [{ bidders: 'image' }, /bidders must be an array/],
    [{ bidders: [1] }, /bidders must be an array/],
    [{ limit: 'x' }, /limit must be a whole number/],
    [{ limit: 1.5, coopSync: 1, debug: 'y' }, /limit must[^]*coopSync must[^]*debug must/],
    [{ gdpr: 2 }, /gdpr must be 0 or 1/],
    [{ gdpr: {} }, /gdpr must be 0 or 1/],
    [{ gdpr: 1 }, /gdpr_consent is missing/],
    [{ gdpr: '1', gdpr_consent: '' }, /gdpr_consent is missing/],
    [{ gdpr_consent: 5 }, /gdpr_consent must be a string/],
    [{ gdpr_consent: 'C'.repeat(9000) }, /gdpr_consent is longer/],
    [{ gdpr_consent: '漢'.repeat(547) }, /gdpr_consent is longer than 8192 characters as encoded in a sync URL/],
    [{ gpp: 'DBABTA~' + '%'.repeat(1639) }, /gpp is longer/],
    [{ gpp: 'no gpp' }, /gpp is not a GPP string/],
    [{ gpp_sid: '2,x' }, /gpp_sid must be/],
    [{ gpp_sid: '-2' }, /gpp_sid must be/],
    [{ gpp_sid: '1,'.repeat(5000) }, /gpp_sid must be/],
    [{ gpp_sid: 2 }, /gpp_sid must be a string such as "7,8" or a list of section ids:/],
    [{ gpp_sid: [2, '6'] }, /gpp_sid must be a string such as "7,8" or a list of section ids:/],
    [{ gpp_sid: [-2] }, /gpp_sid must be section ids/],
    [{ gpp_sid: [2.5] }, /gpp_sid must be a string such as "7,8" or a list of section ids:/],
    [{ account: 1.5 }, /account must be a string/],
    [{ filterSettings: 'x' }, /filterSettings must be an object/],
    [{ filterSettings: { image: [] } }, /filterSettings\.image must be an object/],
    [{ filterSettings: { image: { filter: 'all' } } }, /filterSettings\.image\.filter/],
    [{ filterSettings: { iframe: { filter: 'include', bidders: 'image' } } }, /filterSettings\.iframe\.bidders/],
    [{ filterSettings: { iframe: { bidders: ['image', 1] } } }, /filterSettings\.iframe\.bidders/],
  ];
  for (const [body, reason] of bodies) {
    const answer = await ask(`${url}/cookie_sync`, body);
    const shown = JSON.stringify(body).slice(0, 60);
    t.equal(answer.status, 400, shown);
    t.match(answer.text, reason, shown);
  }
  t.strictSame(bugs, []);
});

t.test('gpp_sid has up to 400 characters', async (t) => {
  const { url } = await openSync(t);
  const statuses = ['7,'.repeat(199) + '77', '7,'.repeat(200) + '7'].map(
    async (sids) => (await ask(`${url}/cookie_sync`, { bidders: ['image'], gpp_sid: sids })).status,
  );
  t.strictSame(await Promise.all(statuses), [200, 400]);
});

t.test('empty and null members count as absent; unknown members and bidders are ignored', async (t) => {
  const { url } = await openSync(t);
  const bodies = [
    { bidders: ['image'], gdpr: '', gpp_sid: '', gdpr_consent: '', us_privacy: '', gpp: '', account: '' },
    { bidders: ['image'], gdpr: null, limit: null, filterSettings: null },
    { bidders: ['image'], us_privacy: 'rubbish\r\nX: y' },
    { bidders: ['image'], gdpr: '0', gdpr_consent: '\ud800' },
    { bidders: ['image', 'image', 'IMAGE', 'nobody', '__proto__', '', '\r\n'], more: 1 },
  ];
  for (const body of bodies) {
    const answer = await ask(`${url}/cookie_sync`, body);
    t.strictSame(names(answer), ['image'], JSON.stringify(body));
    t.match(read(answer).bidder_status[0]!.usersync.url, /us_privacy%3D%26/, 'no malformed us_privacy in the URL');
  }
});

t.test('GPP overrides gdpr and us_privacy in sync URLs', async (t) => {
  const { url } = await openSync(t);
  const body = {
    bidders: ['image'],
    gdpr: 1,
    gdpr_consent: 'old',
    us_privacy: '1NNN',
    gpp: 'DBABTA~1YNN',
    gpp_sid: '6',
  };
  const [sync] = read(await ask(`${url}/cookie_sync`, body)).bidder_status;
  const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
  t.match(Object.fromEntries(back), { gdpr: '0', us_privacy: '1YNN', gpp: 'DBABTA~1YNN', gpp_sid: '6' });
});

t.test('a list of section ids, as Prebid.js sent in 2023, is read like its text', async (t) => {
  const { url } = await openSync(t);
  for (const [sections, told] of [
    [[7, 8], '7,8'],
    [[-1], '-1'],
    [[], ''],
  ] as const) {
    const body = { bidders: ['image'], gpp: 'DBAA', gpp_sid: sections };
    const [sync] = read(await ask(`${url}/cookie_sync`, body)).bidder_status;
    const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
    t.equal(back.get('gpp_sid'), told);
  }
});

t.test('gdpr in sync URLs follows the GPP sections, also without a GPP string', async (t) => {
  const { url } = await openSync(t);
  const body = { bidders: ['image'], gdpr: 0, gdpr_consent: 'any', gpp_sid: '7' };
  for (const [gdpr, told] of [
    [undefined, '0'],
    [1, '0'],
    ['odd', '0'],
  ] as const) {
    const [sync] = read(await ask(`${url}/cookie_sync`, { ...body, gdpr })).bidder_status;
    t.equal(new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams.get('gdpr'), told, String(gdpr));
  }
});

t.test('-1, which consent platforms send where no section of GPP applies, is no fault', async (t) => {
  const { url } = await openSync(t);
  const [sync] = read(
    await ask(`${url}/cookie_sync`, { bidders: ['image'], gpp: 'DBAA', gpp_sid: '-1' }),
  ).bidder_status;
  const back = new URL(new URL(sync!.usersync.url).searchParams.get('r')!).searchParams;
  t.match(Object.fromEntries(back), { gdpr: '', gpp: 'DBAA', gpp_sid: '-1' }, 'gdpr stays empty');
  const under = await ask(`${url}/cookie_sync`, { bidders: ['image'], gdpr: 1, gpp_sid: '-1' });
  t.match(under.text, /gdpr_consent is missing/, 'TCF outside GPP still applies');
  const answer = await ask(`${url}/setuid?${String(back).replace('%24UID', 'u')}`);
  t.equal(answer.status, 200, 'the return URL is accepted');
  t.match(answer.headers['set-cookie'], /^uids=/);
});
