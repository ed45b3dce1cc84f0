/** The admin port on its own: its answers to right and wrong requests, and a port that cannot be opened (interface, 'Endpoints'). */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { startAdmin, type AdminRoute } from '../../src/http/admin-server.ts';
import { closedWith } from '../support/closed-with.ts';
import { fetchAlone } from '../support/fetch-alone.ts';
import { until } from '../support/until.ts';
import { wholeLists } from '../support/whole-lists.ts';

const routes: readonly AdminRoute[] = [
  { method: 'GET', path: '/echo', handle: ({ query }) => ({ status: 200, body: `got ${query.get('a')}` }) },
  {
    method: 'POST',
    path: '/echo',
    handle: ({ body }) => ({ status: 200, contentType: 'application/json', body: Buffer.from(body).toString() }),
  },
  {
    method: 'GET',
    path: '/bug',
    handle: () => {
      throw new Error('a bug');
    },
  },
];

const onBug = (): void => undefined;

async function open(t: Test): Promise<{ url: string; port: number; bugs: unknown[] }> {
  const bugs: unknown[] = [];
  const server = await startAdmin({ host: '127.0.0.1', port: 0, onBug: (error) => bugs.push(error) }, routes);
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${server.port}`, port: server.port, bugs };
}

t.test('routes are answered; unknown paths get 404, wrong methods 405, bugs 500', async (t) => {
  const { url, bugs } = await open(t);
  const get = await fetchAlone(`${url}/echo?a=%20b`);
  t.equal(await get.text(), 'got  b');
  t.match(Object.fromEntries(get.headers), { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  const post = await fetchAlone(`${url}/echo`, { method: 'POST', body: '{"ä":1}' });
  t.strictSame([await post.text(), post.headers.get('content-type')], ['{"ä":1}', 'application/json']);
  const head = await fetchAlone(`${url}/echo`, { method: 'HEAD' });
  t.strictSame([head.status, head.headers.get('content-length'), await head.text()], [200, '8', '']);
  const nothing = await fetchAlone(`${url}/echo/`);
  t.strictSame([nothing.status, await nothing.text()], [404, 'there is nothing here: use /echo, /bug\n']);
  const wrong = await fetchAlone(`${url}/echo`, { method: 'DELETE' });
  t.strictSame([wrong.status, wrong.headers.get('allow')], [405, 'GET, POST']);
  t.equal(await wrong.text(), '/echo takes GET, POST: use one of these methods\n');
  t.strictSame(bugs, []);
  const bug = await fetchAlone(`${url}/bug`);
  t.strictSame([bug.status, await bug.text()], [500, 'Internal error\n'], 'the answer tells nothing of the bug');
  t.match(bugs, wholeLists([{ message: 'a bug' }]));
});

t.test('a request with an Origin is refused with 403', async (t) => {
  const { url } = await open(t);
  for (const origin of ['https://evil.example', 'null', url]) {
    const response = await fetchAlone(`${url}/echo`, { method: 'POST', headers: { origin }, body: '{}' });
    t.strictSame([response.status, await response.text()], [403, 'web pages may not use the admin port\n']);
  }
});

/** The status of a request with this Host header. */
async function statusFor(port: number, host: string): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', path: '/echo', setHost: false, headers: { host } });
  const [response] = (await once(asked.end(), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

t.test('a Host that a web page could have is refused with 403, against DNS rebinding', async (t) => {
  const { port } = await open(t);
  for (const host of ['127.0.0.1', `127.0.0.1:${port}`, 'LOCALHOST', '[::1]:6060', 'gavel', 'gavel.Localhost:80']) {
    t.equal(await statusFor(port, host), 200, host);
  }
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example']) {
    t.equal(await statusFor(port, host), 403, host);
  }
});

t.test('a body over the limit gets 413; lost clients and garbage do no harm', async (t) => {
  const { url, port, bugs } = await open(t);
  const long = await fetchAlone(`${url}/echo`, { method: 'POST', body: Buffer.alloc(16 * 1024 * 1024 + 1, 'x') });
  t.strictSame([long.status, await long.text()], [413, 'the body is over 16777216 bytes: send less at a time\n']);
  const leaving = request(`${url}/echo`, { method: 'POST', headers: { 'content-length': 100 } });
  leaving.on('error', () => undefined);
  await new Promise((resolve) => leaving.write('half', resolve));
  leaving.destroy();
  const socket = connect(port, '127.0.0.1').end('what is this\r\n\r\n').resume();
  await once(socket, 'close');
  t.equal((await fetchAlone(`${url}/echo?a=1`)).status, 200);
  t.strictSame(bugs, []);
});

t.test('a port or address that cannot be opened is reported with the fix', async (t) => {
  const { port } = await open(t);
  await t.rejects(startAdmin({ host: '127.0.0.1', port, onBug }, routes), {
    message: `admin.port ${port} of admin.host 127.0.0.1 is in use: set another port, or 0 for any free one`,
  });
  await t.rejects(startAdmin({ host: '192.0.2.1', port: 0, onBug }, routes), {
    message: /^admin\.port 0 of admin\.host 192\.0\.2\.1 cannot be used \(EADDRNOTAVAIL\): set admin\.host/,
  });
});

t.test('clients that do not read their answers lose their connections', async (t) => {
  const body = 'x'.repeat(16 * 1024 * 1024);
  const big: AdminRoute = { method: 'GET', path: '/big', handle: () => ({ status: 200, body }) };
  const server = closedWith(t, await startAdmin({ host: '127.0.0.1', port: 0, onBug, idleMs: 500 }, [big]));
  // As many as the port allows at once.
  for (let client = 0; client < 100; client++) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    t.teardown(() => socket.destroy());
    socket.pause().write('GET /big HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await once(socket, 'connect');
  }
  const status = (): Promise<number> =>
    fetchAlone(`http://127.0.0.1:${server.port}/`).then(
      (response) => response.status,
      () => 0,
    );
  t.ok(await until(async () => (await status()) === 404));
});
