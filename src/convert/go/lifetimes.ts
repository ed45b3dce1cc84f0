/** Converts how long bids are cached, which hosts and accounts of Prebid Server (Go) state alike. */
import { number } from '../conversions.ts';
import type { JointRule } from '../rule.ts';

/** Gavel has one time for banner and native, and one for video and audio. */
const pairs = [
  ['banner', 'native', 'cache.bannerTtlSeconds'],
  ['video', 'audio', 'cache.videoTtlSeconds'],
] as const;

/** The rule of the lifetimes below `within`. If one is 0, Prebid Cache chose it, and nothing is put. */
export function lifetimesRule(within: string): JointRule {
  return {
    within,
    from: ['banner', 'video', 'native', 'audio'],
    to: pairs.map(([, , to]) => to),
    join: ({ stated, put, tell, around }) => {
      for (const [first, second, to] of pairs) {
        const [own, other] = [first, second].map((type) => {
          const setting = stated(type);
          return setting === undefined ? undefined : number(setting, around)?.value;
        });
        if (own !== undefined && own !== 0) put(to, own);
        if (other !== undefined && other !== 0 && other !== own)
          tell(second, `cannot be kept apart: ${to} is the lifetime of ${first} and ${second}`);
      }
    },
  };
}
