// The addon and the JavaScript envelope agree on every body (decisions, 'Envelope and tree agree').

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { nativeFault } from '../../src/native/addon.ts';
import { agree, type Tally } from './agree.ts';
import { bareEnv } from '../support/run-script.ts';

const run = promisify(execFile);

/** Fails on a difference, and when too few of the bodies reach either envelope. */
function check(t: Tap, tally: Tally, count: number): void {
  t.strictSame(tally.differing, [], 'no body is read differently');
  t.equal(tally.json + tally.refused, count);
  t.ok(tally.native > count / 4, `the addon took ${tally.native} of them`);
  t.ok(tally.json - tally.native > count / 200, `JavaScript took ${tally.json - tally.native} that the addon left`);
  t.ok(tally.refused > count / 4, `${tally.refused} were refused`);
}

type Tap = Pick<typeof t, 'strictSame' | 'equal' | 'ok'>;

t.test('in CI the addon is built', async (t) => {
  if (process.env['CI'] === 'true') t.equal(nativeFault, undefined, 'install g++ and run npm ci');
});

t.test('the addon and JavaScript agree on 120,000 mutated bodies', { skip: nativeFault ?? false }, async (t) => {
  check(t, agree(20_260_801, 120_000), 120_000);
});

// On other processors simdjson has no such implementation.
const skip = process.arch === 'x64' ? (nativeFault ?? false) : 'x64 only';

t.test("simdjson's plain C++ agrees with JavaScript on 20,000", { skip }, async (t) => {
  const env = { ...bareEnv, SIMDJSON_FORCE_IMPLEMENTATION: 'fallback' };
  const agreeing = join(import.meta.dirname, 'agree.ts');
  const { stdout } = await run(process.execPath, [agreeing, '7', '20000'], { env });
  check(t, JSON.parse(stdout), 20_000);
});
