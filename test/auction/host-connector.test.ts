/** What connections over TLS to one host share: its session, so that only the first pays for a whole handshake. */
import type { TLSSocket } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';
import { fanOutFor, inTime, post, rawServer, reply, staying } from './fan-out-servers.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

t.test('a connection resumes the session of an earlier one, also when garbage was collected since', async (t) => {
  const resumed: boolean[] = [];
  const close = 'HTTP/1.1 200 OK\r\nconnection: close';
  const answer = (socket: TLSSocket): void => {
    resumed.push(socket.isSessionReused());
    socket.end(reply('ok', close));
  };
  const server = await rawServer(t, (socket) => answer(socket as TLSSocket), true);
  const fanOut = fanOutFor(t, { rejectUnauthorized: false });
  for (let calls = 1; calls <= 4; calls += 1) {
    t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
    await until(() => fanOut.connections().get(server.origin)?.idle === 0);
    // A weak reference lasts until the turn ends in which it was looked at.
    await new Promise(setImmediate);
    collectGarbage();
  }
  t.strictSame(resumed, [false, true, true, true]);
});
