/** Converts how long a host of Prebid Server Java keeps cached bids, which it states for each of four media types. */
import type { JointRule, JointTurn } from '../rule.ts';
import { wholeAt, wholeOf } from './values.ts';

const standards = 'cache.default-ttl-seconds';

/** Gavel has one lifetime for banner and native, and one for video and audio. The numbers are the old server's defaults, and Gavel's. */
const pairs = [
  ['banner', 'native', 'cache.bannerTtlSeconds', 300],
  ['video', 'audio', 'cache.videoTtlSeconds', 1500],
] as const;

type Pair = (typeof pairs)[number];

/** The rules of the lifetimes of a host. */
export const lifetimeRules: readonly JointRule[] = pairs.map((pair) => {
  const [first, second, to] = pair;
  return {
    within: '',
    from: [`cache.${first}-ttl-seconds`, `${standards}.${first}`, `${standards}.${second}`],
    to: [to],
    join: (turn) => joinLifetimes(turn, pair),
  };
});

/** A lifetime that only the second type has cannot be kept: the first type's is taken. */
function joinLifetimes(turn: JointTurn, [first, second, to, standard]: Pair): void {
  const override = wholeAt(turn, `cache.${first}-ttl-seconds`);
  const own = override ?? wholeAt(turn, `${standards}.${first}`) ?? standard;
  const other = wholeAt(turn, `${standards}.${second}`) ?? standard;
  if (own !== standard) turn.put(to, own);
  if (other === own) return;
  const path =
    turn.stated(`${standards}.${second}`) === undefined ? `cache.${first}-ttl-seconds` : `${standards}.${second}`;
  turn.tell(
    path,
    `cannot be kept apart: ${to} is the lifetime of ${first} and ${second}, so ${second} bids are kept for ${own} s instead of ${other} s`,
  );
}

/** The rule of the lifetimes that the host's file has for an account, as older releases do. What the account itself states comes first. */
export const accountLifetimes: JointRule = {
  within: '',
  from: [''],
  to: pairs.map(([, , to]) => to),
  join: ({ around, put }) => {
    if (around.account === '') return;
    for (const [type, , to] of pairs) {
      const ofHost = wholeOf(around.stated(`cache.account.${around.account}.${type}-ttl-seconds`));
      if (ofHost !== undefined) put(to, ofHost);
    }
  },
};
