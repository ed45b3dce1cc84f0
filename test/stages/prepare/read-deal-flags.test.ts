/** Reading dealsonly and pgdealsonly from params (spec 4.1.13; decisions, 'dealsonly'). */
import t from 'tap';
import { readDealFlags } from '../../../src/stages/prepare/read-deal-flags.ts';

const wrong = (name: string): string => `have a ${name} that is not a boolean: give true or false`;

t.test('the flags are read from params, and a wrong one is a fault', async (t) => {
  const cases: [unknown, boolean, boolean, string | undefined][] = [
    [{}, false, false, undefined],
    [undefined, false, false, undefined],
    ['dealsonly', false, false, undefined],
    [{ dealsonly: false, pgdealsonly: false }, false, false, undefined],
    [{ dealsonly: null }, false, false, undefined],
    [{ dealsonly: true }, true, false, undefined],
    [{ pgdealsonly: true }, true, true, undefined],
    [{ pgdealsonly: true, dealsonly: false }, true, true, undefined],
    [{ dealsonly: 1 }, false, false, wrong('dealsonly')],
    [{ dealsonly: true, pgdealsonly: 'yes' }, true, false, wrong('pgdealsonly')],
    [JSON.parse('{"__proto__":{"dealsonly":true}}'), false, false, undefined],
  ];
  for (const [params, dealsonly, pgdealsonly, fault] of cases) {
    t.strictSame(readDealFlags(params), { dealsonly, pgdealsonly, fault }, JSON.stringify(params));
  }
});
