/** Validating imps (spec 7; decisions, 'Imps'; implementation A 1.6). */
import t from 'tap';
import type { Banner } from '../../../src/openrtb/banner.ts';
import type { Imp } from '../../../src/openrtb/imp.ts';
import { validateImps } from '../../../src/stages/prepare/validate-imps.ts';

const rules = { namespace: 'svc', nameOf: (name: string) => (name === 'bidderA' ? name : undefined) };
const banner = { w: 300, h: 250 };
const mimes = ['video/mp4'];

const ofFormat = (entry: object): object => ({ banner: { format: [{ w: 1, h: 1 }, entry] } });

function faultsOf(imp: object): string[] {
  return validateImps({ imp: [{ id: 'a', ...imp } as Imp] }, rules).faults;
}

t.test('valid imps have no faults', async (t) => {
  const cases: object[] = [
    { banner },
    {
      banner: {
        format: [
          { w: 1, h: 1 },
          { wmin: 100, wratio: 16, hratio: 9 },
        ],
      },
    },
    { banner: { w: 0, h: 0, format: [{ w: 300, h: 250, wratio: 0 }] } },
    { banner: {}, instl: 1 },
    { video: { mimes, w: 0, h: 0, minduration: 0, startdelay: -2, maxextended: -1 } },
    { audio: { mimes, startdelay: -1 } },
    { native: {} },
    { banner, video: { mimes }, audio: { mimes }, native: { request: '{}' } },
    { banner, metric: [] },
    { banner, pmp: { deals: [] } },
    { banner, pmp: { deals: [{ id: 'd' }] } },
    { banner, wmin: null },
    {
      banner,
      ext: { svc: { storedauctionresponse: { id: 's' }, storedbidresponse: [{ bidder: 'bidderA', id: 's' }] } },
    },
  ];
  for (const imp of cases) t.strictSame(faultsOf(imp), [], JSON.stringify(imp));
});

t.test('each broken rule is one fault with its path and fix', async (t) => {
  const format = 'must have either w and h, or wmin, wratio and hratio: use one of the two';
  const cases: [object, string][] = [
    [{ banner, id: '' }, 'imp[0].id is missing: give each imp an id of its own'],
    [{}, 'imp[0] has no media type: give it a banner, video, audio or native'],
    [{ banner, metric: [{}] }, 'imp[0].metric is not supported: remove it'],
    [{ banner, wmin: 1 }, 'imp[0].wmin is no longer supported: use banner.format[].w instead'],
    [{ banner, wmax: 0 }, 'imp[0].wmax is no longer supported: use banner.format[].w instead'],
    [{ banner, hmin: 1 }, 'imp[0].hmin is no longer supported: use banner.format[].h instead'],
    [{ banner, hmax: 'x' }, 'imp[0].hmax is no longer supported: use banner.format[].h instead'],
    [{ banner: { ...banner, wmin: 1 } }, 'imp[0].banner.wmin is no longer supported: use format[].w instead'],
    [{ banner: { ...banner, wmax: 1 } }, 'imp[0].banner.wmax is no longer supported: use format[].w instead'],
    [{ banner: { ...banner, hmin: 1 } }, 'imp[0].banner.hmin is no longer supported: use format[].h instead'],
    [{ banner: { ...banner, hmax: 0 } }, 'imp[0].banner.hmax is no longer supported: use format[].h instead'],
    [{ banner: {} }, 'imp[0].banner has no size: give w and h, or format'],
    [{ banner: { w: 300 } }, 'imp[0].banner has no size: give w and h, or format'],
    [{ banner: { w: 300, h: 0, format: [] } }, 'imp[0].banner has no size: give w and h, or format'],
    [{ banner: {}, instl: 0 }, 'imp[0].banner has no size: give w and h, or format'],
    [{ banner: { w: -1, h: 2 } }, 'imp[0].banner.w must not be negative: correct it'],
    [{ banner: { w: 1, h: -2 } }, 'imp[0].banner.h must not be negative: correct it'],
    [ofFormat({}), `imp[0].banner.format[1] ${format}`],
    [ofFormat({ w: 1, h: 1, wmin: 1 }), `imp[0].banner.format[1] ${format}`],
    [ofFormat({ w: 1 }), 'imp[0].banner.format[1].h must be above 0: give all parts of the size'],
    [ofFormat({ w: -1, h: 1 }), 'imp[0].banner.format[1].w must be above 0: give all parts of the size'],
    [ofFormat({ wmin: 1, wratio: 1 }), 'imp[0].banner.format[1].hratio must be above 0: give all parts of the size'],
    [
      ofFormat({ wmin: 1, wratio: 0, hratio: 1 }),
      'imp[0].banner.format[1].wratio must be above 0: give all parts of the size',
    ],
    [ofFormat({ wratio: 1, hratio: 1 }), 'imp[0].banner.format[1].wmin must be above 0: give all parts of the size'],
    [{ video: {} }, 'imp[0].video.mimes is missing or empty: name at least one'],
    [{ video: { mimes: [] } }, 'imp[0].video.mimes is missing or empty: name at least one'],
    [{ audio: {} }, 'imp[0].audio.mimes is missing or empty: name at least one'],
    ...['w', 'h', 'minduration', 'maxduration', 'minbitrate', 'maxbitrate'].map((key): [object, string] => [
      { video: { mimes, [key]: -1 } },
      `imp[0].video.${key} must not be negative: correct it`,
    ]),
    ...['minduration', 'maxduration', 'sequence', 'maxseq', 'minbitrate', 'maxbitrate'].map((key): [object, string] => [
      { audio: { mimes, [key]: -1 } },
      `imp[0].audio.${key} must not be negative: correct it`,
    ]),
    [{ banner, pmp: { deals: [{ id: 'd' }, {}] } }, 'imp[0].pmp.deals[1].id is missing: give each deal its id'],
    [
      { banner, ext: { svc: { storedauctionresponse: {} } } },
      'imp[0].ext.svc.storedauctionresponse.id is missing: name the stored response, or give seatbidobj',
    ],
    [
      { banner, ext: { svc: { storedbidresponse: [{ bidder: 'bidderA' }] } } },
      'imp[0].ext.svc.storedbidresponse[0] needs both bidder and id: give them, or remove the entry',
    ],
    [
      { banner, ext: { svc: { storedbidresponse: [{ id: 's' }] } } },
      'imp[0].ext.svc.storedbidresponse[0] needs both bidder and id: give them, or remove the entry',
    ],
  ];
  for (const [imp, fault] of cases) t.strictSame(faultsOf(imp), [fault]);
});

t.test('the id of an earlier imp is a fault', async (t) => {
  const imp = ['a', 'b', 'a', '__proto__', 'A'].map((id) => ({ id, banner }));
  t.strictSame(validateImps({ imp }, rules).faults, [
    'imp[2].id repeats that of an earlier imp: give each imp an id of its own',
  ]);
});

t.test('an unknown bidder in storedbidresponse or imp has a warning', async (t) => {
  const svc = { storedbidresponse: [{ bidder: 'x', id: '1' }], imp: { bidderA: {}, y: {} } };
  const { faults, warnings } = validateImps({ imp: [{ id: 'a', banner, ext: { svc } }] }, rules);
  t.strictSame(faults, []);
  t.strictSame(
    warnings.map(({ message }) => message),
    [
      'imp[0].ext.svc.storedbidresponse[0] names "x", which is not a bidder here: ignored',
      'imp[0].ext.svc.imp names "y", which is not a bidder here: ignored',
    ],
  );
});

t.test('after 50 faults the rest is counted', async (t) => {
  const bad: Banner = { w: -1 };
  const { faults } = validateImps(
    { imp: Array.from({ length: 1000 }, (_, id) => ({ id: String(id), banner: bad })) },
    rules,
  );
  t.equal(faults.length, 51);
  t.equal(faults.at(-1), '… and 1950 more');
});
