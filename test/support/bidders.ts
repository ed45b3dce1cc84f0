/** Simulated bidders of a test: one real HTTP server that gives prepared answers and records the calls. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Ending } from './folder.ts';
import { listening } from './listening.ts';

/** How a bidder answers. `body` is sent as JSON unless it is a string or bytes; no answer at all is status 204. */
export interface BidderAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly delayMs?: number;
  /** Sends the body compressed, and says so. */
  readonly gzip?: boolean;
}

/** One call as a bidder received it. */
export interface ReceivedCall {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  /** The body as it came, inflated. */
  readonly text: string;
}

/** A running server of simulated bidders. */
export interface TestBidders {
  readonly port: number;
  /** Address of a bidder. */
  endpoint(code: string): string;
  /** These bidders as a configuration lists them, each with its address. */
  settings(...codes: readonly string[]): { [code: string]: { readonly endpoint: string } };
  /** Sets a bidder's answers from now on; of a list, one after the other, and then always the last. */
  answer(code: string, answers: BidderAnswer | readonly BidderAnswer[]): void;
  /** The calls of a bidder since the last `forget`. */
  received(code: string): readonly ReceivedCall[];
  forget(): void;
  /** Resolves when the connection of the last call to `code` closes or that call is answered. */
  closed(code: string): Promise<void>;
}

/** Starts simulated bidders on a free port of 127.0.0.1, until the test ends; the path's first segment is the bidder's code. */
export async function startBidders(t: Ending): Promise<TestBidders> {
  const answers = new Map<string, BidderAnswer[]>();
  const calls = new Map<string, ReceivedCall[]>();
  const open = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const code = decodeURIComponent(request.url!.split(/[/?]/)[1] ?? '');
      const text = inflated(request, Buffer.concat(chunks));
      const call = { url: request.url!, headers: request.headers, body: jsonOrText(text), text };
      calls.set(code, [...(calls.get(code) ?? []), call]);
      open.set(code, response);
      const queue = answers.get(code) ?? [];
      const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 204 };
      setTimeout(() => send(response, answer), answer.delayMs ?? 0).unref();
    });
  });
  const port = await listening(t, server);
  const endpoint = (code: string): string => `http://127.0.0.1:${port}/${encodeURIComponent(code)}`;
  return {
    port,
    endpoint,
    settings: (...codes) => Object.fromEntries(codes.map((code) => [code, { endpoint: endpoint(code) }])),
    answer: (code, given) => void answers.set(code, [given].flat()),
    received: (code) => calls.get(code) ?? [],
    forget: () => {
      calls.clear();
      answers.clear();
    },
    closed: (code) => new Promise((resolve) => open.get(code)?.once('close', resolve)),
  };
}

function inflated({ headers }: IncomingMessage, bytes: Buffer): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/** The value of a text of JSON; any other text as it is. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status, body, headers, gzip }: BidderAnswer): void {
  if (response.destroyed) return;
  const isSoSent = typeof body === 'string' || Buffer.isBuffer(body);
  const text = body === undefined ? '' : isSoSent ? body : JSON.stringify(body);
  const encoding = gzip === true ? { 'content-encoding': 'gzip' } : {};
  const all = { 'content-type': 'application/json', ...encoding, ...headers };
  response.writeHead(status ?? (body === undefined ? 204 : 200), all);
  response.end(gzip === true ? gzipSync(text) : text);
}
