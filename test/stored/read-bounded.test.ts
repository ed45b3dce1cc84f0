/** Texts fetched from the host's own servers (issue 7, 'Must hold'). */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { fetchText } from '../../src/stored/read-bounded.ts';
import { listening } from '../support/listening.ts';

t.test('a long compressed text is read whole when the server closes the connection after it', async (t) => {
  const text = randomBytes(500_000).toString('hex');
  const packed = gzipSync(text);
  const head = ['HTTP/1.1 200 OK', 'Content-Encoding: gzip', `Content-Length: ${packed.length}`, 'Connection: close'];
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.end(packed);
    });
  });
  const url = `http://127.0.0.1:${await listening(t, server)}/`;
  for (let tries = 0; tries < 40; tries++) {
    const read = await fetchText(url, { maxBytes: 2_000_000, timeoutMs: 20_000 });
    if (read !== text) t.fail('the text differs');
  }
});

t.test('an error without a code names its reason', async (t) => {
  const limits = { maxBytes: 100, timeoutMs: 20_000 };
  await t.rejects(fetchText('http://127.0.0.1:6000/', limits), {
    message: 'cannot be fetched (bad port): give an address that answers',
  });
});
