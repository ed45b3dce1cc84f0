/** What becomes of how long bids are cached, which hosts and accounts of Prebid Server (Go) state alike. */
import { number } from '../conversions.ts';
import type { JointTurn } from '../rule.ts';

const pairs = [
  ['banner', 'native', 'bannerTtlSeconds'],
  ['video', 'audio', 'videoTtlSeconds'],
] as const;

/** Puts the times of one section, `banner`, `native`, `video` and `audio`, below `to`. Where it says 0, Prebid Cache chose one. */
export function joinLifetimes({ stated, put, tell, around }: JointTurn, to: string): void {
  for (const [first, second, name] of pairs) {
    const [own, other] = [first, second].map((type) => {
      const setting = stated(type);
      return setting === undefined ? undefined : number(setting, around)?.value;
    });
    if (own !== undefined && own !== 0) put(`${to}.${name}`, own);
    if (other !== undefined && other !== 0 && other !== own)
      tell(second, `has no setting of its own: it is that of ${first} (${to}.${name})`);
  }
}
