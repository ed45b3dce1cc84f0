/** Servers for tests of the fan-out: raw ones that answer by a function, over TCP or TLS, and one that never accepts. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Worker } from 'node:worker_threads';

import type { Test } from 'tap';

import { FanOut, type FanOutOptions } from '../../src/auction/fan-out.ts';
import type { Cancel } from '../../src/auction/cancel.ts';
import type { CallToSend, SettledCall } from '../../src/auction/settled-call.ts';
import { closedWith } from '../support/closed-with.ts';
import { listening } from '../support/listening.ts';
import { relay } from '../support/relay.ts';
import { until } from '../support/until.ts';

/** The key of the TLS servers; their certificate is self-signed, so that no client trusts it by default. */
export const tlsKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdw5e6vOQjc8LgoGQ
CKu5rI0RnA9V8lxrq1/1ZVf4VjqhRANCAASDqKRSmRHKV9MCQMQO5ArbKGeescHD
jsyPifJpkYoN6doNP86f2x4UNe8F1X4wUuLWAs+Pal0IF6oMhAAtNh46
-----END PRIVATE KEY-----`;
/** See `tlsKey`. */
export const tlsCert = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUWgAwIBAgIUTeELEYO6Ai6ewP3N6XR/PC03oQgwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLYmlkZGVyLnRlc3QwIBcNMjYxMTIxMTExODAxWhgPMjEyNjEw
MjgxMTE4MDFaMBYxFDASBgNVBAMMC2JpZGRlci50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEg6ikUpkRylfTAkDEDuQK2yhnnrHBw47Mj4nyaZGKDenaDT/O
n9seFDXvBdV+MFLi1gLPj2pdCBeqDIQALTYeOqNvMG0wHQYDVR0OBBYEFIaAsTSA
cVHecMvdrIoXWi7OgR6LMB8GA1UdIwQYMBaAFIaAsTSAcVHecMvdrIoXWi7OgR6L
MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoG
CCqGSM49BAMCA0cAMEQCIC8AgdGpISM+BBza1ClXRNpDkugARp1FAcWvPLOpSdtW
AiBtqrHvBGRmXu3FRRD4jSKZv6wOG7t9alcVwCMeVv1vzg==
-----END CERTIFICATE-----`;

/** A raw server, and what it has received. */
export interface RawServer {
  readonly origin: string;
  readonly port: number;
  /** Whole requests (head and body as text), in order of arrival. */
  readonly requests: string[];
  /** Sockets accepted. */
  connections: number;
}

/** Answers one request on its socket; `index` counts the server's requests from 0. */
export type Answer = (socket: Socket, index: number) => void;

/** A server on a free port that hands each whole request to `answer`; it ends with the test. */
export async function rawServer(t: Test, answer: Answer, tls = false): Promise<RawServer> {
  const server = tls ? createTlsServer({ key: tlsKey, cert: tlsCert }) : createServer();
  const port = await listening(t, server);
  const seen: RawServer = {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests: [],
    connections: 0,
  };
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    seen.connections += 1;
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let end = requestEnd(text); end > 0 && text.length >= end; end = requestEnd(text)) {
        seen.requests.push(text.slice(0, end));
        text = text.slice(end);
        answer(socket, seen.requests.length - 1);
      }
    });
  });
  return seen;
}

/** The origin of a listener with a full backlog that never accepts: connecting to it never ends. */
export async function neverAccepts(t: Test): Promise<string> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true, execArgv: [] },
  );
  const [port] = (await once(worker, 'message')) as [number];
  let connected = 0;
  const fillers = Array.from({ length: 8 }, () =>
    connect(port, '127.0.0.1', () => (connected += 1)).on('error', () => undefined),
  );
  t.teardown(async () => {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  });
  // A backlog of 1 takes two connections.
  await until(() => connected === 2);
  return `http://127.0.0.1:${port}`;
}

/** An https address of the server at `port` that takes connections, but passes on nothing before `open` is called. */
export async function closedDoor(t: Test, port: number): Promise<{ origin: string; open: () => void }> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const door = createServer(async (socket) => {
    await opened;
    relay(socket, port);
  });
  return { origin: `https://127.0.0.1:${await listening(t, door)}`, open };
}

/** A fan-out that ends with the test. */
export function fanOutFor(t: Test, options: Partial<FanOutOptions> = {}): FanOut {
  const bounds = { connectionsPerOrigin: 16, maxReplyBytes: 100_000, drainGraceMs: 300, connectTimeoutMs: 1000 };
  const fanOut = closedWith(t, new FanOut({ ...bounds, ...options }));
  return fanOut;
}

/** A POST of a small JSON body to `uri`. */
export function post(uri: string, headers: string[] = ['content-type', 'application/json']): CallToSend {
  const body = Buffer.from('{"id":"r"}');
  return { record: { bidder: 'a', method: 'POST', uri, headers, body: { start: 0, end: body.length } }, body };
}

/** A client of an auction: `abort()` disconnects it. */
export class Client implements Cancel {
  isAborted = false;
  #listeners: (() => void)[] = [];

  onAbort(listener: () => void): void {
    this.#listeners.push(listener);
  }

  abort(): void {
    this.isAborted = true;
    for (const listener of this.#listeners) listener();
  }
}

/** A client that stays. */
export const staying: Cancel = { isAborted: false, onAbort: () => undefined };

/** The instant `ms` from now, as `FanOut.send` takes it. */
export function inMs(ms: number): number {
  return performance.now() + ms;
}

/** A deadline far enough for a machine that pauses for seconds. */
export function inTime(): number {
  return inMs(60_000);
}

/** A whole reply with this body. */
export function reply(body: string, head = 'HTTP/1.1 200 OK'): string {
  return `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** The body of a call's reply. */
export function text(outcome: SettledCall | undefined): string {
  return Buffer.concat(outcome?.chunks ?? []).toString();
}

function requestEnd(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head));
  return head + 4 + (length === null ? 0 : Number(length[1]));
}
