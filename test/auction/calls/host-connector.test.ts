/** TLS connections to one host share its session, so that only the first needs a whole handshake. */
import { constants } from 'node:crypto';
import { createServer as createTcpServer } from 'node:net';
import { createServer, type SecureVersion } from 'node:tls';
import t, { type Test } from 'tap';
import { collect } from '../../support/collect.ts';
import { listening } from '../../support/listening.ts';
import { until } from '../../support/until.ts';
import { wholeLists } from '../../support/whole-lists.ts';
import { fanOutFor, inTime, post, reply, staying, tlsCert, tlsKey } from '../fan-out-servers.ts';

/** A server that closes each connection after its first reply; `resumed` has for each whether it resumed a session. */
async function closingServer(t: Test, maxVersion: SecureVersion): Promise<{ origin: string; resumed: boolean[] }> {
  const resumed: boolean[] = [];
  const server = createServer({ key: tlsKey, cert: tlsCert, maxVersion }, (socket) => {
    resumed.push(socket.isSessionReused());
    socket.once('data', () => socket.end(reply('ok', 'HTTP/1.1 200 OK\r\nconnection: close')));
  });
  return { origin: `https://127.0.0.1:${await listening(t, server)}`, resumed };
}

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  t.test(
    `a connection resumes the session of an earlier one, also after a garbage collection (${version})`,
    async (t) => {
      const { resumed, ...server } = await closingServer(t, version);
      const fanOut = fanOutFor(t, { rejectUnauthorized: false });
      for (let calls = 1; calls <= 4; calls += 1) {
        t.match(await fanOut.send([post(server.origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
        t.ok(await until(() => fanOut.connections().get(server.origin)?.idle === 0));
        // A weak reference holds until the end of the turn in which it was read.
        await new Promise(setImmediate);
        collect();
      }
      t.strictSame(resumed, [false, true, true, true]);
    },
  );
}

t.test('a server that prefers HTTP/2 is called over HTTP/1.1', async (t) => {
  const chosen: unknown[] = [];
  const server = createServer({ key: tlsKey, cert: tlsCert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    chosen.push(socket.alpnProtocol);
    socket.on('error', () => undefined).once('data', () => socket.write(reply('ok')));
  });
  const origin = `https://127.0.0.1:${await listening(t, server)}`;
  const fanOut = fanOutFor(t, { rejectUnauthorized: false });
  t.match(await fanOut.send([post(origin)], inTime(), staying), wholeLists([{ kind: 'reply' }]));
  t.strictSame(chosen, ['http/1.1']);
});

t.test('a session that its server refuses is not offered again', async (t) => {
  const options = {
    key: tlsKey,
    cert: tlsCert,
    maxVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_TICKET,
  } as const;
  const server = createServer(options, (socket) => {
    socket.once('data', () => socket.end(reply('ok', 'HTTP/1.1 200 OK\r\nconnection: close')));
  });
  const sessions = new Set<string>();
  server.on('newSession', (id: Buffer, _session, done: () => void) => {
    sessions.add(id.toString('hex'));
    done();
  });
  server.on('resumeSession', (id: Buffer, done: (error: Error | null, session: null) => void) =>
    done(sessions.has(id.toString('hex')) ? new Error('no') : null, null),
  );
  const origin = `https://127.0.0.1:${await listening(t, server)}`;
  const fanOut = fanOutFor(t, { rejectUnauthorized: false });
  for (const kind of ['reply', 'unreachable', 'reply']) {
    t.match(await fanOut.send([post(origin)], inTime(), staying), wholeLists([{ kind }]));
    t.ok(await until(() => fanOut.connections().get(origin)?.idle === 0));
  }
});

t.test('a handshake that takes too long closes its socket at once', async (t) => {
  let open = 0;
  let most = 0;
  const silent = createTcpServer((socket) => {
    most = Math.max(most, (open += 1));
    socket.on('error', () => undefined).on('close', () => (open -= 1));
    socket.resume();
  });
  const origin = `https://127.0.0.1:${await listening(t, silent)}`;
  const fanOut = fanOutFor(t, { connectionsPerOrigin: 1, connectTimeoutMs: 50 });
  for (let calls = 0; calls < 8; calls += 1) {
    t.match(await fanOut.send([post(origin)], inTime(), staying), wholeLists([{ kind: 'unreachable' }]));
  }
  // The server may see the next connection before the end of the last.
  t.ok(most <= 2, `${most}`);
  t.ok(await until(() => open === 0));
});
