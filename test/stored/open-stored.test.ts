/** What the log says of a source at the start (issue 7, 'Must hold'). */
import { createServer } from 'node:http';
import t from 'tap';
import { openStored } from '../../src/stored/open-stored.ts';
import { testConfig } from '../support/config.ts';
import { listening } from '../support/listening.ts';

t.test('a source that answers a moment after the first question, as Redis always does, is no outage', async (t) => {
  let asked = 0;
  const server = createServer((_, response) => {
    response.statusCode = ++asked === 1 ? 503 : 200;
    response.end('{}');
  });
  const url = `http://127.0.0.1:${await listening(t, server)}/stored`;
  const said: string[] = [];
  const note = (_: object, text: string): void => void said.push(text);
  const config = testConfig({ stored: { source: 'http', url, timeoutMs: 5000 } });
  const { close } = await openStored(config, { read: () => undefined, log: { warn: note, info: note } });
  t.teardown(close);
  t.ok(asked > 1, `asked ${asked} times`);
  t.strictSame(said, []);
});
