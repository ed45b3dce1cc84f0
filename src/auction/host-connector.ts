/** How connections to a bidder's host are made: in time, to an address that it may have, and so that undici gets its bytes piece by piece. */
import { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { rememberedLookup } from './host-lookup.ts';

/** How connections are made: the time to connect (TLS included), whether certificates are checked, and where they may lead. */
export interface ConnectOptions {
  readonly connectTimeoutMs: number;
  readonly rejectUnauthorized: boolean;
  /** True: only addresses on the internet are connected to. */
  readonly mustBeOutside?: boolean;
}

/** What undici is handed at once. */
const mostAtOnce = 8192;

/** Whom this process trusts: made once, Node would make it for each connection. */
let trust: SecureContext | undefined;

/** How connections of one host are made that share a TLS session. */
interface Sharing {
  readonly connect: buildConnector.connector;
  /** undici refers to it weakly: without this it would be gone with the next garbage. */
  session: Buffer | undefined;
}

/** How all connections of one host connect: they share TLS sessions and the host's addresses. */
export function hostConnector(options: ConnectOptions): buildConnector.connector {
  const { connectTimeoutMs, rejectUnauthorized, mustBeOutside } = options;
  const lookup = rememberedLookup(mustBeOutside);
  const secureContext = (trust ??= createSecureContext());
  const rules = { allowH2: false, rejectUnauthorized, secureContext, timeout: connectTimeoutMs, lookup };
  const begin = (): Sharing => ({ connect: buildConnector(rules), session: undefined });
  let sharing = begin();
  return (options, callback) => {
    const mine = sharing;
    let isOver = false;
    const opening: unknown = mine.connect(options, (...[error, socket]) => {
      clearTimeout(timer);
      // It may be the session that the server does not like, and undici remembers it until the next garbage.
      if (error !== null && mine.session !== undefined && sharing === mine) sharing = begin();
      if (isOver) socket?.destroy();
      else if (error !== null) callback(error, null);
      else callback(null, inPieces(socket));
    });
    // undici gives it back, though its types do not say so; TLS 1.2 has its session before the connection is open.
    if (opening instanceof Socket) opening.on('session', (session: Buffer) => (mine.session = session));
    // undici's own timer ticks twice a second, too coarse for an auction; it only clears away the late socket.
    const timer = setTimeout(() => {
      isOver = true;
      callback(connectTimeout(), null);
    }, connectTimeoutMs);
  };
}

/**
 * The socket, from which undici reads a piece at a time, and nothing once it is destroyed: where a reply has too many headers, undici
 * makes an error for each that follows in what it was handed, and in what has come behind.
 */
function inPieces(socket: Socket): Socket {
  socket.read = readPiece;
  return socket;
}

function readPiece(this: Socket, size = this.readableLength > mostAtOnce ? mostAtOnce : undefined): unknown {
  return this.destroyed ? null : Socket.prototype.read.call(this, size);
}

function connectTimeout(): Error {
  return Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' });
}
