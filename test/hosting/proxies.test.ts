/** The examples for HAProxy and nginx in front of two servers, one of which is killed or accepts no connections (issue 7, item 7). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { ofTest } from '../support/end-with-us.ts';
import { auctionBody, startCluster } from '../support/cluster.ts';
import { startExample } from '../support/example-proxies.ts';
import { proxySkip } from '../support/proxies.ts';

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(`${name}: a server killed under load costs no auction`, { skip: proxySkip(name) }, async (t) => {
    const services = await Promise.all([startCluster(t, { processes: 1 }), startCluster(t, { processes: 1 })]);
    const url = await startExample(t, name, [services[0]!.port, services[1]!.port]);
    const agent = new Agent({ keepAlive: true, maxSockets: 4, rejectUnauthorized: false });
    t.teardown(() => agent.destroy());
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
    t.strictSame([...answers.keys()], ['200 with a bid'], JSON.stringify([...answers]));
    t.equal(await services[0]!.ended(), null, 'one was killed');
  });
}

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(`${name}: a server that accepts no connections costs no auction`, { skip: proxySkip(name) }, async (t) => {
    const service = await startCluster(t, { processes: 1 });
    const deaf = await startDeaf(t);
    const url = await startExample(t, name, [deaf, service.port]);
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    t.teardown(() => agent.destroy());
    for (let count = 0; count < 4; count++) t.equal(await ask(`${url}/openrtb2/auction`, agent), '200 with a bid');
  });
}

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(`${name}: auctions that both servers refuse cost no other`, { skip: proxySkip(name) }, async (t) => {
    const { port } = await startCluster(t, { processes: 1, blocked: { accounts: ['off'] } });
    const url = await startExample(t, name, [port, port]);
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    t.teardown(() => agent.destroy());
    const site = { page: 'https://news.example/', publisher: { id: 'off' } };
    const blocked = JSON.stringify({ ...(JSON.parse(auctionBody) as object), site });
    for (let count = 0; count < 4; count++) {
      t.match(await ask(`${url}/openrtb2/auction`, agent, blocked), /^503 .*the account is blocked/);
      t.equal(await ask(`${url}/openrtb2/auction`, agent), '200 with a bid');
    }
  });
}

t.test('nginx: a limit that a host adds holds', { skip: proxySkip('nginx') }, async (t) => {
  const { port } = await startCluster(t, { processes: 1 });
  const url = await startExample(t, 'nginx', [port, port]);
  const agent = new Agent({ rejectUnauthorized: false });
  t.equal(await ask(`${url}/openrtb2/auction?limited=1`, agent), '200 with a bid');
  t.match(await ask(`${url}/openrtb2/auction?limited=1`, agent), /^429 /);
});

/** The port of a process that never accepts, with a full backlog: the system drops further connections. */
async function startDeaf(t: Test): Promise<number> {
  const listen = "const server = require('net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, ";
  const stand = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
  const tell = "require('fs').writeSync(1, String(server.address().port))";
  const child = ofTest(t, spawn(process.execPath, ['-e', `${listen}() => { ${tell}; ${stand}; })`]));
  const port = Number(await once(child.stdout, 'data'));
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  t.teardown(() => waiting.forEach((socket) => socket.destroy()));
  // Those that fit connect; the others never do.
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
  return port;
}

function ask(url: string, agent: Agent, body: string = auctionBody): Promise<string> {
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', (error) => resolve(error.message));
      response.on('end', () => resolve(`${response.statusCode} ${text.includes('"price":1') ? 'with a bid' : text}`));
    });
    call.on('error', (error) => resolve(error.message));
    call.end(body);
  });
}
