/** Bugs are logged with their request and place, and repeated ones once a minute (house, 'Errors'; issue 7, 'Must hold'). */
import t from 'tap';
import { bugLog } from '../../src/observe/bug-log.ts';
import { get, open } from '../http/front.ts';

function logged(nowMs = (): number => 0) {
  const lines: Record<string, unknown>[] = [];
  const onBug = bugLog({ error: (facts: object) => void lines.push(facts as Record<string, unknown>) }, nowMs);
  return { lines, onBug };
}

t.test('a bug is logged with the path and the account of its request, without the query', async (t) => {
  const { lines, onBug } = logged();
  const bugged = get('/a', (exchange) => {
    exchange.account = 'pub-1';
    throw new TypeError('a bug');
  });
  const { url } = await open(t, [bugged], { onBug });
  t.equal((await fetch(`${url}/a?uid=secret`)).status, 500);
  t.match(lines, [{ path: '/a', account: 'pub-1', err: { message: 'a bug' } }]);
  t.notMatch(JSON.stringify(lines), 'secret');
});

t.test('a repeated bug is logged once a minute, and at most 20 different ones', async (t) => {
  let nowMs = 0;
  const { lines, onBug } = logged(() => nowMs);
  for (let times = 0; times < 10_000; times++) onBug(new Error('the same'));
  onBug(new Error('another'));
  t.strictSame(
    lines.map(({ err }) => (err as Error).message),
    ['the same', 'another'],
  );
  nowMs = 60_000;
  onBug(new Error('the same'));
  t.equal(lines.length, 3);
  for (let times = 0; times < 1000; times++) onBug(new Error(`words of a client ${times}`));
  t.equal(lines.length, 2 + 20);
});

t.test('what is thrown and is no Error is logged as text', async (t) => {
  const { lines, onBug } = logged();
  for (const thrown of ['a text', 7, undefined]) onBug(thrown);
  t.strictSame(
    lines.map(({ err }) => err),
    ['a text', '7', 'undefined'],
  );
});

t.test('long texts of a client are shortened, and the place of the bug follows them', async (t) => {
  const { lines, onBug } = logged();
  const words = 'words of a client '.repeat(20_000);
  onBug(Object.assign(new TypeError(words), { code: 'ERR_INVALID_URL', input: words }), { path: '/', account: words });
  onBug(new Error('outer', { cause: new Error('inner') }));
  onBug(new Error('wrapped', { cause: new Error(`$&${words}`) }));
  onBug(words);
  // More causes than are shortened one by one.
  let deep = new Error('first');
  for (let depth = 0; depth < 20; depth++) deep = new Error(`${depth}${'x'.repeat(20_000)}`, { cause: deep });
  onBug(deep);
  const [long, caused] = lines.map(({ err }) => err as { message: string; stack: string });
  t.match(long, { type: 'TypeError', code: 'ERR_INVALID_URL', stack: /bug-log\.test\.ts/ });
  t.match(caused?.stack, /outer[^]*inner/);
  for (const line of lines) {
    const text = JSON.stringify(line);
    t.ok(text.length < 10_000);
    t.ok(text.split('words of a client').length < 50, 'quoted only a few times');
  }
});
