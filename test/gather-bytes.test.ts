/** Bodies are read up to a bound; beyond it their connection is dropped. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { request } from 'undici';
import { gatherBytes, TooLong } from '../src/gather-bytes.ts';
import { listening } from './support/listening.ts';

/** The URL of a server that answers by `answer`. */
async function serve(t: Test, answer: (response: ServerResponse) => void): Promise<string> {
  return `http://127.0.0.1:${await listening(
    t,
    createServer((_, response) => answer(response)),
  )}`;
}

t.test('a body as long as the bound is read whole, one a byte longer is refused', async (t) => {
  const url = await serve(t, (response) => {
    response.write('ab');
    response.end('cde');
  });
  t.equal((await gatherBytes((await request(url)).body, 5, 'too long')).toString(), 'abcde');
  await t.rejects(gatherBytes((await request(url)).body, 4, 'too long'), new TooLong('too long'));
});

t.test('an endless body is refused, and its connection dropped', async (t) => {
  let dropped: Promise<unknown> | undefined;
  const url = await serve(t, (response) => {
    dropped = once(response, 'close');
    const more = (error?: Error | null): void => void (error || response.write(' '.repeat(65_536), more));
    more();
  });
  await t.rejects(gatherBytes((await request(url)).body, 1_000_000, 'too long'), new TooLong('too long'));
  await dropped;
  t.pass('dropped');
});
