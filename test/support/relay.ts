/** Passes the connections of a test on to a real server, with a look at what goes through, or a hand in it. */
import { connect, type Socket } from 'node:net';

/** What becomes of the bytes on each way; unless told they stay as they are. */
export interface Ways {
  toServer?(bytes: Buffer): Uint8Array;
  toClient?(bytes: Buffer): Uint8Array;
}

const asItIs = (bytes: Buffer): Buffer => bytes;

/** Connects `client` with the server on `port` of 127.0.0.1, until one of both ends. */
export function relay(client: Socket, port: number, { toServer = asItIs, toClient = asItIs }: Ways = {}): void {
  const server = connect(port, '127.0.0.1');
  for (const [one, other, change] of [
    [client, server, toServer],
    [server, client, toClient],
  ] as const)
    one
      .on('error', () => undefined)
      .on('close', () => other.destroySoon())
      .on('data', (bytes) => other.write(change(bytes)));
}
