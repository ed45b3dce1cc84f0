/**
 * Under GDPR without consent no id is sent in a URL, a header or a body, whatever the request contains and whatever
 * the adapter does (issue 4, 'Must hold').
 */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { textAt } from '../../src/auction/byte-range.ts';
import type { PrepareResult } from '../../src/auction/messages.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { dice } from '../support/chance.ts';
import { startBidders } from '../support/bidders.ts';
import { createTestHops, prepareMessage, served } from '../support/hops.ts';
import { startService } from '../support/service.ts';

/** An adapter that puts everything about the user into URL, headers and body. */
const greedy = defineBidder({
  code: 'greedy',
  endpoint: 'http://127.0.0.1:1/{{.User}}',
  params: Type.Object({}),
  macros: { User: ({ request }) => JSON.stringify([request.user, request.device]) },
  imp: [(_, { request }) => ({ ext: { copy: [request.user, request.device] } })],
  body: [(request) => ({ ext: { copy: { ...request } } })],
  headers: [
    'ua',
    'ip',
    ({ user, device }) => ['cookie', `id=${user?.buyeruid}`, 'x-all', JSON.stringify([user, device])],
  ],
});

const codes = ['bidderA', 'bidderB', 'greedy', 'zipped'];

function hopsOf(p2: 'none' | 'full') {
  const endpoint = 'http://127.0.0.1:1/bid';
  const bidders = {
    bidderA: { endpoint },
    bidderB: { endpoint, ortbVersion: '2.6', gppSupported: true },
    greedy: {},
    zipped: { aliasOf: 'bidderA', gvlVendorId: 7 },
  };
  const privacy = { gdpr: { defaultScope: true, purposes: { p2: { enforce: p2 } } } };
  return createTestHops({ bidders, privacy }, [greedy]);
}

/** The members with ids, each with a unique value. */
class Marks {
  readonly all: { place: string; text: string }[] = [];
  readonly #roll: (sides: number) => number;

  constructor(roll: (sides: number) => number) {
    this.#roll = roll;
  }

  text(place: string): string {
    const text = `mark${this.all.length}x${this.#roll(1e6)}`;
    this.all.push({ place, text });
    return text;
  }

  number(place: string): number {
    const number = 900_000_000 + this.all.length * 1000 + this.#roll(1000);
    this.all.push({ place, text: String(number) });
    return number;
  }

  /** A random selection of the members. */
  some<T extends object>(made: { [K in keyof T]: () => T[K] }): Partial<T> {
    const kept = Object.entries(made).filter(() => this.#roll(3) > 0);
    return Object.fromEntries(kept.map(([name, make]) => [name, (make as () => unknown)()])) as Partial<T>;
  }

  user(where: string): object {
    return this.some({
      id: () => this.text(`${where}.id`),
      buyeruid: () => this.text(`${where}.buyeruid`),
      yob: () => this.number(`${where}.yob`),
      gender: () => this.text(`${where}.gender`),
      eids: () => this.eids(`${where}.eids`),
      ext: () => this.some({ eids: () => this.eids(`${where}.ext.eids`), data: () => ({ kept: true }) }),
    });
  }

  eids(place: string): object[] {
    return [
      { source: 'a.example', uids: [{ id: this.text(place), ext: { rti: this.text(place) } }] },
      { source: 'b.example', id: this.text(place) },
    ];
  }

  device(where: string): object {
    const names = ['ifa', 'didsha1', 'didmd5', 'dpidsha1', 'dpidmd5', 'macsha1', 'macmd5'];
    return this.some(Object.fromEntries(names.map((name) => [name, () => this.text(`${where}.${name}`)])));
  }
}

function randomRequest(marks: Marks, roll: (sides: number) => number): object {
  const imps = Array.from({ length: 1 + roll(3) }, (_, at) => ({
    id: `i${at}`,
    banner: { w: 300, h: 250 },
    ext: { svc: { bidder: Object.fromEntries(codes.map((code) => [code, {}])) } },
  }));
  const user = marks.user('user') as { ext?: object };
  const ids = Object.fromEntries(codes.map((code) => [code, marks.text('buyeruids')]));
  if (roll(2) === 0) user.ext = { ...user.ext, svc: { buyeruids: ids } };
  else marks.all.splice(-codes.length);
  const ortb2 = () => ({ user: marks.user('bidderconfig.user'), device: marks.device('bidderconfig.device') });
  const bidderconfig = codes
    .filter(() => roll(4) === 0)
    .map((code) => ({ bidders: [code], config: { ortb2: ortb2() } }));
  return {
    id: 'r1',
    imp: imps,
    site: { page: 'https://pub.example/' },
    user,
    device: { ua: 'x', ...marks.device('device') },
    regs: roll(2) === 0 ? { gdpr: 1 } : roll(2) === 0 ? { ext: { gdpr: 1 } } : { gpp_sid: [2] },
    ext: { svc: { bidderconfig } },
  };
}

/** The arrival of a browser with these ids in its cookie. */
function arrivalWith(uids: object) {
  const cookie = Buffer.from(JSON.stringify({ uids })).toString('base64url');
  return { arrival: { https: true, ip: '', ua: 'x', referer: '', dnt: '', gpc: '', uids: cookie, hostUid: '' } };
}

/** Everything that would be sent: URLs, also decoded, headers and bodies. */
function sentOf(result: PrepareResult): string {
  const { calls, bytes } = served(result);
  const sent = calls.map(({ uri, headers, body }) =>
    [uri, decodeURIComponent(uri), ...headers, textAt(bytes, body)].join('\n'),
  );
  return sent.join('\n');
}

t.test('in 1,200 random requests no id of the request or the cookie is sent', async (t) => {
  const hops = hopsOf('none');
  const roll = dice(11);
  const leaks: string[] = [];
  const sentOutOfScope = new Set<string>();
  for (let round = 0; round < 1200; round++) {
    const marks = new Marks(roll);
    const request = randomRequest(marks, roll) as { regs: object; user: object };
    const uids = Object.fromEntries(codes.map((code) => [code, marks.text('cookie')]));
    const broken = roll(3) === 0 ? { consent: 'CPXxRfAPXxRf' } : {};
    const prepared = hops.prepare(
      prepareMessage({ ...request, user: { ...request.user, ...broken } }, arrivalWith(uids)),
    );
    const sent = sentOf(prepared);
    if (served(prepared).calls.length !== 4) throw new Error('every bidder is called');
    leaks.push(...marks.all.filter(({ text }) => sent.includes(text)).map(({ place }) => place));
    const free = sentOf(hops.prepare(prepareMessage({ ...request, regs: { gdpr: 0 } }, arrivalWith(uids))));
    for (const { place, text } of marks.all) if (free.includes(text)) sentOutOfScope.add(place);
  }
  t.strictSame([...new Set(leaks)], [], 'no leaks');
  const places = [
    'user.id',
    'user.yob',
    'user.eids',
    'user.ext.eids',
    'device.ifa',
    'device.macmd5',
    'buyeruids',
    'cookie',
  ];
  places.push('bidderconfig.user.buyeruid', 'bidderconfig.user.eids', 'bidderconfig.device.didsha1');
  t.strictSame(
    places.filter((place) => !sentOutOfScope.has(place)),
    [],
    'all ids are sent where GDPR does not apply',
  );
});

t.test('with purpose 2 enforced no bidder is called', async (t) => {
  const hops = hopsOf('full');
  const roll = dice(12);
  for (let round = 0; round < 300; round++) {
    const prepared = served(hops.prepare(prepareMessage(randomRequest(new Marks(roll), roll))));
    if (prepared.calls.length > 0) t.fail(`round ${round}: ${prepared.calls.length} calls`);
    t.strictSame(prepared.privacy?.biddersBlocked, 4);
  }
});

t.test('over sockets neither the id of the cookie nor the cookie is sent', async (t) => {
  const bidders = await startBidders(t);
  const service = await startService(t, {
    bidders: bidders.settings('bidderA'),
    privacy: { gdpr: { purposes: { p2: { enforce: 'none' } } } },
  });
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const uids = JSON.stringify({ tempUIDs: { bidderA: { uid: 'cookie-id', expires } } });
  const cookie = `other=cookie-other; uids=${Buffer.from(uids).toString('base64url')}`;
  const ask = async (gdpr: number) => {
    bidders.forget();
    const request = requestFor({ bidderA: {} }, { regs: { gdpr } });
    const response = await postAuction(service.url, request, { cookie });
    t.equal(response.status, 200);
    await response.text();
    const [call] = bidders.received('bidderA');
    t.ok(call, 'the bidder is called');
    t.notMatch(JSON.stringify(call), 'cookie-other');
    t.equal(call?.headers.cookie, undefined);
    return JSON.stringify(call);
  };
  t.notMatch(await ask(1), 'cookie-id');
  t.match(await ask(0), 'cookie-id', 'the id is sent where GDPR does not apply');
});
