/** What becomes of where a Prebid Server (Go) host has its cached bids. */
import { number } from '../conversions.ts';
import { joinLifetimes } from './lifetimes.ts';
import type { JointRule, Rule } from '../rule.ts';

const scheme = (text: string): string => (text.toLowerCase().includes('https') ? 'https' : 'http');

const browsers =
  'is what hb_cache_host tells browsers here, where Prebid Server (Go) sets no such key without external_cache: set cache.publicUrl to what they reach';

/** Bids go to Prebid Cache. */
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
  join: ({ stated, put, tell }) => {
    const part = (name: string): string => stated(name)?.text ?? '';
    const own = part('cache.host') === '' ? '' : `${scheme(part('cache.scheme'))}://${part('cache.host')}/cache`;
    if (own !== '') {
      put('cache.store', 'http');
      put('cache.url', own);
    }
    const outside = part('external_cache.host');
    const path = part('external_cache.path').replace(/^(?=[^/])/, '/');
    const address = `${part('external_cache.scheme') || 'https'}://${outside}${path}`;
    if (outside !== '') put('cache.publicUrl', address);
    else if (own !== '') {
      put('cache.publicUrl', own);
      tell('cache.host', browsers);
    }
    if (!['', 'uuid=%PBS_CACHE_UUID%'].includes(part('cache.query')))
      tell('cache.query', 'has no counterpart: cached bids are asked for with uuid=');
  },
};

/** Gavel has one time for banner and native, and one for video and audio. */
const lifetimes: JointRule = {
  within: 'cache.default_ttl_seconds',
  from: ['banner', 'video', 'native', 'audio'],
  to: ['cache.bannerTtlSeconds', 'cache.videoTtlSeconds'],
  join: (turn) => joinLifetimes(turn, 'cache'),
};

/** The rules of the bid cache. */
export const cacheRules: readonly Rule[] = [
  cache,
  { from: 'cache.expected_millis', to: 'cache.expectedMs', as: number },
  lifetimes,
];
