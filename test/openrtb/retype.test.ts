/** Which values of a wrong JSON type are converted to the declared one (src/config/README.md, 'Wrong types'). */
import t from 'tap';
import { checkTypes } from '../../src/stages/prepare/check-types.ts';

/** The request as read, its faults and warnings. */
function read(request: object) {
  const { request: kept, faults, warnings } = checkTypes(request, 'svc', true);
  return { kept, faults, warnings: warnings.map(({ message }) => message) };
}

t.test('with repair on, an unambiguous value of a wrong type is converted with a warning', async (t) => {
  const cases: [given: object, kept: object, warning: string][] = [
    [{ test: '1' }, { test: 1 }, 'test must be an integer, not a string: read as 1'],
    [{ test: true }, { test: 1 }, 'test must be an integer, not a boolean: read as 1'],
    [{ device: { w: 411.9 } }, { device: { w: 411 } }, 'device.w must be an integer, not a fraction: read as 411'],
    [{ device: { w: '-3.7' } }, { device: { w: -3 } }, 'device.w must be an integer, not a string: read as -3'],
    [
      { device: { pxratio: '2.5' } },
      { device: { pxratio: 2.5 } },
      'device.pxratio must be a number, not a string: read as 2.5',
    ],
    [{ id: 7 }, { id: '7' }, 'id must be a string, not a number: read as "7"'],
    [
      { user: { id: 2n ** 60n } },
      { user: { id: '1152921504606846976' } },
      'user.id must be a string, not a number: read as "1152921504606846976"',
    ],
    [
      { regs: { ext: { gpc: true } } },
      { regs: { ext: { gpc: '1' } } },
      'regs.ext.gpc must be a string or a number, not a boolean: read as "1"',
    ],
    [{ site: { name: true } }, { site: { name: 'true' } }, 'site.name must be a string, not a boolean: read as "true"'],
    [{ site: { page: ['a', 'b'] } }, { site: { page: 'a' } }, 'site.page must be a string, not an array: read as "a"'],
    [
      { user: { keywords: ['a', 'b'] } },
      { user: { keywords: 'a,b' } },
      'user.keywords must be a string, not an array: read as "a,b"',
    ],
    [
      { site: { cat: 'IAB1' } },
      { site: { cat: ['IAB1'] } },
      'site.cat must be an array, not a string: read as a list of it',
    ],
    [
      { imp: [{ banner: { format: [{ w: '300', h: 250 }] } }] },
      { imp: [{ banner: { format: [{ w: 300, h: 250 }] } }] },
      'imp[0].banner.format[0].w must be an integer, not a string: read as 300',
    ],
    ...(['true', 'TRUE', '1', 1] as const).map((flag): [object, object, string] => [
      { ext: { svc: { targeting: { includeformat: flag } } } },
      { ext: { svc: { targeting: { includeformat: true } } } },
      `ext.svc.targeting.includeformat must be a boolean, not a ${typeof flag}: read as true`,
    ]),
    [
      { ext: { svc: { debug: 'False' } } },
      { ext: { svc: { debug: false } } },
      'ext.svc.debug must be a boolean, not a string: read as false',
    ],
    [
      { ext: { svc: { schains: [{ bidders: [7] }] } } },
      { ext: { svc: { schains: [{ bidders: ['7'] }] } } },
      'ext.svc.schains[0].bidders[0] must be a string or null, not a number: read as "7"',
    ],
    [
      { user: { eids: [{ source: 5 }] } },
      { user: { eids: [{ source: '5' }] } },
      'user.eids[0].source must be a string, not a number: read as "5"',
    ],
  ];
  for (const [given, kept, warning] of cases) {
    t.strictSame(read(given), { kept, faults: [], warnings: [warning] });
    t.equal(
      checkTypes(given, 'svc').warnings.filter(({ message }) => message.includes('read as')).length,
      0,
      'with repair off it is not converted',
    );
  }
});

t.test('a value that is converted to a list is checked as an entry', async (t) => {
  t.strictSame(read({ device: { w: 1 }, imp: [{ banner: { btype: '4' } }] }), {
    kept: { device: { w: 1 }, imp: [{ banner: { btype: [4] } }] },
    faults: [],
    warnings: [
      'imp[0].banner.btype must be an array, not a string: read as a list of it',
      'imp[0].banner.btype[0] must be an integer, not a string: read as 4',
    ],
  });
});

t.test('an ambiguous value, or one in a member that is read before the check, is a fault', async (t) => {
  const cases: [object, string][] = [
    [{ test: 'yes' }, 'test must be an integer, not a string'],
    [{ test: '' }, 'test must be an integer, not a string'],
    [{ test: '1e3' }, 'test must be an integer, not a string'],
    [{ test: `1${'0'.repeat(20)}` }, 'test must be an integer, not a string'],
    [{ test: [1] }, 'test must be an integer, not an array'],
    [{ ext: { svc: { debug: 2 } } }, 'ext.svc.debug must be a boolean, not a number'],
    [{ ext: { svc: { debug: '' } } }, 'ext.svc.debug must be a boolean, not a string'],
    [{ id: [] }, 'id must be a string, not an array'],
    [{ id: ['a', 1] }, 'id must be a string, not an array'],
    [{ id: {} }, 'id must be a string, not an object'],
    [{ user: { buyeruid: false } }, 'user.buyeruid must be a string, not a boolean'],
    [{ bcat: 'IAB25,IAB26' }, 'bcat must be an array, not a string'],
    [{ site: { cat: '' } }, 'site.cat must be an array, not a string'],
    [{ site: { cat: {} } }, 'site.cat must be an array, not an object'],
    [{ site: 'x' }, 'site must be an object, not a string'],
    [{ site: [{}] }, 'site must be an object, not an array'],
    [{ imp: {} }, 'imp must be an array, not an object'],
    [{ imp: 'x' }, 'imp must be an array, not a string'],
    [{ id: Infinity }, 'id must be a string, not one out of range'],
    [{ regs: { coppa: 0.9 } }, 'regs.coppa must be an integer, not a fraction'],
    [{ regs: { gdpr: '-0.5' } }, 'regs.gdpr must be an integer, not a string'],
    [{ imp: [null] }, 'imp[0] must be an object, not null'],
    [{ cur: [null] }, 'cur[0] must be a string, not null'],
    [{ tmax: '500' }, 'tmax must be an integer, not a string'],
    [{ app: { id: 7 } }, 'app.id must be a string, not a number'],
    [{ site: { publisher: { id: 7 } } }, 'site.publisher.id must be a string, not a number'],
    [
      { dooh: { publisher: { ext: { svc: { parentAccount: 7 } } } } },
      'dooh.publisher.ext.svc.parentAccount must be a string, not a number',
    ],
    [{ ext: { svc: { storedrequest: { id: 7 } } } }, 'ext.svc.storedrequest.id must be a string, not a number'],
    [
      { imp: [{ ext: { svc: { storedbidresponse: [{ bidder: 'a', id: 7 }] } } }] },
      'imp[0].ext.svc.storedbidresponse[0].id must be a string, not a number',
    ],
    [{ ext: { svc: { profiles: 'a' } } }, 'ext.svc.profiles must be an array, not a string'],
    [{ ext: { svc: { profiles: [7] } } }, 'ext.svc.profiles[0] must be a string, not a number'],
  ];
  for (const [given, fault] of cases) t.strictSame(read(given).faults, [fault]);
});

t.test('a long value is shortened in its warning', async (t) => {
  const [warning = ''] = read({ site: { keywords: ['x'.repeat(1e6)] } }).warnings;
  t.ok(warning.length < 150, warning);
});
