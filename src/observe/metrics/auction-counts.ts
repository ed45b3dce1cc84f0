/** Counts auctions: how they ended, how long they took, and how much time this server added to the bidders' (issue 7, item 5). */
import { impEnds, tallied, type Tally } from '../../auction/tally.ts';
import { clientGoneStatus } from '../../errors.ts';
import { counted, counter, type Family, type Labels, type Sample } from './family.ts';
import { Histogram, histograms, millisecondBuckets } from './histogram.ts';
import { otherName } from './known-codes.ts';

/** The channels of auctions, each with its own series; `unknown`: refused before the channel was read. */
export const channels = ['web', 'app', 'dooh', 'amp', 'unknown'] as const;

/** A channel of auctions. */
export type AuctionChannel = (typeof channels)[number];

/** The facts about an ended auction. */
export interface EndedAuction {
  readonly channel: AuctionChannel;
  /** '' when unknown. */
  readonly account: string;
  /** Milliseconds spent waiting for bidders. */
  readonly biddersMs: number;
}

const totalBuckets = millisecondBuckets(1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 2000, 5000);
const addedBuckets = millisecondBuckets(0.25, 0.5, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 50, 100, 200, 500, 1000);
const statuses = 600;
/** Shown as zero for each channel from the start: alerts refer to them, and a rate misses the value that a series starts with. */
const shownStatuses: ReadonlySet<number> = new Set([200, 400, clientGoneStatus, 500, 503]);

/** The counts of one channel: auctions by status, and their times. */
class ChannelCount {
  readonly ends = new Float64Array(statuses);
  readonly total = new Histogram(totalBuckets);
  readonly added = new Histogram(addedBuckets);
}

/** The counts of one account: `ends` by status, `imps` by place in `impEnds`. */
class AccountCount {
  readonly ends = new Float64Array(statuses);
  readonly imps = new Float64Array(impEnds.length);
}

/** The counts of all auctions of a process. */
export class AuctionCounts {
  readonly #channels = new Map(channels.map((channel) => [channel, new ChannelCount()]));
  /** For the accounts that the host names, and for `other`. */
  readonly #accounts: ReadonlyMap<string, AccountCount>;

  /** `accounts` are the ids that are counted by name; if empty, accounts are not counted. */
  constructor(accounts: readonly string[]) {
    const names = accounts.length === 0 ? [] : [...accounts, otherName];
    this.#accounts = new Map(names.map((name) => [name, new AccountCount()]));
  }

  /**
   * Adds one auction: `status` is that of its answer; `totalMs` is the time from the request's head to the answer. Only auctions with
   * status 200 count in the histograms, since refusals are much quicker.
   */
  note(status: number, { channel, account, biddersMs }: EndedAuction, totalMs: number): void {
    const { ends, total, added } = this.#channels.get(channel)!;
    ends[status]!++;
    const ofAccount = this.#of(account);
    if (ofAccount !== undefined) ofAccount.ends[status]!++;
    if (status !== 200) return;
    total.note(totalMs);
    added.note(Math.max(0, totalMs - biddersMs));
  }

  /** Adds the imps of one auction's tally to its account. */
  noteImps(account: string, tally: Tally): void {
    const ofAccount = this.#of(account);
    if (ofAccount === undefined) return;
    for (let at = 0; at + 2 < tally.length; at += 3) {
      const place = tally[at + 1]! - tallied.imp;
      if (place >= 0 && place < impEnds.length) ofAccount.imps[place]! += tally[at + 2]!;
    }
  }

  /** The metrics for Prometheus. */
  families(): Family[] {
    return [
      counter(
        'gavel_auctions_total',
        'Auctions by channel and response status; 499: the client disconnected. Auctions rejected before they were read are only in gavel_overload_refused_total.',
        () => [...this.#channels].flatMap(([channel, { ends }]) => byStatus(ends, { channel }, shownStatuses)),
      ),
      histograms(
        'gavel_auction_seconds',
        'Time from the first byte of an auction request to its response.',
        this.#byChannel(({ total }) => total),
      ),
      histograms(
        'gavel_auction_added_seconds',
        'Time of auctions, without the time spent waiting for bidders.',
        this.#byChannel(({ added }) => added),
      ),
      ...(this.#accounts.size > 0 ? this.#accountFamilies() : []),
    ];
  }

  #accountFamilies(): Family[] {
    const each = (samples: (count: AccountCount, labels: Labels) => Sample[]) => () =>
      [...this.#accounts].flatMap(([account, count]) => samples(count, { account }));
    return [
      counter(
        'gavel_account_auctions_total',
        'Auctions by account and status; other: all accounts not in admin.metricAccounts.',
        each(({ ends }, labels) => byStatus(ends, labels)),
      ),
      counter(
        'gavel_account_imps_total',
        'Imps offered to bidders, by account and outcome; other: all accounts not in admin.metricAccounts.',
        each(({ imps }, labels) => counted(imps, (at) => ({ ...labels, outcome: impEnds[at]! }))),
      ),
    ];
  }

  /** The counts of an account; undefined when accounts are not counted. */
  #of(account: string): AccountCount | undefined {
    return this.#accounts.get(account) ?? this.#accounts.get(otherName);
  }

  #byChannel(of: (count: ChannelCount) => Histogram): () => [Labels, Histogram][] {
    return () => [...this.#channels].map(([channel, count]) => [{ channel }, of(count)]);
  }
}

function byStatus(counts: Float64Array, labels: Labels, shown?: ReadonlySet<number>): Sample[] {
  return counted(counts, (status) => ({ ...labels, status: String(status) }), shown);
}
