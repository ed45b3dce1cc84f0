/**
 * The farm that answers as recorded (`bench:replay` starts it as `recorded.ts [PORT]` with a channel). Serves every bidder at /<code> on
 * 127.0.0.1, prints one line when it listens, and ends with its parent, which tells it which auctions are being replayed.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from 'uWebSockets.js';
import { bodyBytes, type CapturedCall } from '../../src/observe/capture-record.ts';
import { auctionOf } from '../fixture-file.ts';
import { collectBody } from './body.ts';
import { failWith } from '../command.ts';
import { endWithParent } from './parent.ts';
import { RecordedCalls, type FarmCounts, type PlayMessage } from './recorded-calls.ts';
import { listen, uws } from './uws.ts';

const maxBodyBytes = 16 * 1024 * 1024;
/** One byte more than a service accepts by default. */
const oversizedBytes = 1_048_577;
/** Outcomes of calls that were too slow, or held back as too slow: they get no answer. */
const silent = new Set(['timeout', 'overtaken', 'late', 'throttled']);
/** Outcomes of calls that did not reach the bidder. */
const refused = new Set(['unreachable', 'busy', 'blocked', 'cancelled']);

/** Serves the replayed calls on `port` (0: any free one) and returns the port. */
async function serveRecording(port: number): Promise<number> {
  const recorded = new RecordedCalls();
  let counts = noCounts();
  process.on('message', (message: PlayMessage) => {
    if (message === 'count anew') {
      process.send?.(counts satisfies FarmCounts);
      counts = noCounts();
    } else if ('end' in message) {
      for (const { bidder } of recorded.end(message.end)) add(counts.missing, bidder);
    } else {
      recorded.begin(message.begin, auctionOf(message.line)!);
      process.send?.(message.begin);
    }
  });
  const app = uws.App();
  app.any('/*', (res, req) => {
    const [, first = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(req.getUrl()) ?? [];
    const [code, path] = [decodeURIComponent(first), `${rest}?${req.getQuery() ?? ''}`];
    const isGzip = req.getHeader('content-encoding') === 'gzip';
    let timer: NodeJS.Timeout | undefined;
    let isGone = false;
    res.onAborted(() => {
      isGone = true;
      clearTimeout(timer);
    });
    collectBody(res, maxBodyBytes, (body) => {
      const text = (isGzip ? gunzipSync(body) : body).toString();
      const call = recorded.find({ code, path, text });
      counts.calls += 1;
      if (call === undefined) add(counts.unknown, code);
      if (call !== undefined && silent.has(call.kind)) return;
      timer = setTimeout(() => {
        if (!isGone) answer(res, call);
      }, call?.elapsedMs ?? 0);
    });
  });
  return listen(app, port);
}

interface Counts extends FarmCounts {
  calls: number;
  readonly unknown: Record<string, number>;
  readonly missing: Record<string, number>;
}

function noCounts(): Counts {
  // Objects without a prototype, because a bidder may have any name.
  return { calls: 0, unknown: Object.create(null), missing: Object.create(null) };
}

function add(counts: Record<string, number>, bidder: string): void {
  counts[bidder] = (counts[bidder] ?? 0) + 1;
}

function answer(res: HttpResponse, call: CapturedCall | undefined): void {
  if (call === undefined) return void res.cork(() => res.writeStatus('204 No Content').endWithoutBody());
  if (refused.has(call.kind)) return void res.close();
  if (call.kind === 'oversized') return void res.cork(() => res.end(Buffer.alloc(oversizedBytes, ' ')));
  if (call.kind === 'broken') {
    res.cork(() => res.write('{'));
    return void res.close();
  }
  const { status, headers = {}, encoding } = call;
  const plain = bodyBytes(call);
  // Other encodings, such as `utf-8`, do not change the body.
  const body = plain !== null && encoding?.includes('gzip') ? gzipSync(plain) : plain;
  res.cork(() => {
    res.writeStatus(`${status} ${STATUS_CODES[status] ?? 'Unknown'}`);
    for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
    if (encoding !== undefined) res.writeHeader('content-encoding', encoding);
    if (body !== null) res.end(body);
    else if (status === 204) res.endWithoutBody();
    else res.end();
  });
}

const [port = '0'] = process.argv.slice(2);
try {
  endWithParent();
  process.stdout.write(`${JSON.stringify({ ready: true, port: await serveRecording(Number(port)) })}\n`);
} catch (error) {
  failWith('recorded', error);
}
