/** The examples for HAProxy and nginx pass long requests, and compress answers (implementations A and B: answers by gzip). */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { auctionBody, startCluster } from '../support/cluster.ts';
import { startExample } from '../support/example-proxies.ts';
import { proxySkip, type ProxyName } from '../support/proxies.ts';

/** A service behind the example. */
interface Behind {
  /** Its https address. */
  readonly url: string;
  /** Accepts the certificate. */
  readonly agent: Agent;
}

/** Starts a service behind the example. */
async function startBehind(t: Test, name: ProxyName): Promise<Behind> {
  const redirect = { url: 'https://a.example/?r={{.RedirectURL}}', userMacro: '$UID' };
  const service = await startCluster(t, {
    processes: 1,
    bidders: { bidderA: { userSync: { redirect } } },
    userSync: { cookies: 6 },
  });
  const url = await startExample(t, name, [service.port, service.port]);
  const agent = new Agent({ rejectUnauthorized: false });
  t.teardown(() => agent.destroy());
  return { url, agent };
}

/** The `uids` cookie with this number whose ids fill it. The id of `bidderA` is in all of them. */
function fullCookie(at: number): string {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const ids = { bidderA: { uid: 'a', expires }, [`other${at}`]: { uid: 'x'.repeat(2_700), expires } };
  const json = JSON.stringify({ uids: {}, tempUIDs: ids, bday: '2026-11-30T00:00:00.000Z' });
  return `uids${at === 0 ? '' : at + 1}=${Buffer.from(json).toString('base64url')}`;
}

/** What gets through each proxy, by name. */
const passing: { readonly [what: string]: (t: Test, behind: Behind) => Promise<void> } = {
  'the longest URL of AMP gets through': async (t, { url, agent }) => {
    // AMP cuts URLs at 16,384 characters; browsers send cookies of up to 4,096.
    const path = `/openrtb2/amp?tag_id=page&purl=${'x'.repeat(16_300)}`;
    const call = request(url + path, { agent, headers: { cookie: `uids=${'x'.repeat(4_000)}` } });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    t.match(await text(response), /Stored Request with ID="page" not found/);
  },

  'as many full cookies as a host can have get through': async (t, { url, agent }) => {
    const names = Array.from({ length: 6 }, (_, at) => `uids${at === 0 ? '' : at + 1}`);
    const cookie = names.map((name) => `${name}=${'x'.repeat(4_090)}`).join('; ');
    const call = request(`${url}/getuids`, { agent, headers: { cookie } });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    t.equal(response.statusCode, 200, await text(response));
  },

  'a page of another site can read why its request is too large': async (t, { url, agent }) => {
    const headers = { origin: 'https://publisher.example', 'content-type': 'text/plain' };
    const call = request(`${url}/openrtb2/auction`, { method: 'POST', agent, headers });
    call.end('x'.repeat(300_000));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    t.match(await text(response), /the body is larger than 262144 bytes/);
    t.equal(response.headers['access-control-allow-origin'], headers.origin);
  },

  'an answer that rewrites all cookies gets through': async (t, { url, agent }) => {
    for (const count of [1, 6]) {
      const cookie = Array.from({ length: count }, (_, at) => fullCookie(at)).join('; ');
      const options = { agent, headers: { cookie }, maxHeaderSize: 65_536 };
      const call = request(`${url}/setuid?bidder=bidderA&uid=b`, options);
      call.end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      await buffer(response);
      t.equal(response.statusCode, 200, `cookies: ${count}`);
      const written = response.headers['set-cookie'] ?? [];
      t.equal(written.length, count);
      const lengths = written.map(({ length }) => length);
      t.ok(Math.min(...lengths) > 3_700, `each full: ${lengths.join(', ')}`);
    }
  },

  'answers are compressed for clients that accept gzip, and only for them': async (t, { url, agent }) => {
    // The id is echoed: the answer is long enough to be worth it.
    const body = JSON.stringify({ ...(JSON.parse(auctionBody) as object), id: 'x'.repeat(2_000) });
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['identity', undefined],
    ]) {
      const headers = { 'accept-encoding': accepted };
      const call = request(`${url}/openrtb2/auction`, { method: 'POST', agent, headers });
      call.end(body);
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      const bytes = await buffer(response);
      t.equal(response.headers['content-encoding'], encoding);
      const answer = (encoding === undefined ? bytes : gunzipSync(bytes)).toString();
      t.ok(answer.includes('"price":1'), 'the answer is whole');
    }
  },
};

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(name, { skip: proxySkip(name) }, async (t) => {
    const behind = await startBehind(t, name);
    for (const [what, check] of Object.entries(passing)) await t.test(what, (t) => check(t, behind));
  });
}
