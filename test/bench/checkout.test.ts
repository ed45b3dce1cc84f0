/** Another commit beside this checkout (issue 6, item 2): what `--commit` unpacks, and which addon it gets. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { findBaseline } from '../../bench/checkout.ts';
import { isInstalled, skipWithout } from '../support/skip.ts';

const builder = "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./own', import.meta.url), '');\n";

/** A checkout with one commit and a built addon. */
function makeCheckout(t: Test): string {
  const root = t.testdir({
    '.gitignore': 'build/\n',
    node_modules: {},
    src: { native: { 'envelope.cc': 'first', 'build.ts': builder, build: { addon: 'of this checkout' } } },
  });
  const commit = '-c user.name=a -c user.email=a@example -c commit.gpgsign=false commit -q -m a';
  for (const words of ['init -q', 'add -A', commit]) execFileSync('git', words.split(' '), { cwd: root });
  return root;
}

const skip = skipWithout('git', isInstalled('git', '--version'));

t.test(
  "a commit gets this checkout's addon if its sources are the same, else it builds its own",
  { skip },
  async (t) => {
    const root = makeCheckout(t);
    const same = findBaseline({ commit: 'HEAD' }, root)!.dir;
    t.equal(readFileSync(join(same, 'src/native/build/addon'), 'utf8'), 'of this checkout');
    writeFileSync(join(root, 'src/native/envelope.cc'), 'second');
    const other = findBaseline({ commit: 'HEAD' }, root)!.dir;
    t.equal(readFileSync(join(other, 'src/native/envelope.cc'), 'utf8'), 'first');
    t.notOk(existsSync(join(other, 'src/native/build')), 'the addon of changed sources is not copied');
    t.ok(existsSync(join(other, 'src/native/own')), 'the commit builds its own');
  },
);

t.test('a commit is named by its abbreviated hash', { skip }, async (t) => {
  const root = makeCheckout(t);
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const { name } = findBaseline({ commit: 'HEAD' }, root)!;
  t.match(name, /^[\da-f]{7,}$/);
  t.ok(hash.startsWith(name));
});

t.test('a commit that cannot be unpacked is an error with the reason', { skip }, async (t) => {
  const root = makeCheckout(t);
  t.throws(() => findBaseline({ commit: 'nosuch' }, root), {
    message: /^--commit nosuch cannot be unpacked \(.*nosuch.*\): name a commit listed by `git log`$/,
  });
});
