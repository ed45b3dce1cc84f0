/** A TCP proxy before a real server that makes it seem stopped, slow or broken, and well again. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Ending } from './folder.ts';
import { ownPort } from './own-port.ts';

/** `stopped`: nobody listens; `slow`: every answer takes five seconds; `garbage`: anything but an answer. */
export type Mode = 'well' | 'stopped' | 'slow' | 'garbage';

/** A running proxy. */
export interface FaultyProxy {
  readonly port: number;
  become(mode: Mode): Promise<void>;
}

const slowMs = 5000;
const nonsense = Buffer.concat([
  Buffer.from('HTTP/9 what? <html>{[\r\n\r\n'),
  Buffer.from([0, 255, 0, 0, 0, 5, 0x54, 9]),
]);

/** Starts a proxy for the server on `targetPort` of 127.0.0.1, answering garbage at first, until the test ends. */
export async function startFaultyProxy(t: Ending, targetPort: number): Promise<FaultyProxy> {
  let mode: Mode = 'garbage';
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    return socket.on('close', () => void sockets.delete(socket));
  };
  const serve = (client: Socket): void => {
    kept(client);
    if (mode === 'garbage') return void client.on('data', () => client.write(nonsense));
    const target = kept(connect(targetPort, '127.0.0.1'));
    client.on('data', (chunk) => target.write(chunk));
    target.on('data', (chunk) => {
      if (mode !== 'slow') client.write(chunk);
      else setTimeout(() => client.destroyed || client.write(chunk), slowMs).unref();
    });
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
  };
  const port = await ownPort();
  let server: Server | undefined;
  const open = async (): Promise<void> => {
    server = createServer(serve).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    if (closing !== undefined) await new Promise((resolve) => closing.close(resolve));
  };
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  await open();
  const become = async (next: Mode): Promise<void> => {
    mode = next;
    if (next === 'stopped' || next === 'garbage') cut();
    if (next === 'stopped') {
      const closed = close();
      cut();
      await closed;
    } else if (server === undefined) await open();
  };
  t.teardown(() => become('stopped'));
  return { port, become };
}
