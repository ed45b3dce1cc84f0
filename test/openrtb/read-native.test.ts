/** Reading `imp.native.request`, and the ids that its assets get (spec 2.2; decisions, 'Native assets'). */
import t from 'tap';
import { readNative } from '../../src/openrtb/read-native.ts';
import { readNatives } from '../../src/stages/prepare/read-natives.ts';

const title = { id: 1, title: { len: 1 } };

function read(native: object) {
  return readNative({ request: JSON.stringify(native) }, 'imp[0]');
}

const withAsset = (asset: object): object => ({ assets: [{ id: 7, ...asset }] });
const withTracker = (tracker: object): object => ({ assets: [title], eventtrackers: [tracker] });
const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));

t.test('valid native requests have no faults and keep their text', async (t) => {
  const video = { mimes: ['video/mp4'], minduration: 1, maxduration: 1, protocols: [1, 10, 500] };
  const cases: object[] = [
    { assets: [title] },
    { native: { assets: [title] } },
    { assets: [title], context: 0, plcmttype: 0, contextsubtype: 0 },
    { assets: [title], context: 1, contextsubtype: 10, plcmttype: 1 },
    { assets: [title], context: 3, contextsubtype: 32, plcmttype: 4 },
    { assets: [title], context: 500, contextsubtype: 20, plcmttype: 500 },
    { assets: [title], contextsubtype: 23 },
    { assets: [title], context: 0, contextsubtype: -1 },
    { assets: [title], context: 2, contextsubtype: 500 },
    withAsset({ img: {} }),
    withAsset({ img: { type: 3, w: 0, hmin: 5 } }),
    withAsset({ img: { type: 4 } }),
    withAsset({ img: { type: 501 } }),
    withAsset({ video }),
    withAsset({ data: { type: 12 } }),
    withAsset({ data: { type: 500, len: 1 } }),
    {
      assets: [
        { ...title, id: 0 },
        { ...title, id: -1 },
      ],
    },
    withTracker({ event: 1, methods: [1, 2] }),
    withTracker({ event: 4, methods: [555] }),
    { assets: [title], eventtrackers: [], unknown: null, ext: { deep: nested(509) } },
    { ...title, assets: [{ ...title, img: null }] },
  ];
  for (const native of cases) t.strictSame(read(native), { faults: [] }, JSON.stringify(native).slice(0, 100));
});

t.test('each broken rule is one fault with its path', async (t) => {
  const kinds = 'must have exactly one of title, img, video and data';
  const video = { mimes: ['video/mp4'], minduration: 1, maxduration: 1, protocols: [1] };
  const cases: [object, string][] = [
    [{}, 'assets is missing or empty: ask for at least one asset'],
    [{ assets: [] }, 'assets is missing or empty: ask for at least one asset'],
    [{ assets: [title], context: 4 }, 'context must be from 1 to 3, or 500 and up for an own code: correct it'],
    [{ assets: [title], context: -1 }, 'context must be from 1 to 3'],
    [{ assets: [title], plcmttype: 5 }, 'plcmttype must be from 1 to 4'],
    [{ assets: [title], plcmttype: 499 }, 'plcmttype must be from 1 to 4'],
    [
      { assets: [title], context: 1, contextsubtype: 20 },
      'contextsubtype 20 does not belong to context 1: correct one of them',
    ],
    [{ assets: [title], context: 2, contextsubtype: 23 }, 'contextsubtype 23 does not belong to context 2'],
    [{ assets: [title], context: 500, contextsubtype: -1 }, 'contextsubtype -1 does not belong to any context'],
    [withAsset({}), `assets[0] ${kinds}, not 0`],
    [withAsset({ title: { len: 1 }, data: { type: 1 } }), `assets[0] ${kinds}, not 2`],
    [withAsset({ title: {} }), 'assets[0].title.len must be 1 or more: give it'],
    [withAsset({ title: { len: 0 } }), 'assets[0].title.len must be 1 or more: give it'],
    [withAsset({ img: { wmin: -1 } }), 'assets[0].img.wmin must not be negative'],
    [withAsset({ data: {} }), 'assets[0].data.type must be from 1 to 12'],
    [withAsset({ data: { type: 13 } }), 'assets[0].data.type must be from 1 to 12'],
    [withAsset({ video: { ...video, mimes: [] } }), 'assets[0].video.mimes is missing or empty'],
    [withAsset({ video: { ...video, minduration: 0 } }), 'assets[0].video.minduration must be 1 or more'],
    [withAsset({ video: { ...video, maxduration: 0 } }), 'assets[0].video.maxduration must be 1 or more'],
    [withAsset({ video: { ...video, protocols: [] } }), 'assets[0].video.protocols is missing or empty'],
    [withAsset({ video: { ...video, protocols: [1, 11] } }), 'assets[0].video.protocols[1] must be from 1 to 10'],
    [withTracker({ methods: [1] }), 'eventtrackers[0].event must be from 1 to 4'],
    [withTracker({ event: 5, methods: [1] }), 'eventtrackers[0].event must be from 1 to 4'],
    [withTracker({ event: 1 }), 'eventtrackers[0].methods is missing or empty'],
    [withTracker({ event: 1, methods: [3] }), 'eventtrackers[0].methods[0] must be from 1 to 2'],
    [{ assets: [title, title] }, 'assets[1].id 1 repeats that of an earlier asset: give each its own'],
    [{ assets: [title, { title: { len: 1 } }] }, 'assets[1].id 1 repeats that of an earlier asset: give each its own'],
    [{ assets: [{ id: '1', title: { len: 1 } }] }, 'assets[0].id must be an integer, not a string'],
    [{ assets: {} }, 'assets must be an array, not an object'],
    [{ native: { assets: [5] } }, 'native.assets[0] must be an object, not a number'],
    [{ native: {} }, 'native.assets is missing or empty'],
  ];
  for (const [native, fault] of cases) {
    const { faults, request } = read(native);
    t.equal(faults.length, 1, JSON.stringify(native));
    t.ok(faults[0]?.startsWith(`imp[0].native.request.${fault}`), `${faults[0]} is ${fault}`);
    t.equal(request, undefined);
  }
});

t.test('a text that is no native request is one fault', async (t) => {
  const fault = 'imp[0].native.request is not a JSON object of at most 512 levels: correct it';
  const deep = '{"ext":'.repeat(100_000) + '1' + '}'.repeat(100_000);
  for (const request of [
    'x',
    '[]',
    '"{}"',
    'null',
    '{"assets":[',
    deep,
    JSON.stringify({ assets: [title], a: nested(512) }),
  ]) {
    t.strictSame(readNative({ request }, 'imp[0]'), { faults: [fault] }, request.slice(0, 40));
  }
  const missing = 'imp[0].native.request is missing: give the native request as JSON text';
  t.strictSame(readNative({}, 'imp[0]').faults, [missing]);
  t.strictSame(readNative({ request: '' }, 'imp[0]').faults, [missing]);
});

t.test('a native request has at most 500 assets, also in an object of its name', async (t) => {
  const assets = Array.from({ length: 501 }, () => ({ title: { len: 1 } }));
  t.strictSame(read({ assets: assets.slice(1) }).faults, []);
  t.strictSame(read({ assets }).faults, ['imp[0].native.request.assets has 501 assets: keep at most 500']);
  t.strictSame(read({ native: { assets } }).faults, [
    'imp[0].native.request.native.assets has 501 assets: keep at most 500',
  ]);
});

t.test('an asset without an id gets its index, and the text is rewritten', async (t) => {
  const assets = [
    { title: { len: 9 } },
    { id: 8, data: { type: 2 } },
    { id: null, img: { type: 3 }, ext: { x: null } },
  ];
  const { faults, request } = read({ ver: '1.2', assets, other: [null] });
  t.strictSame(faults, []);
  t.strictSame(JSON.parse(request ?? ''), {
    ver: '1.2',
    assets: [{ title: { len: 9 }, id: 0 }, assets[1], { img: { type: 3 }, ext: { x: null }, id: 2 }],
    other: [null],
  });
  const wrapped = read({ native: { assets: [{ title: { len: 9 } }] }, beside: 1 }).request;
  t.strictSame(JSON.parse(wrapped ?? ''), { native: { assets: [{ title: { len: 9 }, id: 0 }] }, beside: 1 });
});

t.test('names such as __proto__ in a native request pollute nothing', async (t) => {
  const request =
    '{"assets":[{"title":{"len":1},"__proto__":{"polluted":1}}],"__proto__":{"polluted":1},"constructor":5}';
  const reading = readNative({ request }, 'imp[0]');
  t.strictSame(reading.faults, []);
  t.match(reading.request, /"__proto__":\{"polluted":1\}.*"__proto__":\{"polluted":1\}/);
  t.notOk('polluted' in {});
});

t.test('all imps are read, and those whose text does not change are shared', async (t) => {
  const numbered = { id: 'n', native: { request: JSON.stringify({ assets: [title] }) } };
  const banner = { id: 'b', banner: {} };
  const same = { imp: [banner, numbered] };
  t.strictSame(readNatives(same), { request: same, faults: [] });
  t.equal(readNatives(same).request, same);
  t.strictSame(readNatives({ id: 'x' }), { request: { id: 'x' }, faults: [] });
  const unnumbered = { id: 'u', native: { ver: '1', request: '{"assets":[{"title":{"len":1}}]}' } };
  const given = { imp: [banner, unnumbered, { native: { request: '[]' } }] };
  const { request, faults } = readNatives(given);
  t.equal(request.imp?.[0], banner);
  t.strictSame(request.imp?.[1], { id: 'u', native: { ver: '1', request: '{"assets":[{"title":{"len":1},"id":0}]}' } });
  t.strictSame(faults, ['imp[2].native.request is not a JSON object of at most 512 levels: correct it']);
  t.equal(given.imp[1], unnumbered);
});

/** The fields of Native 1.2 by their object. */
const fieldsOf: { readonly [path: string]: string } = {
  '': 'ver layout adunit context contextsubtype plcmttype plcmtcnt seq aurlsupport durlsupport privacy assets eventtrackers ext',
  'assets[0]': 'id required title img video data ext',
  'assets[0].title': 'len ext',
  'assets[0].img': 'type w wmin h hmin mimes ext',
  'assets[0].video': 'mimes minduration maxduration protocols ext',
  'assets[0].data': 'type len ext',
  'eventtrackers[0]': 'event methods ext',
};

t.test('a field of another type is one fault with its path', async (t) => {
  const objects = new Set(['title', 'img', 'video', 'data', 'ext']);
  for (const [path, names] of Object.entries(fieldsOf)) {
    for (const name of names.split(' ')) {
      const steps = path === '' ? [] : path.split('.').toReversed();
      const native = steps.reduce<object>(
        (inner, step) => (step.endsWith('[0]') ? { [step.slice(0, -3)]: [inner] } : { [step]: inner }),
        { [name]: objects.has(name) ? 'text' : {} },
      );
      const at = `imp[0].native.request.${path === '' ? '' : `${path}.`}${name}`;
      t.strictSame(
        read(native).faults.map((fault) => fault.split(' must be ')[0]),
        [at],
      );
    }
  }
});
