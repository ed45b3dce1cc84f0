/** The farm's scanner reads the same as `JSON.parse`, and generated requests have the requested shape. */
import t from 'tap';
import { readRequest, type FarmRequest } from '../../bench/farm/read-request.ts';
import { makeRequests, type RequestShape } from '../../bench/requests.ts';

const shape: RequestShape = {
  kind: 'site',
  imps: 3,
  bytes: 4800,
  bidders: ['alpha', 'bravo', 'charlie', 'delta', 'echo'],
  tmaxMs: 500,
  namespace: 'svc',
};

interface Parsed {
  id: string;
  imp: {
    id: string;
    banner?: { format: { w: number; h: number }[] };
    video?: { w: number; h: number };
    ext: { svc: { bidder: Record<string, object> } };
  }[];
  site?: object;
  app?: object;
  tmax: number;
  ext: { svc: { targeting: object } };
}

/** Reads a generated request with `JSON.parse`. */
function readTree(text: string): FarmRequest {
  const { id, imp } = JSON.parse(text) as Parsed;
  const imps = imp.map(({ id, banner, video }) => {
    const { w, h } = video ?? banner!.format[0]!;
    return { id, mtypes: [banner ? 1 : 2], w, h };
  });
  return { id, imps };
}

const shapes: readonly RequestShape[] = [
  { ...shape, imps: 1, bytes: 2000 },
  shape,
  { ...shape, kind: 'app' },
  { ...shape, kind: 'video' },
  { ...shape, imps: 10, bytes: 33_000 },
  { ...shape, imps: 50, bytes: 33_000, namespace: 'prebid' },
];

t.test('generated requests have the requested shape and size, and depend only on the seed', async (t) => {
  for (const one of shapes) {
    const name = `${one.kind}, ${one.imps} imps, ${one.bytes} bytes`;
    const texts = makeRequests(one, 20, 7);
    t.strictSame(makeRequests(one, 20, 7), texts, `${name}: the seed decides`);
    t.notSame(makeRequests(one, 20, 8), texts, `${name}: another seed, other requests`);
    t.equal(new Set(texts.map((text) => (JSON.parse(text) as Parsed).id)).size, 20, `${name}: ids differ`);
    for (const text of texts) {
      const request = JSON.parse(text) as Parsed;
      if (Math.abs(text.length - one.bytes) > one.bytes / 20) t.fail(`${name}: ${text.length} bytes`);
      if (request.imp.length !== one.imps) t.fail(`${name}: ${request.imp.length} imps`);
      if ((one.kind === 'app') !== (request.app !== undefined)) t.fail(`${name}: site or app`);
      if ((one.kind === 'video') !== (request.imp[0]!.video !== undefined)) t.fail(`${name}: video or banner`);
    }
  }
  const request = JSON.parse(makeRequests(shape, 1, 7)[0]!) as Parsed;
  t.equal(request.tmax, 500);
  t.strictSame(Object.keys(request.imp[2]!.ext.svc.bidder), shape.bidders);
  t.ok(request.ext.svc.targeting);
});

t.test('the scanner reads the same as JSON.parse, also with white space', async (t) => {
  for (const one of shapes) {
    for (const text of makeRequests(one, 20, 3)) {
      t.strictSame(readRequest(text), readTree(text));
      const spread = JSON.stringify(JSON.parse(text), null, ' \t');
      t.strictSame(readRequest(spread), readTree(text), 'white space changes nothing');
    }
  }
});

function read(request: object): FarmRequest {
  return readRequest(JSON.stringify(request));
}

t.test(
  'the scanner reads ids, media types and sizes wherever a request has them, and ignores wrong values',
  async (t) => {
    t.strictSame(read({ imp: [] }), { id: '', imps: [] });
    t.strictSame(read({ ext: { id: 'x', imp: [{}] }, imp: [{ ext: { id: 'y' }, id: 'z' }], id: 'r' }), {
      id: 'r',
      imps: [{ id: 'z', mtypes: [], w: 0, h: 0 }],
    });
    t.strictSame(readRequest('{"id":"a\\"},{\\\\","imp":[{"id":"\\u0041]"}]}'), {
      id: 'a\\"},{\\\\',
      imps: [{ id: '\\u0041]', mtypes: [], w: 0, h: 0 }],
    });
    t.strictSame(read({ imp: [{ native: {}, banner: { w: 1, h: 2 }, video: { w: 3, h: 4 }, audio: {} }] }).imps, [
      { id: '', mtypes: [4, 1, 2, 3], w: 1, h: 2 },
    ]);
    const odd = [
      { w: 1.5, h: -2 },
      { w: '300', h: null },
      { w: 1e21, h: [] },
      { w: 1234567890, h: {} },
      { format: {} },
    ];
    for (const banner of odd) t.strictSame(read({ imp: [{ banner }] }).imps, [{ id: '', mtypes: [1], w: 0, h: 0 }]);
    t.strictSame(read({ imp: [{ banner: null, video: 5 }] }).imps, [{ id: '', mtypes: [1, 2], w: 0, h: 0 }]);
    t.equal(read({ imp: Array.from({ length: 5000 }, () => ({ id: '1' })) }).imps.length, 1000, 'at most 1000 imps');
  },
);

t.test('a text that is cut off before the end of imp throws a SyntaxError', async (t) => {
  const text = makeRequests({ ...shape, imps: 1, bytes: 0 }, 1, 1)[0]!;
  const whole = text.indexOf(',"site"');
  for (let end = 0; end < whole; end += 1) {
    try {
      readRequest(text.slice(0, end));
      t.fail(`cut at ${end}`);
    } catch (error) {
      if (!(error instanceof SyntaxError)) t.fail(`cut at ${end}: ${String(error)}`);
    }
  }
  t.ok(readRequest(text.slice(0, whole)), 'nothing after id and imp is read');
});
