/** Reads the auctions that a reply asks the browser to run (FLEDGE), in the form that several bidders share. */
import { isObject } from '../openrtb/json-object.ts';
import type { FledgeConfig } from './adapter-results.ts';

/** The configurations in a map by imp id; none for any other value. */
export function fledgeByImp(configs: unknown, bidder: string): FledgeConfig[] {
  if (!isObject(configs)) return [];
  return Object.entries(configs).map(([impid, config]) => ({ impid, bidder, config }));
}
