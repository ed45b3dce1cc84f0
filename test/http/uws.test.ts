/** Loading a binary of uWebSockets.js, and the errors where none loads. */
import { join } from 'node:path';
import t from 'tap';
import { loadUws } from '../../src/http/uws.ts';

t.test('a binary of the locked packages loads', async (t) => {
  t.type(loadUws().App, 'function');
});

t.test('further names are tried when the first does not load', async (t) => {
  t.type(loadUws(['no-such-package', 'uWebSockets.js-latest', 'uWebSockets.js']).App, 'function');
});

t.test('when none loads, the error says what is needed, what was found and why', async (t) => {
  try {
    loadUws(['no-such-package', 'no-such-other']);
    t.fail('loaded a package that does not exist');
  } catch (error) {
    const text = String(error);
    t.match(text, /needs Node 22, 24 or 26 with glibc 2\.38 or later, or Node 22 with glibc 2\.27 or later/);
    t.match(text, /on Linux or macOS, x64 or arm64, or on Windows, x64; /, 'there is none for Windows on arm64');
    t.ok(text.includes(`found Node ${process.version} with `), text);
    t.match(text, /no-such-package: Cannot find module/);
    t.match(text, /no-such-other: Cannot find module/);
    t.match(text, /Install such a Node \(for example/);
    t.notMatch(text, /Require stack/);
  }
});

t.test('a binary that npm has not installed is named in the error, with the fix', async (t) => {
  const library = join(t.testdir({ 'uws.cjs': "require('@uwsjs/linux-x64-0');" }), 'uws.cjs');
  const fix = /npm has not installed @uwsjs\/linux-x64-0: run npm ci on this machine, without --omit=optional/;
  t.throws(() => loadUws([library]), fix);
});
