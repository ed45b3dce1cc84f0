/**
 * The admin port (interface, 'Endpoints'): a small separate server for the host's tools, never for the public. It accepts few connections
 * and limited bodies, and nothing from a web page.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOfSender } from './admin-guard.ts';

/** A request to an admin endpoint: the parsed query and the whole body. */
export interface AdminRequest {
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
}

/** Its answer; `contentType` defaults to plain text. */
export interface AdminAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string;
  /** The methods that the path accepts, for status 405. */
  readonly allow?: string;
}

/** An endpoint of the admin port, at an exact path. An error from `handle` is a bug: reported, and answered with 500. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly handle: (request: AdminRequest) => AdminAnswer | Promise<AdminAnswer>;
}

/** Where it listens (`port` 0: any free one), and where bugs are reported. */
export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly onBug: (error: unknown) => void;
  /** A connection without traffic for this long is closed, in milliseconds; default: one minute. */
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
/** Longer than any scrape. Without it, a client that reads no answer or vanishes silently would keep its connection for good. */
const defaultIdleMs = 60_000;

/** Opens the admin port. Rejects with an Error that names `admin.port` when it cannot be bound. */
export async function startAdmin(options: AdminOptions, routes: readonly AdminRoute[]): Promise<AdminServer> {
  const { host, port, onBug, idleMs = defaultIdleMs } = options;
  const server = createServer(limits, (request, response) => {
    // A client that disconnects in the middle of its body is not a bug.
    const reportError = (error: unknown): void =>
      void (request.destroyed && !request.complete ? undefined : onBug(error));
    serve(request, routes)
      .catch((error: unknown) => {
        reportError(error);
        return { status: 500, body: 'Internal error\n' };
      })
      .then((answer) => write(response, answer))
      .catch(reportError);
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
      const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${code})`;
      const isOfPort = code === 'EADDRINUSE' || code === 'EACCES';
      const fix = isOfPort ? 'set another port, or 0 for any free one' : 'set admin.host to an address of this machine';
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
  const atPath = routes.filter((route) => route.path === path);
  if (atPath.length === 0) return { status: 404, body: `there is nothing here: use ${pathsOf(routes)}\n` };
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = atPath.find((one) => one.method === method);
  if (route === undefined) {
    const allow = atPath.map((one) => one.method).join(', ');
    return { status: 405, body: `${path} takes ${allow}: use one of these methods\n`, allow };
  }
  const body = await readBody(request);
  if (body === undefined) return { status: 413, body: `the body is over ${maxBodyBytes} bytes: send less at a time\n` };
  return route.handle({ query: new URLSearchParams(search.join('?')), body });
}

function pathsOf(routes: readonly AdminRoute[]): string {
  return [...new Set(routes.map(({ path }) => path))].join(', ');
}

/** The whole body; undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    // Reads to the end anyway: stopping would close the connection before the answer.
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
