/** How connections to a bidder's host are made: in time, to an address that it may have, and so that undici gets its bytes piece by piece. */
import { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { coded } from './call-faults.ts';
import { rememberedLookup } from './host-lookup.ts';
import { checkIdentity } from '../../server-identity.ts';

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

/** undici gives the socket back that it opens, though its types do not say so. */
type Connect = (...given: Parameters<buildConnector.connector>) => Socket;

/** How connections of one host are made that share a TLS session. */
interface Sharing {
  readonly connect: Connect;
  /** undici refers to it weakly: without this it would be gone with the next garbage. */
  session: Buffer | undefined;
}

/** How all connections of one host connect: they share TLS sessions and the host's addresses. */
export function hostConnector(options: ConnectOptions): buildConnector.connector {
  const { connectTimeoutMs, rejectUnauthorized, mustBeOutside } = options;
  const lookup = rememberedLookup(mustBeOutside);
  const secureContext = (trust ??= createSecureContext());
  // undici's own timer ticks twice a second, too coarse for an auction.
  const rules = {
    allowH2: false,
    rejectUnauthorized,
    checkServerIdentity: checkIdentity,
    secureContext,
    timeout: 0,
    lookup,
  };
  const begin = (): Sharing => ({ connect: buildConnector(rules) as unknown as Connect, session: undefined });
  let sharing = begin();
  return (options, callback) => {
    const mine = sharing;
    const opening = mine.connect(options, (...[error, socket]) => {
      clearTimeout(timer);
      if (error === null) return callback(null, inPieces(socket));
      // It may be the session that the server does not like, and undici remembers it until the next garbage.
      if (mine.session !== undefined && sharing === mine) sharing = begin();
      callback(error, null);
    });
    // TLS 1.2 has its session before the connection is open.
    opening.on('session', (session: Buffer) => (mine.session = session));
    const timer = setTimeout(() => opening.destroy(coded('ETIMEDOUT')), connectTimeoutMs);
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
