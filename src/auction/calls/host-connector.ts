/** Opens connections to a bidder's host: within a time limit, only to allowed addresses, and with reads limited to small pieces. */
import { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { coded, slowNameCode } from './call-faults.ts';
import { HostLookup } from './host-lookup.ts';
import { checkIdentity } from '../../server-identity.ts';

/** How connections are opened: the time limit (TLS included), whether certificates are checked, and where they may lead. */
export interface ConnectOptions {
  readonly connectTimeoutMs: number;
  readonly rejectUnauthorized: boolean;
  /** True: only addresses on the internet are allowed. */
  readonly mustBeOutside?: boolean;
}

/** Most bytes that undici reads at once. */
const maxReadBytes = 8192;

/** The trusted certificates, loaded once: Node would load them for each connection. */
let trust: SecureContext | undefined;

/** undici returns the socket that it opens, though its types do not say so. */
type Connect = (...given: Parameters<buildConnector.connector>) => Socket;

/** A connect function whose connections share a TLS session. */
interface Sharing {
  readonly connect: Connect;
  /** undici holds the session by a weak reference: without this one it would be garbage-collected. */
  session: Buffer | undefined;
}

/** The connect function for all connections of one host, which share TLS sessions and resolved addresses. */
export function hostConnector({
  connectTimeoutMs,
  rejectUnauthorized,
  mustBeOutside,
}: ConnectOptions): buildConnector.connector {
  const addresses = new HostLookup(mustBeOutside);
  const secureContext = (trust ??= createSecureContext());
  // undici's own timer ticks only twice a second, too coarse for an auction.
  const rules = {
    allowH2: false,
    rejectUnauthorized,
    checkServerIdentity: checkIdentity,
    secureContext,
    timeout: 0,
    lookup: addresses.lookup,
  };
  const newSharing = (): Sharing => ({ connect: buildConnector(rules) as unknown as Connect, session: undefined });
  let sharing = newSharing();
  return (target, callback) => {
    const current = sharing;
    const opening = current.connect(target, (...[error, socket]) => {
      clearTimeout(timer);
      if (error === null) {
        addresses.noteConnected(socket);
        return callback(null, inPieces(socket));
      }
      addresses.noteUnconnected();
      // The server may have rejected the session, which undici would keep until the next garbage collection.
      if (current.session !== undefined && sharing === current) sharing = newSharing();
      callback(error, null);
    });
    // In TLS 1.2 the session arrives before the connection is open.
    opening.on('session', (session: Buffer) => (current.session = session));
    const timer = setTimeout(
      () => opening.destroy(coded(addresses.isAwaited ? slowNameCode : 'ETIMEDOUT')),
      connectTimeoutMs,
    );
  };
}

/**
 * Makes undici read from the socket a piece at a time, and nothing once it is destroyed: when a reply has too many headers, undici makes an
 * error for every further one in the data it has read or can still read.
 */
function inPieces(socket: Socket): Socket {
  socket.read = readPiece;
  return socket;
}

function readPiece(this: Socket, size = this.readableLength > maxReadBytes ? maxReadBytes : undefined): unknown {
  return this.destroyed ? null : Socket.prototype.read.call(this, size);
}
