/** Decides how replies tell of auctions that the browser is to hold, where several bidders use one form. */
import { isObject } from '../openrtb/merge-patch.ts';
import type { FledgeConfig } from './adapter-results.ts';

/** The configurations of a map from imp ids; none for anything else. */
export function fledgeByImp(configs: unknown, bidder: string): FledgeConfig[] {
  if (!isObject(configs)) return [];
  return Object.entries(configs).map(([impid, config]) => ({ impid, bidder, config }));
}
