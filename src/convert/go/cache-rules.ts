/** Converts where a Prebid Server (Go) host keeps cached bids. */
import { number } from '../conversions.ts';
import { lifetimesRule } from './lifetimes.ts';
import type { JointRule, Rule } from '../rule.ts';
import { unsupported } from '../unsupported.ts';

const scheme = (text: string): string => (text.toLowerCase().includes('https') ? 'https' : 'http');

const browsers =
  'becomes cache.publicUrl, which browsers get as hb_cache_host (Prebid Server (Go) sets no such key without external_cache): set cache.publicUrl to a URL that they can reach';

/** The addresses of Prebid Cache, which keeps the bids. */
const cache: JointRule = {
  within: '',
  from: [
    'cache.host',
    'cache.scheme',
    'cache.query',
    'external_cache.scheme',
    'external_cache.host',
    'external_cache.path',
  ],
  to: ['cache.store', 'cache.url', 'cache.publicUrl'],
  join: ({ textAt, put, tell }) => {
    const own = textAt('cache.host') === '' ? '' : `${scheme(textAt('cache.scheme'))}://${textAt('cache.host')}/cache`;
    if (own !== '') {
      put('cache.store', 'http');
      put('cache.url', own);
    }
    const outside = textAt('external_cache.host');
    const path = textAt('external_cache.path').replace(/^(?=[^/])/, '/');
    const address = `${textAt('external_cache.scheme') || 'https'}://${outside}${path}`;
    if (outside !== '') put('cache.publicUrl', address);
    else if (own !== '') {
      put('cache.publicUrl', own);
      tell('cache.host', browsers);
    }
    if (!['', 'uuid=%PBS_CACHE_UUID%'].includes(textAt('cache.query'))) tell('cache.query', unsupported.cacheQuery);
  },
};

/** The rules of the bid cache. */
export const cacheRules: readonly Rule[] = [
  cache,
  { from: 'cache.expected_millis', to: 'cache.expectedMs', as: number },
  lifetimesRule('cache.default_ttl_seconds'),
];
