/** The project's own examples for HAProxy and nginx, with TLS, in front of two services of which one is killed (issue 7, item 7). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { auctionBody, startCluster } from '../support/cluster.ts';
import { proxySkip, startProxy, type ProxyName } from '../support/proxies.ts';

const openssl =
  spawnSync('openssl', ['version']).error === undefined || process.env['CI'] === 'true'
    ? false
    : 'skipped: install openssl (for example apt-get install openssl)';

/** An example file with other words in the place of its own; each must be there. */
function example(name: string, replace: { readonly [words: string]: string }): string {
  let text = readFileSync(join(import.meta.dirname, '../../src/hosting', name), 'utf8');
  for (const [words, others] of Object.entries(replace)) {
    if (!text.includes(words)) throw new Error(`src/hosting/${name} has no ${words}`);
    text = text.replaceAll(words, others);
  }
  return text;
}

/** Makes a certificate of one day in `dir`: gavel.crt, gavel.key, and both in gavel.pem. */
function certify(dir: string): void {
  const made = spawnSync(
    'sh',
    [
      '-c',
      'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=auctions.example ' +
        '-keyout gavel.key -out gavel.crt && cat gavel.crt gavel.key > gavel.pem',
    ],
    { cwd: dir },
  );
  if (made.status !== 0) throw new Error(made.stderr.toString());
}

type Write = (port: number, dir: string, servers: readonly number[]) => string;

const configurations: { readonly [Name in ProxyName]: Write } = {
  haproxy: (port, dir, servers) =>
    example('haproxy.cfg', {
      'bind :443': `bind 127.0.0.1:${port}`,
      '/etc/haproxy/gavel.pem': `${dir}/gavel.pem`,
      '10.0.0.11:8000': `127.0.0.1:${servers[0]}`,
      '10.0.0.12:8000': `127.0.0.1:${servers[1]}`,
      'maxconn 100000': 'maxconn 1000',
    }),
  nginx: (port, dir, servers) => {
    const site = example('nginx.conf', {
      'listen 443': `listen 127.0.0.1:${port}`,
      '/etc/nginx/gavel': `${dir}/gavel`,
      '10.0.0.11:8000': `127.0.0.1:${servers[0]}`,
      '10.0.0.12:8000': `127.0.0.1:${servers[1]}`,
      'gavel:50m': 'gavel:1m',
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${dir}/${kind};`)
      .join(' ');
    return `daemon off; worker_processes 1; pid ${dir}/pid; events { worker_connections 512; }
http { access_log off; ${temporary}
${site} }`;
  },
};

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(`${name}: a server killed under load costs no auction`, { skip: proxySkip(name) || openssl }, async (t) => {
    const services = await Promise.all([startCluster({ processes: 1 }), startCluster({ processes: 1 })]);
    for (const service of services) t.teardown(() => service.stop());
    const ports = services.map(({ port }) => port);
    const proxy = await startProxy(name, (port, dir) => {
      certify(dir);
      return configurations[name](port, dir, ports);
    });
    t.teardown(() => proxy.stop());
    const agent = new Agent({ keepAlive: true, maxSockets: 4, rejectUnauthorized: false });
    t.teardown(() => agent.destroy());
    const url = proxy.url.replace('http:', 'https:');
    const answers = new Map<string, number>();
    let count = 0;
    const asking = Array.from({ length: 4 }, async () => {
      while (count < 1000) {
        if (++count === 400) services[0]!.child.kill('SIGKILL');
        const answer = await ask(`${url}/openrtb2/auction`, agent);
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    });
    await Promise.all(asking);
    t.same([...answers.keys()], ['200 with a bid'], JSON.stringify([...answers]));
    t.equal(await services[0]!.ended(), null, 'one was killed');
  });
}

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(
    `${name}: a machine that takes no connection costs no auction`,
    { skip: proxySkip(name) || openssl },
    async (t) => {
      const service = await startCluster({ processes: 1 });
      t.teardown(() => service.stop());
      const deaf = await startDeaf(t);
      const proxy = await startProxy(name, (port, dir) => {
        certify(dir);
        return configurations[name](port, dir, [deaf, service.port]);
      });
      t.teardown(() => proxy.stop());
      const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
      t.teardown(() => agent.destroy());
      const url = proxy.url.replace('http:', 'https:');
      for (let count = 0; count < 4; count++) t.equal(await ask(`${url}/openrtb2/auction`, agent), '200 with a bid');
    },
  );
}

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(`${name}: the longest address of AMP gets through`, { skip: proxySkip(name) || openssl }, async (t) => {
    const service = await startCluster({ processes: 1 });
    t.teardown(() => service.stop());
    const proxy = await startProxy(name, (port, dir) => {
      certify(dir);
      return configurations[name](port, dir, [service.port, service.port]);
    });
    t.teardown(() => proxy.stop());
    const agent = new Agent({ rejectUnauthorized: false });
    t.teardown(() => agent.destroy());
    // AMP cuts addresses at 16,384 characters; browsers give a cookie of 4,096.
    const path = `/openrtb2/amp?tag_id=page&purl=${'x'.repeat(16_300)}`;
    const call = request(proxy.url.replace('http:', 'https:') + path, {
      agent,
      headers: { cookie: `uids=${'x'.repeat(4_000)}` },
    });
    call.end();
    const [response] = (await once(call, 'response')) as [AsyncIterable<Buffer>];
    let text = '';
    for await (const bytes of response) text += bytes.toString();
    t.match(text, /Stored Request with ID="page" not found/);
  });
}

/** The port of a process that never accepts, with its queue full: the system drops whoever else would connect. */
async function startDeaf(t: Test): Promise<number> {
  const listen = "const server = require('net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, ";
  const stand = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
  const tell = "require('fs').writeSync(1, String(server.address().port))";
  const child = spawn(process.execPath, ['-e', `${listen}() => { ${tell}; ${stand}; })`]);
  t.teardown(() => child.kill('SIGKILL'));
  const port = Number(await once(child.stdout, 'data'));
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  t.teardown(() => waiting.forEach((socket) => socket.destroy()));
  // One more than fits is never connected.
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
  return port;
}

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', (error) => resolve(error.message));
      response.on('end', () => resolve(`${response.statusCode} ${text.includes('"price":1') ? 'with a bid' : text}`));
    });
    call.on('error', (error) => resolve(error.message));
    call.end(auctionBody);
  });
}
