/** 50,000 requests with strange parameters, cookies and bodies: no crash, no 500, no injected header, no growth in memory (issue 4). */
import net from 'node:net';
import t from 'tap';
import { collect } from '../support/collect.ts';
import { openSync } from './sync-front.ts';
import { message } from './sync-messages.ts';

const rounds = 50_000;
const connections = 48;
const maxCookieBytes = 1500;

const statuses: { readonly [path: string]: ReadonlySet<number> } = {
  '/setuid': new Set([200, 400, 401, 451]),
  '/cookie_sync': new Set([200, 400, 401]),
};
const headers = new Set(
  (
    'date uwebsockets content-type content-length cache-control x-content-type-options set-cookie vary ' +
    'access-control-allow-origin access-control-allow-credentials'
  ).split(' '),
);

/** What is wrong with an answer, '' for nothing. */
function fault(path: string, head: string, text: string): string {
  const [line = '', ...lines] = head.split('\r\n');
  const status = Number(line.split(' ')[1]);
  if (!statuses[path]!.has(status)) return `status ${status}`;
  for (const one of lines) {
    const name = one.slice(0, one.indexOf(':')).toLowerCase();
    if (!headers.has(name)) return `header ${one.slice(0, 80)}`;
    if (name === 'set-cookie' && one.slice('set-cookie: '.length).length > maxCookieBytes)
      return 'a cookie that is too long';
  }
  if (path === '/setuid' && /<|X-Injected|evil\.example/.test(text)) return `it reflects ${text.slice(0, 80)}`;
  if (path === '/cookie_sync' && status === 200) JSON.parse(text);
  return '';
}

/** One connection that sends the next message when the last is answered, until `left` runs out. */
function drive(port: number, left: { count: number }, tally: Map<string, number>): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let received: Buffer = Buffer.alloc(0);
    let sent = message();
    const end = (why: string): void => {
      socket.destroy();
      resolve(why);
    };
    const next = (): void => {
      if (left.count-- <= 0) return end('');
      sent = message();
      socket.write(sent.bytes);
    };
    socket.on('connect', next);
    socket.on('error', (error) => end(String(error)));
    socket.on('close', () => end('the connection was closed'));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const split = received.indexOf('\r\n\r\n');
      if (split < 0) return;
      const head = received.toString('latin1', 0, split);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < split + 4 + length) return;
      const wrong = fault(sent.path, head, received.toString('utf8', split + 4, split + 4 + length));
      received = received.subarray(split + 4 + length);
      if (wrong !== '' || received.length > 0)
        return end(`${wrong || 'more than one answer'} to ${sent.bytes.toString().slice(0, 500)}`);
      const kind = `${sent.path} ${head.slice(9, 12)}`;
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
      next();
    });
  });
}

function usedBytes(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

t.test('50,000 strange requests get expected answers and take no lasting memory', async (t) => {
  const settings = {
    userSync: { maxCookieBytes, priorityGroups: [['image']] },
    privacy: { gdpr: { hostVendorId: 20 } },
  };
  const { server, bugs } = await openSync(t, settings, { accounts: { p: {} }, random: Math.random });
  const tally = new Map<string, number>();
  const run = async (count: number): Promise<string[]> => {
    const left = { count };
    const ends = await Promise.all(Array.from({ length: connections }, () => drive(server.port, left, tally)));
    return ends.filter((why) => why !== '');
  };
  // The first half fills the caches of consent strings and accounts up to their bounds.
  t.strictSame(await run(rounds / 2), []);
  const beforeBytes = usedBytes();
  t.strictSame(await run(rounds / 2), []);
  const grownBytes = usedBytes() - beforeBytes;
  t.ok(grownBytes < 8_000_000, `grew by ${grownBytes} bytes`);
  t.strictSame(bugs, []);
  t.equal(
    [...tally.values()].reduce((sum, count) => sum + count, 0),
    rounds,
  );
  const expected = [
    '/setuid 200',
    '/setuid 400',
    '/setuid 401',
    '/setuid 451',
    '/cookie_sync 200',
    '/cookie_sync 400',
    '/cookie_sync 401',
  ];
  for (const kind of expected) t.ok((tally.get(kind) ?? 0) > rounds / 500, `${kind}: ${tally.get(kind)}`);
});
