/** An end-to-end test of a service whose source cannot notify of changes. */
import type { Test } from 'tap';
import { nameOf, type EditableStore, type StoredEntry } from '../../src/stored/store.ts';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { startConfigured } from '../support/process.ts';
import { until } from '../support/until.ts';

const entry = (name: string, value: object): StoredEntry => {
  const [kind, id] = name.split('/') as [StoredEntry['kind'], string];
  return { kind, id, text: Buffer.from(JSON.stringify(value)) };
};

const top = (version: string): StoredEntry =>
  entry('imps/top', { displaymanager: version, banner: { w: 300, h: 250 }, ext: { svc: { bidder: { acme: {} } } } });

/** A source without change notices: its name, its URL and an empty store in it, which ends with the test. */
export interface DeafSource {
  readonly source: string;
  readonly url: string;
  readonly store: EditableStore;
}

/** Checks that auctions use texts of all kinds, and changed ones after a purge. Returns the log. */
export async function deafService(t: Test, { source, url, store }: DeafSource): Promise<string> {
  await store.save([
    top('first'),
    entry('requests/page', { tmax: 3000, imp: [{ id: 'i1', ext: { svc: { storedrequest: { id: 'top' } } } }] }),
    entry('profiles/kids', { type: 'request', body: { bcat: ['IAB25'] } }),
    entry('accounts/pub', { debugAllowed: true }),
    entry('accounts/gone', { disabled: true }),
  ]);
  const bidders = await startBidders(t);
  bidders.answer('acme', { body: { seatbid: [] } });
  const service = await startConfigured(t, {
    processes: 2,
    workers: 0,
    drainDelayMs: 0,
    bidders: bidders.settings('acme'),
    privacy: { gdpr: { defaultScope: false } },
    cache: { path: '<dir>/cache' },
    // No text expires during this test.
    stored: { source, url, timeoutMs: 5000, ttlSeconds: 600 },
  });
  const port = await service.listening();
  const [, adminPort] = await service.said(/"adminPort":(\d+)/);
  const auction = async (account: string) => {
    const site = { page: 'https://news.example/', publisher: { id: account } };
    const ext = { svc: { storedrequest: { id: 'page' }, profiles: ['kids'] } };
    const request = { id: 'r1', test: 1, site, ext };
    const response = await postAuction(`http://127.0.0.1:${port}`, request, { connection: 'close' });
    const text = await response.text();
    return response.status === 200 ? (JSON.parse(text) as { ext: { debug: { resolvedrequest: object } } }) : text;
  };
  t.match(await auction('pub'), {
    ext: { debug: { resolvedrequest: { bcat: ['IAB25'], imp: [{ displaymanager: 'first', banner: { w: 300 } }] } } },
  });
  t.match(await auction('gone'), /account/i);
  const versions = async (): Promise<string> => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => auction('pub')));
    return [...new Set(answers.map((one) => /"displaymanager":"(\w+)"/.exec(JSON.stringify(one))?.[1]))].join();
  };
  t.ok(await until(async () => (await versions()) === 'first'));
  await store.save([top('second')]);
  t.equal(await versions(), 'first', `no notice of ${nameOf(top(''))}`);
  const asked = await fetch(`http://127.0.0.1:${adminPort}/storedrequests/openrtb2`, {
    method: 'DELETE',
    body: JSON.stringify({ imps: ['top'] }),
  });
  t.ok(asked.ok);
  t.ok(await until(async () => (await versions()) === 'second'), 'all processes read it again');
  t.notMatch(service.output.stdout, /"level":50|stored data/);
  return service.output.stdout;
}
