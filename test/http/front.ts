/** A server for these tests, and raw connections to it. */
import net from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { request } from 'undici';
import type { Exchange, Route } from '../../src/http/exchange.ts';
import { type HttpServer, type ServerOptions, startServer } from '../../src/http/server.ts';
import { until } from '../support/until.ts';

/** A server of one test, closed after it. */
export interface Opened {
  readonly server: HttpServer;
  readonly url: string;
  /** The errors passed to `onBug`. */
  readonly bugs: unknown[];
}

/** A free port, 1000 bytes, half a minute for a body, loopback trusted, and nothing refused. */
export const plainOptions: ServerOptions = {
  host: '127.0.0.1',
  port: 0,
  maxRequestBytes: 1000,
  bodyTimeoutMs: 30_000,
  trustedProxies: ['loopback'],
  externalUrl: 'http://localhost',
  gate: {
    countIn: () => false,
    refuses: () => false,
    countOut: () => undefined,
    refusesYielding: () => false,
    noteYielding: () => undefined,
  },
  onStrangeProxy: () => undefined,
  onBug: () => undefined,
};

/** Starts a server with plain options, unless `options` say otherwise. */
export async function open(t: Test, routes: readonly Route[], options: Partial<ServerOptions> = {}): Promise<Opened> {
  const bugs: unknown[] = [];
  const server = await startServer({ ...plainOptions, onBug: (error) => bugs.push(error), ...options }, routes);
  t.teardown(() => server.close());
  return { server, url: `http://127.0.0.1:${server.port}`, bugs };
}

/** A GET route without CORS. */
export function get(path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, cors: 'none', body: false, handle };
}

/** A POST route with a body and without CORS. */
export function post(path: string, handle: Route['handle']): Route {
  return { method: 'POST', path, cors: 'none', body: true, handle };
}

/** Answers 200 with the body's length and its text. */
export function echo(exchange: Exchange): void {
  const text = new TextDecoder().decode(exchange.body);
  exchange.answer(200, [['Content-Type', 'text/plain']], `${text.length}:${text}`);
}

/** POSTs a body; gives status and text. */
export async function send(
  url: string,
  body: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const reply = await request(url, { method: 'POST', body, headers });
  return { status: reply.statusCode, text: await reply.body.text() };
}

/** Posts the gzip body `long` to `path` and disconnects while it is inflated; resolves once the server has nothing in flight. */
export async function leaveInflating(t: Test, server: HttpServer, path: string, long: Uint8Array): Promise<void> {
  const socket = net.connect(server.port, '127.0.0.1');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${long.length}\r\n\r\n`);
  socket.write(long);
  // Checked in every turn of the event loop: between two checks of `until` the body may be inflated and answered.
  const endMs = performance.now() + 25_000;
  while (server.inFlight() !== 1 && performance.now() < endMs) await turn();
  t.equal(server.inFlight(), 1);
  socket.destroy();
  t.ok(await until(() => server.inFlight() === 0));
}

/** A client that requests `path` and reads nothing of the answer until it has a data listener. */
export function slowReader(t: Test, port: number, path: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
  t.teardown(() => socket.destroy());
  return socket.on('error', () => undefined).pause();
}

/** What came back on a raw connection. */
export interface Talk {
  readonly text: string;
  readonly isClosed: boolean;
}

/** Writes `parts` one after the other; ends when the server closes, `until` matches the answer, or two seconds pass without data either way. */
export function talk(port: number, parts: readonly (string | Uint8Array)[], until?: RegExp): Promise<Talk> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    let isClosed = false;
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, isClosed });
    };
    const timer = setTimeout(finish, 2000);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      text += data.toString('latin1');
      timer.refresh();
      if (until?.test(text)) finish();
    });
    socket.on('close', () => {
      isClosed = true;
      finish();
    });
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        timer.refresh();
        // Long enough for parts to arrive apart, mostly; no test depends on it.
        await sleep(parts.length > 50 ? 0 : 5);
      }
    });
  });
}
