/** Members in JSON texts that nobody has read: names that only end like the one that is sought are passed. */
import t from 'tap';
import { memberAt } from '../../src/openrtb/member-at.ts';

t.test('the first member of that very name', async (t) => {
  const text = '{"xadm":1,"adm":2,"b":{"adm":3}}';
  t.equal(memberAt(text, 'adm"'), text.indexOf('adm":2'));
  t.equal(memberAt(text, 'adm"', text.indexOf('adm":2') + 1), text.indexOf('adm":3'));
  t.equal(memberAt('{"xadm":1,"yadm":2}', 'adm"'), -1);
});
