/** A million made-up accounts and bidders add no series and no memory (issue 7, 'Must hold'). */
import t from 'tap';
import { BlockedCalls } from '../../../src/auction/calls/blocked-calls.ts';
import { callEnds, dropReasons, impEnds, tallied, warnReasons } from '../../../src/auction/tally.ts';
import { AuctionCounts, channels } from '../../../src/observe/metrics/auction-counts.ts';
import { BidderCounts } from '../../../src/observe/metrics/bidder-counts.ts';
import { healthFamilies } from '../../../src/observe/metrics/guard-families.ts';
import { KnownCodes, mostBidders } from '../../../src/observe/metrics/known-codes.ts';
import { Gathering } from '../../../src/observe/metrics/gathering.ts';
import { Metrics } from '../../../src/observe/metrics/metrics.ts';
import { syncFamilies } from '../../../src/observe/metrics/people-families.ts';
import { connectionFamilies } from '../../../src/observe/metrics/service-families.ts';
import { SyncTally } from '../../../src/usersync/sync-tally.ts';
import { postAuction, requestFor } from '../../support/auction.ts';
import { startBidders } from '../../support/bidders.ts';
import { collect } from '../../support/collect.ts';
import { Exposition } from '../../support/exposition.ts';
import { startService } from '../../support/service.ts';

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The limit that `src/hosting/README.md` promises. */
const mostSeries = 25_000;

const random = (below: number): number => Math.floor(Math.random() * below);
const statuses = [200, 400, 413, 499, 500, 503];
/** All statuses of the endpoint. */
const setuidStatuses = [200, 400, 401, 451, 500, 503];
const randomName = (): string => `n${Math.random().toString(36).slice(2)}`;

/** Everything that requests can name, counted as the service counts it. */
function openCounts() {
  const configured = Array.from({ length: 2 * mostBidders }, (_, at) => `bidder${at}`);
  const codes = new KnownCodes(configured);
  const auctions = new AuctionCounts(Array.from({ length: 100 }, (_, at) => `account${at}`));
  const bidders = new BidderCounts(codes);
  const blocked = new BlockedCalls();
  const syncs = new SyncTally();
  const health = configured.map((bidder) => ({ bidder, breaker: 'open', sentShare: 0.05 }) as const);
  const use = codes.all.map((bidder) => ({ bidder, inUse: 1, idle: 1, waiting: 1 }));
  const metrics = new Metrics([
    ...auctions.families(),
    ...bidders.families(),
    ...healthFamilies(
      () => health,
      () => blocked.byBidder(),
      codes,
    ),
    ...syncFamilies(() => syncs.counts(), codes),
    ...connectionFamilies(
      () => use,
      () => 0,
    ),
  ]);
  return { configured, auctions, bidders, blocked, syncs, metrics };
}

type Counts = ReturnType<typeof openCounts>;

/** The metrics as Prometheus gets them. */
async function shown({ metrics }: Counts): Promise<Exposition> {
  const asked = metrics.data().then((data) => [data]);
  return new Exposition(await new Gathering().text(asked, () => new Set()));
}

/** One auction with random outcomes; `place` is the index of a bidder, in the configuration or not. */
function noteOne({ auctions, bidders, blocked, syncs, configured }: Counts, place: number): void {
  const channel = channels[random(channels.length)]!;
  const account = random(2) === 0 ? randomName() : `account${random(100)}`;
  auctions.note(statuses[random(statuses.length)]!, { channel, account, biddersMs: 1 }, random(3000));
  auctions.noteImps(account, [place, tallied.imp + random(impEnds.length), 1]);
  const call = [place, tallied.call + random(callEnds.length), random(3000)];
  const bid = [place, tallied.bid + random(4), Math.random() * 30];
  const drop = [place, tallied.drop + random(dropReasons.length), 1];
  const warn = [place, tallied.warn + random(warnReasons.length), 1];
  bidders.note([...call, ...bid, ...drop, ...warn, place, tallied.imp + random(impEnds.length), 1]);
  blocked.add(configured[random(configured.length)]!, random(2) === 0 ? 'breaker' : 'throttle');
  // User sync counts only under configured codes.
  const code = configured[random(configured.length)]!;
  syncs.addSetuid(setuidStatuses[random(setuidStatuses.length)]!, code);
  syncs.addFates([{ code, fate: (['offered', 'live', 'forbidden', 'passed'] as const)[random(4)]! }]);
}

t.test('in a million random auctions series stay under the cap and memory stays flat', async (t) => {
  const counts = openCounts();
  t.teardown(() => counts.metrics.close());
  for (let left = 200_000; left > 0; left--) noteOne(counts, random(3 * mostBidders) - 1);
  const early = (await shown(counts)).size;
  const before = heapBytes();
  for (let left = 1_000_000; left > 0; left--) noteOne(counts, random(2 ** 31) - 1);
  const after = heapBytes();
  const read = await shown(counts);
  t.ok(after - before < 2_000_000, `${after - before} bytes more`);
  t.ok(read.size > mostBidders * 70, `${read.size} series: the worst case is here`);
  t.ok(read.size < mostSeries, `${read.size} series`);
  t.equal(seriesOf(read, 'bidder0'), 98, 'series of each bidder, as known-codes.ts says');
  t.ok(read.size < early + 100, `${read.size} series, ${early} before`);
  t.equal(read.value('gavel_auctions_total'), 1_200_000);
  t.equal(read.value('gavel_account_auctions_total'), 1_200_000);
  t.ok(read.value('gavel_account_auctions_total', { account: 'other' }) > 590_000);
  t.ok(read.value('gavel_bidder_calls_total', { bidder: 'other' }) > 990_000);
  t.equal(read.value('gavel_bidder_calls_total'), 1_200_000);
  t.equal(read.find('gavel_bidder_breaker_state').length, mostBidders + 1);
});

function seriesOf({ families }: Exposition, bidder: string): number {
  const samples = [...families.values()].flatMap((family) => family.samples);
  return samples.filter(({ labels }) => labels.get('bidder') === bidder).length;
}

function bidderLabels({ families }: Exposition): Set<string> {
  const samples = [...families.values()].flatMap((family) => family.samples);
  return new Set(samples.flatMap(({ labels }) => labels.get('bidder') ?? []));
}

t.test('made-up names in 400 auctions and syncs of a real service add no series by name', async (t) => {
  const bidders = await startBidders(t);
  const service = await startService(t, { bidders: bidders.settings('bidderA') });
  const one = async (): Promise<void> => {
    const [alias, name] = [randomName(), randomName()];
    const site = { page: 'https://news.example/', publisher: { id: randomName() } };
    const ext = { svc: { aliases: { [alias]: 'bidderA' } } };
    const request = requestFor({ bidderA: {}, [alias]: {}, [name]: {} }, { site, ext });
    const response = await postAuction(service.url, request);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    await (await fetch(`${service.url}/setuid?bidder=${name}&uid=1`)).arrayBuffer();
  };
  const read = async (): Promise<Exposition> => new Exposition(await service.metrics());
  const run = async (count: number): Promise<Exposition> => {
    let left = count;
    const next = async (): Promise<void> => {
      while (left-- > 0) await one();
    };
    await Promise.all(Array.from({ length: 8 }, next));
    return read();
  };
  const early = await run(50);
  const late = await run(350);
  t.equal(late.value('gavel_auctions_total', { channel: 'web', status: '200' }), 400);
  t.equal(late.value('gavel_bidder_calls_total', { bidder: 'bidderA' }), 800, 'aliases count as their bidder');
  t.strictSame([...bidderLabels(late)].toSorted(), ['bidderA', 'other']);
  t.ok(late.size - early.size < 40, `${early.size} series became ${late.size}`);
});
