/** user.data that is kept as text reads as JSON.parse would read it, whatever a client sends. */
import t from 'tap';
import { Fragments } from '../../src/openrtb/fragments.ts';
import { freezeDeep } from '../../src/openrtb/freeze.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { parseRequest, restoreData, unreadText } from '../../src/openrtb/unread-data.ts';
import { parseJson } from '../../src/openrtb/long-integers.ts';

const segment = [
  { id: '412', value: 'sport "ä€😀" \\' },
  { name: 'cars', ext: { weight: -1.5 } },
  { ext: { segtax: true, of: null } },
  {},
];
const entry = { id: '7', name: 'dmp.example', segment, ext: { segtax: 4, by: 'x' } };
const data = Array.from({ length: 12 }, (_, at) => ({ ...entry, id: String(at) }));
const dataText = JSON.stringify(data);

function read(text: string): { readonly request: BidRequest; readonly unread: string | undefined } {
  const parsed = parseRequest(text);
  const request = restoreData(parsed.value as BidRequest, parsed);
  return { request, unread: unreadText(request.user?.data) };
}

t.test('plain data is kept as text and behaves as a list', async (t) => {
  const text = `{"id":"1","user":{"id":"u","data":${dataText},"yob":1980},"test":1}`;
  const { request, unread } = read(text);
  t.equal(unread, dataText);
  t.equal(new Fragments().text(request.user), JSON.stringify(JSON.parse(text).user));
  const { user } = read(text).request;
  t.equal(JSON.stringify(user), JSON.stringify(JSON.parse(text).user));
  t.ok(Array.isArray(user?.data));
  t.equal(user?.data?.length, data.length);
  t.strictSame(user?.data?.flatMap((one) => one.segment?.map(({ id }) => id) ?? []).slice(0, 3), [
    '412',
    undefined,
    undefined,
  ]);
  t.strictSame([...(user?.data ?? [])], data);
  t.strictSame(Object.keys(read(text).request.user!.data!), Object.keys(data), 'its keys are the indexes');
  const places: string[] = [];
  for (const place in read(text).request.user!.data) places.push(place);
  t.strictSame(places, Object.keys(data));
});

t.test('writing an object that contains the data does not parse it', async (t) => {
  const { request } = read(`{"user":{"id":"u","data":${dataText}}}`);
  const { parse } = JSON;
  t.teardown(() => (JSON.parse = parse));
  let parses = 0;
  JSON.parse = (...given) => (parses++, parse(...given) as unknown);
  const { user } = request;
  const fragments = new Fragments();
  for (const text of [fragments.text(user), fragments.fresh({ ...user }), new Fragments().joinOne(user!, 'id', '"v"')])
    t.ok(text.includes(dataText));
  t.equal(parses, 0);
  t.equal(user?.data?.length, data.length);
  t.equal(parses, 1, 'it is parsed when it is used');
});

t.test('the data cannot be changed, and freezing its object leaves it readable', async (t) => {
  const list = read(`{"user":{"data":${dataText}}}`).request.user!.data!;
  const frozen = freezeDeep({ list });
  t.equal(frozen.list, list);
  t.throws(() => list.push({}), TypeError);
  t.throws(() => list.pop(), TypeError);
  t.throws(() => (list[0]!.name = 'other'), TypeError);
  t.throws(() => Object.defineProperty(list, 'x', { value: 1 }), TypeError);
  const unread = read(`{"user":{"data":${dataText}}}`).request.user!.data!;
  t.throws(() => Object.freeze(unread), TypeError);
  t.equal(unread.length, data.length, 'it can still be read');
  t.throws(() => delete list[0], TypeError);
  t.equal(JSON.stringify(list), dataText);
});

t.test('a request whose data cannot be located in its text is parsed as a whole', async (t) => {
  const twice = dataText.slice(0, -1) + ',' + dataText.slice(1);
  for (const text of [
    `{"user":{"data":${JSON.stringify(data, null, 1)}}}`,
    `{"user":{"data":${dataText.replace('"412"', '412')}}}`,
    `{"user":{"data":${dataText.replace('"segtax"', '"a":{},"segtax"')}}}`,
    `{"user":{"data":${dataText.replace('-1.5', '1e999')}}}`,
    `{"user":{"data":${dataText.replace('-1.5', '12345678901234567890')}}}`,
    `{"user":{"data":${dataText.replace('"dmp.example"', 'null')}}}`,
    `{"user":{"data":${dataText.replace('"id":"412"', '"id":"1","id":"412"')}}}`,
    `{"user":{"data":${dataText.replace('"value"', '"id"')}}}`,
    `{"user":{"data":${dataText.replace('"name":"dmp.example"', '"id":"8","name":"dmp.example"')}}}`,
    `{"user":{"data":${dataText.replace('"segment":', '"segment":[{"id":"1"}],"segment":')}}}`,
    `{"user":{"data":${dataText.replace('"ext":{"segtax":4', '"ext":{},"ext":{"segtax":4')}}}`,
    `{"user":{"data":${dataText.replace('"by"', '"segtax"')}}}`,
    `{"user":{"data":${dataText.replace('"by"', String.raw`"segtax"`)}}}`,
    `{"user":{"data":${dataText.replace('"by":"x"', '"by":"x","by":"y"')}}}`,
    `{"user":{"data":${dataText.replace('"weight":-1.5', '"weight":-1.5,"weight":1')}}}`,
    `{"user":{"data":[${JSON.stringify(entry)}]}}`,
    `{"site":{"content":{"data":${dataText}}}}`,
    `{"site":{"content":{"data":${dataText}}},"user":{"data":[{"id":"1"}]}}`,
    `{"user":{"ext":{"data":${dataText}}}}`,
    `{"user":{"data":${dataText},"data":[{"id":"1"}]}}`,
    `{"user":{"data":${dataText}},"user":{"id":"1"}}`,
    `{"user":{"data":${dataText}},"id":"\\u0001"}`,
    `{"user":{"ext":{"data":${dataText}},"data":"\\u0001"}}`,
    `{"ext":{"user":{"data":${dataText}}},"user":{"data":${twice}}}`,
    `[{"user":{"data":${dataText}}}]`,
    `"\\"user\\":{\\"data\\":[{"`,
  ]) {
    const { value, data: unread } = parseRequest(text);
    t.equal(unread, undefined, text.slice(0, 60));
    t.strictSame(value, parseJson(text));
  }
});

t.test('a request is returned itself if its data was parsed, replaced or removed', async (t) => {
  const whole = parseRequest('{"user":{"data":[{"id":"1"}]}}');
  t.equal(restoreData(whole.value as BidRequest, whole), whole.value);
  const cut = parseRequest(`{"user":{"data":${dataText}}}`);
  for (const request of [{}, { user: {} }, { user: { data: [] } }, { user: { data: [{ id: 'merged' }] } }])
    t.equal(restoreData(request, cut), request, JSON.stringify(request));
});

t.test('very long data is parsed as a whole unless it has few parts', async (t) => {
  const long = JSON.stringify(Array.from({ length: 20_000 }, () => entry));
  t.strictSame(parseRequest(`{"user":{"data":${long}}}`), {
    value: JSON.parse(`{"user":{"data":${long}}}`),
    data: undefined,
  });
  const open = `[{"id":"${'\\\\'.repeat(400_000)}"}]`;
  t.equal(parseRequest(`{"user":{"data":${open}}}`).data, undefined);
  const fits = JSON.stringify([{ id: 'x'.repeat(250_000) }]);
  t.equal(parseRequest(`{"user":{"data":${fits}}}`).data, fits);
});
