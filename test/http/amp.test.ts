/** `GET /openrtb2/amp`: the bid request made of a page's query, and hostile queries. The cases of test/auction show the rest. */
import t from 'tap';
import { RequestError } from '../../src/errors.ts';
import { ampBody } from '../../src/http/amp.ts';
import { startBidders } from '../support/bidders.ts';
import { dice } from '../support/chance.ts';
import { startService } from '../support/service.ts';

const bidders = await startBidders(t);

const imp = {
  id: 'i1',
  banner: { format: [{ w: 300, h: 250 }] },
  ext: { svc: { bidder: { bidderA: {} } } },
};
const service = await startService(
  t,
  { bidders: bidders.settings('bidderA') },
  { requests: { page: { id: 'r1', imp: [imp], site: { id: 's1' } } } },
);

const bodyOf = (query: string): unknown =>
  JSON.parse(Buffer.from(ampBody(new URLSearchParams(query), 'svc')).toString());

t.test('a query becomes a bid request', async (t) => {
  t.strictSame(bodyOf('tag_id=a%2Fb&timeout=700&account=p1&x=1&x=2&y'), {
    tmax: 700,
    site: { publisher: { id: 'p1' } },
    ext: {
      svc: {
        storedrequest: { id: 'a/b' },
        amp: { data: { tag_id: 'a/b', timeout: '700', account: 'p1', x: '1', y: '' } },
      },
    },
  });
  for (const timeout of ['0', '-1', '1.5', '1e3', '', 'x', '9'.repeat(16)]) {
    t.notOk('tmax' in (bodyOf(`tag_id=a&timeout=${timeout}`) as object), timeout);
  }
  t.match(bodyOf('tag_id=a&timeout=+1000%20'), { tmax: 1000 }, 'blanks around it are ignored, as with widths');
  t.match(bodyOf('tag_id=a&timeout=10000000'), { tmax: 10_000_000 }, 'a long one is kept: the deadline lowers it');
  for (const account of ['', '%20', 'ACCOUNT_ID']) {
    t.notOk('site' in (bodyOf(`tag_id=a&account=${account}`) as object), account);
  }
  for (const query of ['', 'tag_id=', 'tag_id=%20'])
    t.throws(() => bodyOf(query), new RequestError(400, ['tag_id is missing: name the stored request of the page']));
  const { byteLength, buffer } = ampBody(new URLSearchParams('tag_id=a'), 'svc');
  t.equal(buffer.byteLength, byteLength, 'the bytes may be handed to another thread');
});

t.test('a macro that was not replaced counts as absent', async (t) => {
  const rtc =
    'w=ATTR(width)&ms=ATTR(data-multi-size)&slot=ATTR(data-slot)&targeting=TGT&curl=CANONICAL_URL&timeout=TIMEOUT&adc=ADCID' +
    '&purl=HREF&gdpr_consent=CONSENT_STRING&account=ACCOUNT_ID&gdpr_applies=CONSENT_METADATA(gdprApplies)&pvid=PAGEVIEWID_64';
  t.strictSame(bodyOf(`tag_id=a&${rtc}`), bodyOf('tag_id=a'));
  t.match(bodyOf('tag_id=a&slot=TGT-1&curl=TGT&slot=b'), { ext: { svc: { amp: { data: { slot: 'TGT-1' } } } } });
});

t.test('names of Object.prototype are ordinary parameters', async (t) => {
  const text = Buffer.from(ampBody(new URLSearchParams('tag_id=a&__proto__=b&toString=c'), 'svc')).toString();
  t.match(text, /"__proto__":"b","toString":"c"/);
});

t.test('3,000 hostile queries get 200, 400 or 431, and their text is not reflected', async (t) => {
  const names =
    'w h ow oh ms slot curl purl pvid account timeout targeting debug gdpr_consent consent_string consent_type gdpr_applies addtl_consent gpp_sid adc __proto__ __amp_source_origin constructor'.split(
      ' ',
    );
  const values = [
    '',
    '0',
    '-1',
    '1e999',
    '320',
    '<script>alert(1)</script>',
    '\r\nX-Sent: 1',
    '\0',
    '\ud800',
    '{{UUID}}',
    '{"a":1}',
    '{"__proto__":{"polluted":1}}',
    `${'['.repeat(900)}${']'.repeat(900)}`,
    `{"a":${'{"a":'.repeat(900)}1${'}'.repeat(901)}`,
    '1YNN',
    '4',
    '3',
    '1,2,x',
    '300x250,1x1',
    'x'.repeat(2000),
    'https://[::1',
    'javascript:alert(1)',
    '/../../etc/passwd',
    '%',
    '%ff%fe',
  ];
  const roll = dice(7);
  const statuses = new Map<number, number>();
  const ask = async (): Promise<void> => {
    const query = Array.from({ length: 1 + roll(6) }, () => {
      const value = values[roll(values.length)]!;
      return `${names[roll(names.length)]!}=${value.startsWith('%') ? value : encodeURIComponent(value.toWellFormed())}`;
    });
    if (roll(10) > 0) query.push('tag_id=page');
    const answer = await fetch(`${service.url}/openrtb2/amp?${query.join('&')}`);
    const text = await answer.text();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (/<script|xxxxx|passwd/.test(text) || answer.headers.has('x-sent')) t.fail(`${query.join('&')} → ${text}`);
  };
  for (let n = 0; n < 150; n++) await Promise.all(Array.from({ length: 20 }, ask));
  const [served, refused] = [statuses.get(200) ?? 0, statuses.get(400) ?? 0];
  t.ok(served > 1000 && refused > 300, `${served} served, ${refused} refused`);
  t.equal(served + refused + (statuses.get(431) ?? 0), 3000, 'the rest were too long');
  t.equal(({} as { polluted?: number }).polluted, undefined);
});
