/**
 * The admin port (interface, 'Endpoints'): a small server of its own for the host's tools, never for the public. It takes
 * little at once, and nothing from a web page.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOfSender } from './admin-guard.ts';

/** What an admin endpoint gets: the parsed query and the whole body. */
export interface AdminRequest {
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
}

/** What it answers; `contentType` is plain text when not stated. */
export interface AdminAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string;
  /** The methods of the path, for status 405. */
  readonly allow?: string;
}

/** An endpoint of the admin port, at an exact path. What `handle` throws is a bug: reported, and answered with 500. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly handle: (request: AdminRequest) => AdminAnswer | Promise<AdminAnswer>;
}

/** Where it listens (`port` 0: any free one), and who hears of bugs. */
export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly onBug: (error: unknown) => void;
  /** A connection on which nothing has moved for so long is closed, in milliseconds: a minute when not stated. */
  readonly idleMs?: number;
}

/** A running admin port. */
export interface AdminServer {
  readonly port: number;
  /** Drops every connection and frees the port. */
  close(): Promise<void>;
}

const maxBodyBytes = 16 * 1024 * 1024;
const limits = { headersTimeout: 5000, requestTimeout: 20_000, connectionsCheckingInterval: 1000 };
const maxConnections = 100;
/** Above the longest scrape: who reads no answer, or is gone without a word, would keep its connection for good. */
const usualIdleMs = 60_000;

/** Opens the admin port. Rejects with an Error that names `admin.port` when it cannot be had. */
export async function startAdmin(options: AdminOptions, routes: readonly AdminRoute[]): Promise<AdminServer> {
  const { host, port, onBug, idleMs = usualIdleMs } = options;
  const server = createServer(limits, (request, response) => {
    // A client that goes away in the middle of its body is no bug.
    const told = (error: unknown): void => void (request.destroyed && !request.complete ? undefined : onBug(error));
    serve(request, routes)
      .catch((error: unknown) => {
        told(error);
        return { status: 500, body: 'Internal error\n' };
      })
      .then((answer) => write(response, answer))
      .catch(told);
  });
  server.maxConnections = maxConnections;
  server.timeout = idleMs;
  await listen(server, host, port);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, close };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'is taken' : `cannot be listened on (${code})`;
      const isOfPort = code === 'EADDRINUSE' || code === 'EACCES';
      const fix = isOfPort ? 'set another one, or 0 for any free port' : 'set admin.host to an address of this machine';
      reject(new Error(`admin.port ${port} of admin.host ${host} ${why}: ${fix}`));
    });
    server.listen({ host, port, exclusive: true }, () => {
      server.removeAllListeners('error');
      server.on('error', () => undefined);
      resolve();
    });
  });
}

async function serve(request: IncomingMessage, routes: readonly AdminRoute[]): Promise<AdminAnswer> {
  const fault = faultOfSender(request);
  if (fault !== undefined) return { status: 403, body: `${fault}\n` };
  const [path = '', ...search] = (request.url ?? '/').split('?');
  const there = routes.filter((route) => route.path === path);
  if (there.length === 0) return { status: 404, body: `there is nothing here: ask for ${places(routes)}\n` };
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = there.find((one) => one.method === method);
  if (route === undefined) {
    const allow = there.map((one) => one.method).join(', ');
    return { status: 405, body: `${path} takes ${allow}: use one of these methods\n`, allow };
  }
  const body = await readBody(request);
  if (body === undefined) return { status: 413, body: `the body is over ${maxBodyBytes} bytes: send less at once\n` };
  return route.handle({ query: new URLSearchParams(search.join('?')), body });
}

function places(routes: readonly AdminRoute[]): string {
  return [...new Set(routes.map(({ path }) => path))].join(', ');
}

/** The whole body; undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Read to its end all the same: to stop would close the connection on the answer.
    if (bytes > maxBodyBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks);
}

function write(response: ServerResponse, { status, contentType, body, allow }: AdminAnswer): void {
  response.writeHead(status, {
    ...(allow !== undefined && { Allow: allow }),
    'Content-Type': contentType ?? 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}
