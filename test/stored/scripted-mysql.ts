/** A test server that greets as MySQL does, accepts any login, and answers by a script. */
import { createServer, type Socket } from 'node:net';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import type { Test } from 'tap';
import { tlsCert, tlsKey } from '../auction/fan-out-servers.ts';
import { listening } from '../support/listening.ts';

/** Commands of a client: the first byte of its packet. */
export const commands = { query: 3, prepare: 22, execute: 23 } as const;

/** An OK packet. */
export const fine = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

/** The answer to a prepare: a statement without parameters and columns. */
export const prepared = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

const speaksTls = 0x08;
const sslRequestBytes = 36;
/** The handshake packet, which a server sends first. */
export const greeting = Buffer.concat([
  Buffer.from([10]),
  Buffer.from('8.0.0\0'),
  Buffer.from([1, 0, 0, 0, ...Buffer.alloc(8, 7), 0, 0xff, 0xf7 | speaksTls, 45, 2, 0, 0xff, 0xc1, 21]),
  Buffer.alloc(10),
  Buffer.concat([Buffer.alloc(12, 7), Buffer.from([0])]),
  Buffer.from('mysql_native_password\0'),
]);

/** `payload` as one packet with the sequence number `number`. */
export function packetOf(payload: Buffer, number: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.byteLength, 0, 3);
  head[3] = number % 256;
  return Buffer.concat([head, payload]);
}

const headBytes = 4;

/** Where the first packet of `bytes` ends; infinite until its head has come. */
function packetEnd(bytes: Buffer): number {
  return bytes.byteLength < headBytes ? Infinity : headBytes + bytes.readUIntLE(0, 3);
}

/** Switches `socket` to TLS when the client requests it. */
export function onSecured(socket: Socket, tls: TLSSocketOptions, serve: (secured: Socket) => void): void {
  socket.once('readable', () => {
    // All bytes after the request for TLS are TLS.
    socket.read(sslRequestBytes);
    serve(new TLSSocket(socket, { ...tls, isServer: true }));
  });
}

/** Gives the packets that answer a client's packet, or ends the connection; not called for the login. */
export type Script = (command: number, socket: Socket) => readonly Buffer[];

/** Starts the server; resolves with its URL. */
export async function scriptedMysql(t: Test, script: Script, isTls = false): Promise<string> {
  const serve = (socket: Socket, number: number): void => {
    let isIn = false;
    let read = Buffer.alloc(0);
    const answer = (command: number): void => {
      const answers = isIn ? script(command, socket) : [fine];
      const first = isIn ? 1 : number;
      isIn = true;
      for (const [at, one] of answers.entries()) socket.write(packetOf(one, first + at));
    };
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        // A packet may come in pieces, and two at once.
        read = Buffer.concat([read, chunk]);
        for (let end = packetEnd(read); end <= read.byteLength; end = packetEnd(read)) {
          const command = read[headBytes]!;
          read = read.subarray(end);
          answer(command);
        }
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
