/**
 * The floor (performance, 'Two baselines'): the least that an auction server in this process model can cost. It has the service's
 * front and calls, but constant bodies and a constant answer: it parses, shapes and ranks nothing.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { HttpResponse } from 'uWebSockets.js';
import { failWith } from './command.ts';
import { collectBody } from './farm/body.ts';
import { endWithParent } from './farm/parent.ts';
import { listen, uws } from './farm/uws.ts';
import { makeRequests, type RequestShape } from './requests.ts';

/** A bidder's connection pool, its path, and the bodies sent to it in turn. */
interface Lane {
  readonly pool: Pool;
  readonly path: string;
  readonly bodies: readonly Buffer[];
}

const connectionsPerOrigin = 256;
const maxRequestBytes = 262_144;
const bodiesPerBidder = 64;
const callHeaders = ['Content-Type', 'application/json;charset=utf-8', 'Accept', 'application/json'];

let auctions = 0;

/** Collects one reply; notifies the auction when the reply has ended, for whatever reason. */
class Call implements Dispatcher.DispatchHandler {
  readonly chunks: Buffer[] = [];
  private readonly ended: () => void;

  constructor(ended: () => void) {
    this.ended = ended;
  }

  onRequestStart(): void {}

  onResponseStart(): void {}

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.ended();
  }

  onResponseError(): void {
    this.ended();
  }
}

/** Calls every bidder once; `done` runs when all have answered or `tmaxMs` has passed. */
function askAll(lanes: readonly Lane[], tmaxMs: number, done: () => void): void {
  let left = lanes.length;
  const timer = setTimeout(() => {
    left = -1;
    done();
  }, tmaxMs);
  const ended = (): void => {
    left -= 1;
    if (left !== 0) return;
    clearTimeout(timer);
    done();
  };
  auctions += 1;
  for (const { pool, path, bodies } of lanes) {
    const body = bodies[auctions % bodies.length]!;
    pool.dispatch({ method: 'POST', path, headers: callHeaders, body }, new Call(ended));
  }
}

/** The bodies that the service would send to one bidder: the requests without the other bidders' params. */
function bodiesFor(code: string, shape: RequestShape): Buffer[] {
  const leastBytes = (bidders: readonly string[]): number =>
    makeRequests({ ...shape, bidders, bytes: 0 }, 1, 1)[0]!.length;
  const spared = leastBytes(shape.bidders) - leastBytes([code]);
  const single = { ...shape, bidders: [code], bytes: shape.bytes - spared };
  return makeRequests(single, bodiesPerBidder, 1).map((body) => Buffer.from(body));
}

function makeLanes(endpoints: Readonly<Record<string, string>>, shape: RequestShape): Lane[] {
  return shape.bidders.map((code) => {
    const { origin, pathname } = new URL(endpoints[code] ?? '');
    const pool = new Pool(origin, { connections: connectionsPerOrigin, pipelining: 1 });
    return { pool, path: pathname, bodies: bodiesFor(code, shape) };
  });
}

/** Makes the calls of one request, then answers it. */
function handle(res: HttpResponse, lanes: readonly Lane[], settings: { tmaxMs: number; answer: Buffer }): void {
  let aborted = false;
  res.onAborted(() => {
    aborted = true;
  });
  collectBody(res, maxRequestBytes, (body) => {
    Buffer.from(body); // as the service must: uWebSockets.js detaches the buffer
    askAll(lanes, settings.tmaxMs, () => {
      if (aborted) return;
      res.cork(() => res.writeHeader('Content-Type', 'application/json').end(settings.answer));
    });
  });
}

async function main(): Promise<void> {
  endWithParent();
  const options = {
    endpoints: { type: 'string' },
    shape: { type: 'string' },
    'answer-bytes': { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  if (!values.endpoints || !values.shape) throw new Error('--endpoints and --shape are missing: give both as JSON');
  const shape = JSON.parse(values.shape) as RequestShape;
  const lanes = makeLanes(JSON.parse(values.endpoints) as Record<string, string>, shape);
  const settings = { tmaxMs: shape.tmaxMs, answer: Buffer.alloc(Number(values['answer-bytes'] ?? 4096), 'a') };
  const app = uws.App().post('/openrtb2/auction', (res) => handle(res, lanes, settings));
  const port = await listen(app, 0);
  process.stdout.write(`${JSON.stringify({ msg: 'listening', host: '127.0.0.1', port })}\n`);
}

await main().catch((error: unknown) => failWith('floor', error));
