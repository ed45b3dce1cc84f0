/** `GET /openrtb2/auction`: the bid request made of a query, and hostile queries. The cases of test/auction/exemplary/get show the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { RequestError } from '../../src/errors.ts';
import { getBody } from '../../src/http/get-auction.ts';
import { startBidders } from '../support/bidders.ts';
import { chanceFrom, pick } from '../support/chance.ts';
import { startService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
const bodyOf = (query: string): unknown =>
  JSON.parse(Buffer.from(getBody(new URLSearchParams(query), 'svc')).toString());

t.test('a query becomes a bid request', async (t) => {
  const publisher = { publisher: { id: 'p1' } };
  t.strictSame(bodyOf('srid=a%2Fb&tag_id=c&tmax=700&account=p2&pubid=p1&x=1&x=2&y&sarid=r&w=[W]'), {
    tmax: 700,
    site: publisher,
    app: publisher,
    dooh: publisher,
    ext: {
      svc: {
        storedrequest: { id: 'a/b' },
        storedauctionresponse: { id: 'r' },
        get: [
          ['srid', 'a/b'],
          ['tag_id', 'c'],
          ['tmax', '700'],
          ['account', 'p2'],
          ['pubid', 'p1'],
          ['x', '1'],
          ['sarid', 'r'],
        ],
      },
    },
  });
  for (const tmax of ['0', '-1', '1.5', '1e3', 'x', '9'.repeat(16)])
    t.notOk('tmax' in (bodyOf(`srid=a&tmax=${tmax}`) as object), tmax);
  t.match(bodyOf('tag_id=a&account=p2'), {
    site: { publisher: { id: 'p2' } },
    ext: { svc: { storedrequest: { id: 'a' } } },
  });
  for (const query of ['', 'srid=', 'srid=%20', 'srid=[ID]', 'id=1'])
    t.throws(() => bodyOf(query), new RequestError(400, ['srid is missing: name the stored request of the auction']));
  t.match(
    bodyOf('srid=a&rprof=one,%20two,,&iprof=three&iprof=four'),
    { ext: { svc: { profiles: ['one', 'two'], impprofiles: ['three'] } } },
    'profiles are where the envelope reads them',
  );
  t.notMatch(JSON.stringify(bodyOf('srid=a&rprof=,&iprof=%20,')), /profiles"|account/);
  t.strictSame(bodyOf('=x&srid=a'), {
    ext: {
      svc: {
        storedrequest: { id: 'a' },
        get: [
          ['', 'x'],
          ['srid', 'a'],
        ],
      },
    },
  });
  t.throws(() => bodyOf('=x'), /srid is missing/, 'a parameter without a name names nothing');
  const { byteLength, buffer } = getBody(new URLSearchParams('srid=a'), 'svc');
  t.equal(buffer.byteLength, byteLength, 'the bytes may be handed to another thread');
});

const code = readFileSync(join(root, 'src/stages/prepare/read-get-parameters.ts'), 'utf8');
/** All parameters that set something. */
const names = [...code.matchAll(/^ {2}\['([\w ]+)', \w+, '/gm)].flatMap(([, all]) => all!.split(' '));

t.test('the README documents every parameter that is read', async (t) => {
  const page = readFileSync(join(root, 'src/http/README.md'), 'utf8');
  t.ok(names.length > 60, `${names.length} parameters`);
  for (const name of names) if (!page.includes(`\`${name}\``)) t.fail(`src/http/README.md does not document ${name}`);
});

t.test('400 random queries get 200 or 400, and bidders see no parameters', async (t) => {
  const bidders = await startBidders(t);
  const ext = { svc: { bidder: { bidderA: {} } } };
  const media = {
    banner: { format: [{ w: 300, h: 250 }] },
    video: { mimes: ['video/mp4'] },
    audio: { mimes: ['audio/mp4'] },
  };
  const stored = {
    site: { imp: [{ id: 'i1', ...media, ext }], site: { id: 's1' } },
    app: { imp: [{ id: 'i1', ...media, ext }], app: { id: 'a1', content: { title: 't' } } },
    dooh: { imp: [{ id: 'i1', banner: media.banner, ext }], dooh: { id: 'd1' } },
    none: { imp: [{ id: 'i1', video: media.video, ext }] },
    empty: {},
    odd: { imp: [], ext: { svc: { get: { w: 1 } } } },
    nested: { imp: [{ id: 'i1', banner: media.banner, ext }], site: { id: 's' }, ext: { svc: { get: [['w', '1']] } } },
  };
  const profiles = {
    1: { type: 'imp', mergeprecedence: 'profile', body: { banner: null, video: media.video, id: '9' } },
    0: { type: 'request', mergeprecedence: 'profile', body: { ext: { svc: { get: 1, amp: [] } }, site: { x: 1 } } },
    x: { type: 'request', body: { imp: 1, app: {}, dooh: null } },
    C: { type: 'imp', mergeprecedence: 'profile', body: { ext: null, audio: 7 } },
  };
  const settings = { bidders: bidders.settings('bidderA') };
  const service = await startService(t, settings, { requests: stored, profiles });
  const more =
    'pubid account slot targeting sizes ms sarid debug ip gdpr gdpr_applies tcfc addtl_consent gpps gpp_sid consent_type consent_string rprof iprof __proto__ constructor get'.split(
      ' ',
    );
  const values = [
    '1',
    '0',
    '-1',
    '1,2',
    '',
    'x',
    '1e9',
    '99999999999',
    '[]',
    '{}',
    '{"a":1}',
    'null',
    '__proto__',
    '\u0000',
    '"',
    '300x250',
    '::1',
    '1.2.3.4',
    'C',
    '%',
    '\n',
    'é'.repeat(50),
  ];
  const chance = chanceFrom(7);
  const statuses = new Map<number, number>();
  for (let round = 0; round < 400; round++) {
    const query = new URLSearchParams({ srid: pick(Object.keys(stored), chance) });
    for (let count = Math.floor(chance() * 4); count > 0; count--)
      query.append(pick([...names, ...more], chance), pick(values, chance));
    const response = await fetch(`${service.url}/openrtb2/auction?${query.toString()}`);
    const answer = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status === 200) t.ok(Array.isArray((JSON.parse(answer) as { seatbid: unknown }).seatbid));
    else if (response.status !== 400) t.fail(`${query.toString()}: ${response.status} ${answer}`);
  }
  for (const rprof of ['', '0', 'x', 'x,0', 'none'])
    for (const iprof of ['', '1', 'C', '1,C,1', 'none']) {
      const { status } = await fetch(`${service.url}/openrtb2/auction?srid=app&rprof=${rprof}&iprof=${iprof}&pubid=p`);
      const isUnknown = [rprof, iprof].includes('none');
      t.ok(status === 400 || (status === 200 && !isUnknown), `${rprof} ${iprof}: ${status}`);
    }
  t.ok((statuses.get(200) ?? 0) > 50 && (statuses.get(400) ?? 0) > 50, JSON.stringify([...statuses]));
  const heard = bidders.received('bidderA').map(({ text }) => text);
  t.ok(heard.length > 50, `${heard.length} calls`);
  t.notOk(
    heard.some((text) => /"get":|storedrequest|profiles/.test(text)),
    'no parameter reaches a bidder',
  );
});
