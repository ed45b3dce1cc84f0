/** The converter's command: its errors, where it writes, and hostile files. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { testFolder } from '../support/folder.ts';
import { convert, convertText, oldFile, sample } from './running-convert.ts';
import { bareEnv } from '../support/run-script.ts';

const tool = join(import.meta.dirname, '../../src/convert-tool.ts');

t.test('a wrong command line has status 1 and says what to do', async (t) => {
  const faults = async (...argv: string[]) => {
    const { status, messages } = await convert(...argv);
    t.equal(status, 1);
    return messages.join('\n');
  };
  t.match(await faults(), /--from is missing: .*go or java\nname the file of the old server/);
  t.match(await faults('a.yaml', '--form', 'go'), /"--form" is not a flag: did you mean --from\?/);
  t.match(await faults('a.yaml', '--from', 'rust'), /--from "rust" is not a server: use go or java/);
  t.match(await faults('a.yaml', 'b.yaml', '--from', 'go'), /"b\.yaml" is one file too many/);
  t.match(await faults('a.yaml', '--from', '--to', 'x'), /--from needs a value/);
  t.match(await faults('a.yaml', '--from', 'go', '--from', 'go'), /--from is given twice/);
  t.match(await faults('--accounts', 'x', '--from', 'go', '--to', 'y'), /--to needs a file to convert/);
  t.match(await faults('none.yaml', '--from', 'go'), /^none\.yaml cannot be read \(ENOENT\): name a file/);
});

t.test('--help has every flag', async (t) => {
  const { status, out } = await convert('--help');
  t.equal(status, 0);
  for (const flag of ['--from', '--to', '--accounts', '--stored', '--bidders']) t.match(out, flag);
});

t.test('--to creates a file with mode 0600 and never overwrites one', async (t) => {
  const to = join(testFolder(t), 'service.yaml');
  const { status, messages } = await convert(sample('pbs.yaml'), '--from', 'go', '--to', to);
  t.equal(status, 0);
  t.equal(messages.at(-1), `${to} written`);
  t.equal(statSync(to).mode & 0o777, 0o600);
  const before = readFileSync(to, 'utf8');
  t.match(before, 'namespace: prebid');
  writeFileSync(to, 'mine');
  const again = await convert(sample('pbs.yaml'), '--from', 'go', '--to', to);
  t.strictSame([again.status, readFileSync(to, 'utf8')], [1, 'mine']);
  t.match(again.messages.join('\n'), /^--to .*service\.yaml exists: name another file, or remove it/);
});

t.test('a file that is no configuration of the old server is refused without quoting it', async (t) => {
  const messages = async (text: string) => {
    const { status, messages, out } = await convertText(t, 'go', text);
    t.strictSame([status, out], [1, '']);
    return messages.join('\n');
  };
  t.match(await messages(''), /is empty: name the file that the old server reads/);
  t.match(await messages('- 1\n- 2\n'), /is not a map of settings/);
  t.match(await messages('hello: world\n'), /has no settings of Prebid Server \(Go\), but has hello: name the file/);
  t.match(await messages('port: 1\nport: 2\n'), /port is given twice: keep one/);
  t.match(await messages('port: [1\n'), /cannot be parsed: .*line 2/);
  t.match(await messages('password: "sec-ret\n'), /cannot be parsed/);
  t.notMatch(await messages('password: "sec-ret\n'), 'sec-ret');
});

t.test('a file of the other server is refused with the right --from', async (t) => {
  const { status, messages } = await convert(sample('pbs.yaml'), '--from', 'java');
  t.equal(status, 1);
  t.match(messages.join('\n'), /^\S+pbs\.yaml has more settings of Prebid Server \(Go\) than of .*: use --from go$/);
});

t.test('a few settings of the other server in a file are reported as unknown', async (t) => {
  const astray = 'adapters: {appnexus: {enabled: true, platform-id: 1}}\nsettings: {enforce_valid_account: true}\n';
  const { status, messages } = await convertText(
    t,
    'go',
    `${astray}port: 1\ngdpr: {default_value: 0}\naccount_required: false\n`,
  );
  t.equal(status, 0);
  t.match(
    messages.join('\n'),
    /^adapters\.appnexus\.enabled.*, settings: is not a known setting of Prebid Server \(Go\)/m,
  );
});

/** Converts, and measures the time. */
async function timed(t: Test, text: string, name?: string) {
  const startMs = performance.now();
  const done = await convert(oldFile(t, text, name), '--from', 'go');
  return { ...done, messages: done.messages.join('\n'), ms: performance.now() - startMs };
}

/** Ample for a busy machine: it takes three seconds at most on an idle one. */
const soonMs = 60_000;

t.test('a hostile file is refused in time with a fault that says what to do', async (t) => {
  const bomb = [
    'a: &a0 [x,x,x,x,x,x,x,x]',
    ...Array.from({ length: 9 }, (_, at) => `b${at}: &a${at + 1} [${`*a${at},`.repeat(8)}]`),
  ];
  const faults: readonly (readonly [text: string, fault: RegExp, name?: string])[] = [
    [bomb.join('\n'), /has more than 200000 values with its aliases expanded/],
    [`port: 1\na: ${'['.repeat(5000)}`, /is nested too deeply/],
    [`{"port": 1, "a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /is nested too deeply/, 'pbs.json'],
    [
      `port: 1\na: "${'x'.repeat(2_000_000)}"`,
      /is YAML of more than 1048576 characters: split it, or write it as JSON$/,
    ],
    [
      '# of Java\n\nserver.http.port=8080\n',
      /has lines of key=value, but only YAML and JSON are read: write each as key: v/,
    ],
    ['---\nport: 1\n'.repeat(60), /holds more than 50 documents/],
    [`${'# port: 80  # the usual one\n'.repeat(100)}port`, /is not a map of settings/],
    ['\n'.repeat(600_000), /is empty: name the file/],
  ];
  for (const [text, fault, name] of faults) {
    const { status, messages, ms } = await timed(t, text, name);
    t.match(messages, fault);
    t.equal(status, 1);
    t.ok(ms < soonMs, `${ms} ms`);
  }
  const big = oldFile(t, 'x');
  writeFileSync(big, Buffer.alloc(17 * 1024 * 1024, ' '));
  t.match((await convert(big, '--from', 'go')).messages.join('\n'), /is larger than 16 MiB: split it/);
  writeFileSync(big, Buffer.from([0x70, 0xff]));
  t.match((await convert(big, '--from', 'go')).messages.join('\n'), /is not UTF-8/);
});

t.test('devices and pipes that a file names are not read, but a piped file is', async (t) => {
  const pipe = join(testFolder(t), 'pipe');
  t.equal(spawnSync('mkfifo', [pipe]).status, 0);
  for (const name of ['/dev/zero', pipe]) {
    const text = `gdpr: {default_value: "1"}\ndefault_request: {type: file, file: {name: ${name}}}\n`;
    const { status, messages } = await timed(t, text);
    t.equal(status, 0);
    t.match(messages, /^default_request\.file\.name: names a file that cannot be read here/m);
  }
  t.match(await convert('/dev/zero', '--from', 'go'), {
    status: 1,
    messages: ['/dev/zero is not a regular file: name a file'],
  });
  const text = readFileSync(sample('pbs.yaml'));
  const piped = spawnSync('bash', ['-c', '"$0" "$1" <(cat) --from go', process.execPath, tool], { input: text });
  t.equal(piped.status, 0, 'a file given as a pipe is read');
});

t.test('very wide files are converted in time, and names such as __proto__ pollute nothing', async (t) => {
  const bidders = Array.from({ length: 20_000 }, (_, at) => `  b${at}: {}\n`).join('');
  const wide = await timed(t, `port: 1\nadapters:\n${bidders}`);
  t.match(wide.messages, /^adapters\.b0, .* and 19995 more: Gavel has no bidder of this name/m);
  const dots = Array.from({ length: 20_000 }, (_, at) => `a.b${at}: 1\n`).join('');
  const dotted = await timed(t, `port: 1\n${dots}`);
  t.match(dotted.messages, /^a: is not a known setting of /m);
  const cases = Array.from({ length: 12 }, (_, at) => `${'a'.repeat(at)}A${'a'.repeat(11 - at)}: {b${at}: 1}\n`).join(
    '',
  );
  t.equal((await timed(t, `port: 1\n${cases}`)).status, 0);
  for (const { status, ms } of [wide, dotted]) t.ok(status === 0 && ms < soonMs, `${ms} ms`);
  const named =
    '__proto__: {port: 5}\nconstructor: {a: 1}\nport: 1\nadapters: {__proto__: {endpoint: "http://a.example/"}}\n';
  const { messages, out } = await timed(t, named);
  t.match(messages, /^__proto__, constructor: is not a known setting of /m);
  t.match(out, /^port: 1$/m);
  t.equal(({} as { port?: number }).port, undefined);
});

t.test('each value of a wrong type is reported', async (t) => {
  const { status, messages } = await timed(
    t,
    'port: [1]\nadapters: 5\ncache: x\naccount_defaults: 7\nauction_timeouts_ms: {default: soon, max: -5}\nuser_sync: {priority_groups: 5}\n',
  );
  t.equal(status, 0);
  t.match(messages, /^port: ignored: port must be a whole number from 0 to 65535, not a list$/m);
  t.match(messages, /^adapters, cache: must be a map of settings \(key: value\): correct it$/m);
  t.match(messages, /^auction_timeouts_ms\.default: must be a number of milliseconds: correct it$/m);
  t.match(messages, /^user_sync\.priority_groups: ignored: userSync\.priorityGroups must be a list/m);
});

/** The command as a process of its own. */
function run(...args: string[]) {
  return spawnSync(process.execPath, [tool, ...args], {
    encoding: 'utf8',
    env: bareEnv,
  });
}

t.test('the command writes the configuration to stdout and messages to stderr', async (t) => {
  const done = run(sample('pbs.yaml'), '--from', 'go');
  t.equal(done.status, 0);
  t.equal(done.stdout, readFileSync(sample('pbs.gavel.yaml'), 'utf8'));
  t.ok(done.stderr.split('\n').every((line) => line === '' || line.startsWith('convert: ')));
  const to = join(testFolder(t), 'service.yaml');
  const wrong = run('none.yaml', '--from', 'go', '--to', to);
  t.equal(wrong.status, 1);
  t.match(wrong.stderr, /^convert: none\.yaml cannot be read/);
  t.notOk(existsSync(to));
});
