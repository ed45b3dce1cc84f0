/** The load generator counts answers, failures and latencies correctly in both loops, whatever the server does. */
import { createServer, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { runClosedLoop } from '../../bench/load/closed-loop.ts';
import { makeRequestBytes } from '../../bench/load/client.ts';
import { runOpenLoop } from '../../bench/load/open-loop.ts';
import { Tally, type TallyReport } from '../../bench/load/tally.ts';
import type { Work } from '../../bench/load/work.ts';
import { listening } from '../support/listening.ts';
import { ownPort } from '../support/own-port.ts';

/** The port of a server that calls `onBytes` with each chunk it receives, until the test ends. */
function serve(t: Test, onBytes: (socket: Socket, bytes: Buffer) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => socket.on('data', (bytes) => onBytes(socket, bytes)));
  return listening(t, server);
}

function workFor(port: number, limits: { lateMs?: number; timeoutMs?: number } = {}): Work {
  const target = { host: '127.0.0.1', port, path: '/x?y=1' };
  const requests = ['{"n":1}', '{"n":2}', '{"n":"\u00e9"}'].map((body) =>
    makeRequestBytes(target, ['X-Test: yes'], body),
  );
  return { target, requests, tally: new Tally(limits.lateMs ?? Infinity), timeoutMs: limits.timeoutMs ?? 60_000 };
}

async function runClosed(work: Work, concurrency: number, requests: number): Promise<TallyReport> {
  await runClosedLoop(work, { concurrency, requests, durationMs: 60_000, rampMs: 0 });
  return work.tally.report();
}

async function runOpen(
  work: Work,
  ratePerSecond: number,
  durationMs: number,
  maxConnections = 100,
): Promise<TallyReport> {
  await runOpenLoop(work, { ratePerSecond, durationMs, maxConnections });
  return work.tally.report();
}

const ok = 'HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\nhello';

t.test('the requests are sent in turn as complete HTTP', async (t) => {
  const seen: string[] = [];
  const port = await serve(t, (socket, bytes) => {
    seen.push(bytes.toString());
    socket.write(ok);
  });
  await runClosed(workFor(port), 1, 4);
  const head = `POST /x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: `;
  t.strictSame(
    seen,
    ['7\r\nX-Test: yes\r\n\r\n{"n":1}', '7\r\nX-Test: yes\r\n\r\n{"n":2}', '10\r\nX-Test: yes\r\n\r\n{"n":"\u00e9"}']
      .concat('7\r\nX-Test: yes\r\n\r\n{"n":1}')
      .map((rest) => head + rest),
  );
});

t.test('closed loop: the concurrency is kept, and every request is counted and timed', async (t) => {
  let most = 0;
  const waiting: Socket[] = [];
  // Answers once there are eight, in time to see a ninth.
  const port = await serve(t, (socket) => {
    most = Math.max(most, waiting.push(socket));
    if (waiting.length === 8) setTimeout(() => waiting.splice(0).forEach((one) => one.write(ok)), 20);
  });
  const report = await runClosed(workFor(port, { lateMs: 10 }), 8, 80);
  t.equal(most, 8);
  t.strictSame([report.answered, report.failed, report.late, report.bytesPerAnswer], [80, 0, 80, 5]);
  t.ok(report.latencyMs.p50 >= 19 && report.latencyMs.p50 <= report.latencyMs.p99);
  t.ok(report.latencyMs.p99 <= report.latencyMs.max);
  const work = workFor(await serve(t, (socket) => setTimeout(() => socket.write(ok), 20)));
  await runClosedLoop(work, { concurrency: 2, requests: 1e6, durationMs: 1000, rampMs: 500 });
  t.ok(work.tally.answered > 0 && work.tally.answered <= 102, 'the duration ends the loop as well');
});

t.test('open loop: waiting for a connection counts as latency', async (t) => {
  const port = await serve(t, (socket) => setTimeout(() => socket.write(ok), 20));
  const wide = await runOpen(workFor(port), 200, 500);
  t.strictSame([wide.answered, wide.failed], [100, 0]);
  const narrow = await runOpen(workFor(port), 200, 500, 2);
  t.strictSame([narrow.answered, narrow.failed], [100, 0]);
  // Two connections carry at most 100 a second: 50 requests still wait when the last one is due.
  t.ok(narrow.latencyMs.max > 400, `${narrow.latencyMs.max} ms`);
});

t.test('open loop: every request that waits during a stall counts the wait as latency', async (t) => {
  let stalledUntilMs = 0;
  const port = await serve(t, (socket) => {
    stalledUntilMs ||= performance.now() + 500;
    setTimeout(() => socket.write(ok), Math.max(0, stalledUntilMs - performance.now()));
  });
  const report = await runOpen(workFor(port), 100, 1000, 1);
  t.equal(report.answered, 100);
  // Requests due in the half second wait 250 ms on average; a closed loop would have seen one slow answer.
  t.ok(report.latencyMs.p90 > 300, `${report.latencyMs.p90} ms`);
});

t.test('failed requests are counted by kind', async (t) => {
  const replies = [
    'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\nfull',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    'HTTP/1.1 204 No Content\r\n\r\n',
    'SSH-2.0-other\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`,
  ];
  let count = 0;
  const port = await serve(t, (socket) => {
    const reply = replies[count % 7];
    count += 1;
    if (reply === undefined) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort');
    else socket.write(reply);
  });
  const report = await runClosed(workFor(port), 1, 35);
  t.strictSame([report.answered, report.failed], [5, 30]);
  t.strictSame(report.errors, { 'status 503': 5, 'status 204': 5, 'no whole reply': 20 });
});

t.test('a reply that arrives byte by byte is one complete reply', async (t) => {
  const port = await serve(t, (socket) => {
    let at = 0;
    const writeNext = (): void => {
      if (at === ok.length || socket.destroyed) return;
      socket.write(ok[at]!);
      at += 1;
      setImmediate(writeNext);
    };
    writeNext();
  });
  const report = await runClosed(workFor(port), 4, 20);
  t.strictSame([report.answered, report.failed, report.bytesPerAnswer], [20, 0, 5]);
});

t.test('requests to a server that never answers, or to none, are counted as failed', async (t) => {
  const port = await serve(t, () => {});
  const closed = await runClosed(workFor(port, { timeoutMs: 200 }), 2, 4);
  t.strictSame(closed.errors, { 'no whole reply': 4 });
  const open = await runOpen(workFor(port, { timeoutMs: 200 }), 50, 200, 1);
  t.equal(open.failed, 10);
  t.ok(open.errors['never sent: all connections busy']);
  const refused = await runClosed(workFor(await ownPort()), 4, 20);
  t.strictSame(refused.errors, { 'no whole reply': 20 });
});
