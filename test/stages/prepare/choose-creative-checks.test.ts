/** Which creative checks host and account turn on (implementations A 2.1, B 9). */
import t from 'tap';
import { chooseCreativeChecks } from '../../../src/stages/prepare/choose-creative-checks.ts';

const skipped = { bannerSize: 'skip', bannerMaxWidth: 400, bannerMaxHeight: 0, secureMarkup: 'skip' } as const;
const most = { w: 400, h: 0 };

t.test('nothing is checked unless the host or the account asks for it', async (t) => {
  t.equal(chooseCreativeChecks(skipped, undefined), undefined);
  t.equal(chooseCreativeChecks(skipped, {}), undefined);
  t.equal(chooseCreativeChecks({ ...skipped, bannerSize: 'enforce' }, { bannerSize: 'skip' }), undefined);
  t.equal(chooseCreativeChecks(skipped, { bannerMaxWidth: 1 }), undefined, 'a limit alone checks nothing');
});

t.test("the account's settings take precedence, for one check or both", async (t) => {
  t.strictSame(chooseCreativeChecks({ ...skipped, bannerSize: 'warn' }, undefined), {
    size: { mode: 'warn', most },
    secure: null,
  });
  t.strictSame(chooseCreativeChecks(skipped, { secureMarkup: 'enforce' }), { size: null, secure: 'enforce' });
  const host = { ...skipped, bannerSize: 'warn', secureMarkup: 'warn' } as const;
  t.strictSame(chooseCreativeChecks(host, { bannerSize: 'enforce', bannerMaxHeight: 300 }), {
    size: { mode: 'enforce', most: { w: 400, h: 300 } },
    secure: 'warn',
  });
});
