/** Converts the auction times of Prebid Server (Go) (implementation A 8). */
import { number } from '../conversions.ts';
import type { JointRule } from '../rule.ts';
import { flagAt } from './values.ts';

/** A request without tmax gets the default for that, else the longest time allowed. */
export const times: JointRule = {
  within: '',
  from: ['tmax_default', 'auction_timeouts_ms.default', 'auction_timeouts_ms.max'],
  to: ['auction.tmaxDefaultMs', 'auction.tmaxMaxMs'],
  join: ({ stated, around, put, tell }) => {
    const [ofRequest = 0, ofHost = 0, most = 0] = times.from.map((path) => {
      const setting = stated(path);
      const value = setting && number(setting, around)?.value;
      if (value === undefined || typeof value === 'number') return value;
      tell(path, 'must be a number of milliseconds: correct it');
      return undefined;
    });
    const standard = ofRequest || ofHost || most;
    if (standard !== 0) put('auction.tmaxDefaultMs', most === 0 ? standard : Math.min(standard, most));
    if (most !== 0) put('auction.tmaxMaxMs', most);
  },
};

/** Reserved times apply only if they are enabled. */
export const reserves: JointRule = {
  within: 'tmax_adjustments',
  from: [
    'enabled',
    'bidder_network_latency_buffer_ms',
    'pbs_response_preparation_duration_ms',
    'bidder_response_duration_min_ms',
  ],
  to: ['auction.networkReserveMs', 'auction.responseReserveMs'],
  join: (turn) => {
    const { stated, around, tell, put } = turn;
    const [, network, response, least] = reserves.from.map(stated);
    if (flagAt(turn, 'enabled') !== true) return;
    if (network !== undefined) put('auction.networkReserveMs', number(network, around)?.value);
    if (response !== undefined) put('auction.responseReserveMs', number(response, around)?.value);
    if (least !== undefined && least.text !== '0')
      tell('bidder_response_duration_min_ms', 'not supported: Gavel calls a bidder as long as any time is left');
  },
};
