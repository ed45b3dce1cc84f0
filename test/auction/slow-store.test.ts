/** An auction whose stored data come too late is answered by its own `tmax`, while others wait longer for the same (house, 'within the deadline'). */
import { createServer } from 'node:http';
import t from 'tap';
import { postAuction } from '../support/auction.ts';
import { listening } from '../support/listening.ts';
import { startService } from '../support/service.ts';

const imp = { id: 'i', banner: { w: 1, h: 1 }, ext: { svc: { bidder: { acme: {} } } } };
const named = (id: string): object => ({ ext: { svc: { storedrequest: { id } } } });
const slowImps = { imp: [{ id: 'i', ...named('slow') }] };
const all = {
  requests: { hasty: { tmax: 100, ...slowImps } },
  imps: { slow: imp },
  responses: {},
  accounts: { slow: {} },
};

const cases: readonly [string, object, object][] = [
  ['an imp', { tmax: 100, ...slowImps }, slowImps],
  ['an imp of a stored request that states tmax', named('hasty'), slowImps],
  ['an account', { tmax: 100, imp: [imp], publisher: 'slow' }, { imp: [imp], publisher: 'slow' }],
];

for (const [what, hasty, patient] of cases) {
  t.test(`${what} that comes too late for a short tmax gives 503, and serves auctions that wait`, async (t) => {
    const { promise: spoken, resolve: speak } = Promise.withResolvers<void>();
    const source = createServer(async (request, response) => {
      if (request.url!.includes('slow')) await spoken;
      response.end(JSON.stringify(all));
    });
    const stored = { source: 'http', url: `http://127.0.0.1:${await listening(t, source)}/`, timeoutMs: 10_000 };
    const auction = { tmaxDefaultMs: 60_000, tmaxMaxMs: 60_000 };
    const { url } = await startService(t, { stored, auction, bidders: { acme: { endpoint: 'http://127.0.0.1:1/' } } });
    const ask = ({ publisher = '', ...body }: { publisher?: string }): Promise<Response> =>
      postAuction(url, { id: 'r', site: { id: 's', publisher: { id: publisher } }, ...body });
    const waiting = ask(patient);
    const answer = await ask(hasty);
    t.equal(answer.status, 503);
    t.match(await answer.text(), 'stored data cannot be read now: try again later');
    speak();
    t.equal((await waiting).status, 200, 'the look-up went on');
    t.equal((await ask(hasty)).status, 200, 'its result is kept');
  });
}
