/** Finding members in unparsed JSON texts: a longer name with the same end is skipped. */
import t from 'tap';
import { memberAt } from '../../src/openrtb/member-at.ts';

t.test('memberAt finds the first member with exactly this name', async (t) => {
  const text = '{"xadm":1,"adm":2,"b":{"adm":3}}';
  t.equal(memberAt(text, 'adm"'), text.indexOf('adm":2'));
  t.equal(memberAt(text, 'adm"', text.indexOf('adm":2') + 1), text.indexOf('adm":3'));
  t.equal(memberAt('{"xadm":1,"yadm":2}', 'adm"'), -1);
});
