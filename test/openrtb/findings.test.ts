/** Findings about a request: faults and warnings up to a limit, with safe names (decisions, 'Wrong fields'). */
import t from 'tap';
import { Findings, memberPath, quoted } from '../../src/openrtb/findings.ts';

t.test('findings are kept up to the limit and then counted', async (t) => {
  const findings = new Findings(2);
  t.strictSame([findings.faults, findings.warnings], [[], []]);
  for (const text of ['a', 'b']) {
    findings.fault(text);
    findings.warn(text, 1);
  }
  t.strictSame(findings.faults, ['a', 'b']);
  t.strictSame(
    findings.warnings.map(({ message }) => message),
    ['a', 'b'],
  );
  for (const text of ['c', 'd', 'e']) {
    findings.fault(text);
    findings.warn(text, 1);
  }
  t.strictSame(findings.faults, ['a', 'b', '… and 3 more']);
  t.strictSame(findings.warnings.at(-1), { code: 1, message: '… and 3 more' });
});

t.test('an unknown name has a warning, a known one none', async (t) => {
  const findings = new Findings(2);
  findings.warnOfUnknown(['x', 'known', 'y', 'z'], 'list', (name) => name === 'known');
  t.strictSame(
    findings.warnings.map(({ message }) => message),
    [
      'list names "x", which is not a bidder here: ignored',
      'list names "y", which is not a bidder here: ignored',
      '… and 1 more',
    ],
  );
});

t.test('a foreign name is quoted and shortened', async (t) => {
  t.equal(memberPath('', 'imp'), 'imp');
  t.equal(memberPath('ext', 'svc'), 'ext.svc');
  t.equal(memberPath('ext.no-sale', '__proto__'), 'ext.no-sale.__proto__');
  t.equal(memberPath('ext', 'a\nb'), String.raw`ext["a\nb"]`);
  t.equal(memberPath('', 'a.b'), '["a.b"]');
  t.equal(quoted('x'.repeat(64)).length, 66);
  t.equal(quoted('x'.repeat(100_000)).length, 67);
  t.ok(memberPath('ext', 'x'.repeat(100_000)).length < 80);
});
