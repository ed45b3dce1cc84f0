/** The calls in a captured line (issue 6, item 3): ids are redacted wherever calls and replies have them. */
import t from 'tap';
import type { CaptureMessage, MessageCall } from '../../src/observe/capture-message.ts';
import { captureLine } from '../../src/observe/capture-line.ts';
import type { CapturedAuction } from '../../src/observe/capture-record.ts';

const rules = {
  cookies: 1,
  hostCookie: { family: '', cookieName: '', optOutCookie: { name: '', value: '' } },
  keepUserIds: false,
  maxReplyBytes: 1000,
  write: JSON.stringify,
};

/** The line of an auction with one call, which sends the body of the auction; its reply is empty unless `call` gives its place. */
function lineOf(
  body: object | string,
  call: Partial<MessageCall>,
  headers: CaptureMessage['headers'] = {},
): CapturedAuction {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const [all, none] = [
    { start: 0, end: bytes.byteLength },
    { start: 0, end: 0 },
  ];
  const usual = { bidder: 'acme', method: 'POST', uri: 'https://acme.example/', sentEncoding: '', sent: all };
  const ended = { kind: 'reply', status: 200, elapsedMs: 1, encoding: '', reply: none, headers: [] } as const;
  const message: CaptureMessage = {
    at: 1,
    method: 'POST',
    path: '/',
    headers,
    bytes: new Uint8Array(bytes).buffer,
    body: all,
    calls: [{ ...usual, ...ended, ...call }],
    answer: { status: 200, elapsedMs: 1, body: none },
  };
  return JSON.parse(captureLine(message, rules)!) as CapturedAuction;
}

t.test('ids are redacted in the URL of a call, in its imps and in the headers of its reply', async (t) => {
  const body = { imp: [{ id: 'i-id-of-a-person' }, { id: 'i2' }], user: { id: 'id-of-a-person' } };
  const headers = ['x-reason', 'id-of-a-person is unknown'];
  const { calls } = lineOf(body, { uri: 'https://acme.example/id-of-a-person?q=1', headers });
  t.match(calls, [
    {
      uri: 'https://acme.example/redacted',
      imps: ['i-redacted', 'i2'],
      headers: { 'x-reason': 'redacted is unknown' },
    },
  ]);
});

t.test('a client address from X-Forwarded-For is redacted in the URL of a call, too', async (t) => {
  const { headers, calls } = lineOf(
    {},
    { uri: 'https://acme.example/of/81.2.69.142' },
    { 'x-forwarded-for': '81.2.69.142' },
  );
  t.equal(headers['x-forwarded-for'], '81.2.69.0');
  t.match(calls, [{ uri: 'https://acme.example/of/redacted' }]);
});

t.test('an id of digits is redacted also where the request, a reply or the answer has it as a number', async (t) => {
  const [id, long] = ['987654321012345', '123456789012345678'];
  const geo = { lat: 51.123456, lon: 7.5 };
  const imp = [{ id: 'i1', ext: { a: Number(id), b: 7 } }];
  // The imp comes first, as with Prebid.js: no id is known yet when it is read.
  const request = { imp, device: { geo }, user: { id, buyeruid: long, eids: [{ uids: [{ id: '7' }] }] } };
  const body = JSON.stringify(request).replace('"b":7', `"b":[${long},7]`);
  const bytes = { start: 0, end: Buffer.byteLength(body) };
  const line = lineOf(body, { reply: bytes });
  const seen = { device: { geo: { lat: 51.12, lon: 7.5 } }, imp: [{ ext: { a: 1, b: [1, 7] } }] };
  t.match(line, { body: seen, calls: [{ body: seen }] });
  t.notMatch(JSON.stringify(line), new RegExp(`${id}|${long}`));
});

t.test('a reply without a body has none in the line, whatever its encoding', async (t) => {
  const [call] = lineOf({}, { status: 204, encoding: 'br' }).calls;
  t.match(call, { status: 204, headers: { 'content-encoding': 'br' }, body: undefined, bodyBase64: undefined });
});

t.test('a number beyond the range of doubles is kept as one, so that a replay gets the same 400', async (t) => {
  const body = '{"imp":[{"bidfloor":1e999,"ext":{"n":[-1e400,12345678901234567890]}}],"user":{"id":"id-of-a-person"}}';
  const left = '{"imp":[{"bidfloor":1e999,"ext":{"n":[-1e999,12345678901234567890]}}],"user":{"id":"redacted"}}';
  t.equal(lineOf(body, {}).body, left);
});

t.test('such a number in a reply is kept, so that a replay refuses the same bid', async (t) => {
  const reply = '{"seatbid":[{"bid":[{"id":"1","price":1e999,"adm":"id-of-a-person"}]}]}';
  const body = `{"ext":{"n":${reply}},"user":{"id":"id-of-a-person"}}`;
  const start = body.indexOf(reply);
  const [call] = lineOf(body, { reply: { start, end: start + reply.length } }).calls;
  t.equal(call!.body, reply.replace('id-of-a-person', 'redacted'));
});
