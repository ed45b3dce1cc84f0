/** A server of a test that begins as MySQL does, lets everybody in, and answers as the test pleases. */
import { createServer, type Socket } from 'node:net';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import type { Test } from 'tap';
import { tlsCert, tlsKey } from '../auction/fan-out-servers.ts';
import { listening } from '../support/listening.ts';

/** What a client can ask for, by the first byte of what it sends. */
export const commands = { query: 3, prepare: 22, execute: 23 } as const;

/** An answer that says that all is well, and nothing else. */
export const fine = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

/** A statement that is prepared, without parameters and columns. */
export const prepared = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

const speaksTls = 0x08;
const wishBytes = 36;
/** What a server says first. */
export const greeting = Buffer.concat([
  Buffer.from([10]),
  Buffer.from('8.0.0\0'),
  Buffer.from([1, 0, 0, 0, ...Buffer.alloc(8, 7), 0, 0xff, 0xf7 | speaksTls, 45, 2, 0, 0xff, 0xc1, 21]),
  Buffer.alloc(10),
  Buffer.concat([Buffer.alloc(12, 7), Buffer.from([0])]),
  Buffer.from('mysql_native_password\0'),
]);

/** `payload` as one packet, the `number`th of its turn. */
export function packetOf(payload: Buffer, number: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.byteLength, 0, 3);
  head[3] = number % 256;
  return Buffer.concat([head, payload]);
}

/** Speaks TLS on `socket` as soon as the client wishes for it. */
export function onSecured(socket: Socket, tls: TLSSocketOptions, serve: (secured: Socket) => void): void {
  socket.once('readable', () => {
    // What comes behind the wish is TLS already.
    socket.read(wishBytes);
    serve(new TLSSocket(socket, { ...tls, isServer: true }));
  });
}

/** What is answered to each packet but those of the login: packets, or what ends with the connection. */
export type Script = (command: number, socket: Socket) => readonly Buffer[];

/** Starts it; resolves with its address. */
export async function scriptedMysql(t: Test, script: Script, isTls = false): Promise<string> {
  const serve = (socket: Socket, number: number): void => {
    let isIn = false;
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        const answers = isIn ? script(chunk[4]!, socket) : [fine];
        const first = isIn ? 1 : number;
        isIn = true;
        for (const [at, answer] of answers.entries()) socket.write(packetOf(answer, first + at));
      });
  };
  const port = await listening(
    t,
    createServer((socket) => {
      socket.on('error', () => undefined).write(packetOf(greeting, 0));
      if (!isTls) return serve(socket, 2);
      onSecured(socket, { key: tlsKey, cert: tlsCert }, (secured) => serve(secured, 3));
    }),
  );
  return `mysql://u:p@127.0.0.1:${port}/db${isTls ? '?ssl-mode=REQUIRED' : ''}`;
}
