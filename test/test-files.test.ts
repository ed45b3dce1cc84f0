/** Guards the house rules for tests: headers and sizes, a page of their helpers, and that assertions can fail (house, 'Style'). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');

/** Every file below test: its path and its text. */
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ name: `test/${path}`, text: readFileSync(join(root, 'test', path), 'utf8') }));

t.test('test files open with a header and stay small', async (t) => {
  t.ok(tests.length > 300, `${tests.length} files`);
  for (const { name, text } of tests) {
    if (!/^\/(?:\*\*|\/ )/.test(text)) t.fail(`${name} has no header`);
    const lines = text.split('\n').length;
    if (lines > 250) t.fail(`${name} has ${lines} lines: two rooms in one`);
  }
});

t.test('every helper of several folders is listed for those who write tests', async (t) => {
  const listed = readFileSync(join(root, 'test/README.md'), 'utf8');
  const helpers = readdirSync(join(root, 'test/support')).filter((name) => !name.endsWith('.test.ts'));
  t.ok(helpers.length > 20, `${helpers.length} helpers`);
  for (const name of helpers)
    if (!listed.includes(`\`${name.slice(0, -'.ts'.length)}\``)) t.fail(`test/README.md does not list support/${name}`);
});

t.test('tests compare types, too: t.strictSame instead of t.same', async (t) => {
  for (const { name, text } of tests) {
    if (/\bt\.same\(/.test(text))
      t.fail(`${name}: to t.same '5' is 5 and null undefined, to t.strictSame they are not`);
  }
});

t.test('every process that a test spawns is given to ofTest, serviceOf or endWithUs', async (t) => {
  for (const { name, text } of tests) {
    const bare = text.match(/(?<!\.|\w|(?:ofTest|serviceOf)\(\s*t,\s*)spawn\(/g)?.length ?? 0;
    if (bare > (text.match(/\bendWithUs\(/g)?.length ?? 0))
      t.fail(`${name}: what spawn starts is given to ofTest (test/support/end-with-us.ts)`);
  }
});

t.test('an expected empty list is checked with wholeLists', async (t) => {
  const statements = /\bt\.match\((?:(?!;\n)[\s\S])*;\n/g;
  for (const { name, text } of tests) {
    for (const [statement] of text.matchAll(statements)) {
      const code = statement.replaceAll(/'[^'\n]*'/g, 'text');
      if (/[:,([] ?\[\]/.test(code) && !code.includes('wholeLists('))
        t.fail(`${name}: to t.match, [] is every list, to wholeLists the empty one: ${statement.trim()}`);
    }
  }
});
