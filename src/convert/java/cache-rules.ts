/** Converts the bid cache of a Prebid Server Java host, which is Prebid Cache behind HTTP, and its conversion rates. */
import type { JointRule, JointTurn, Rule } from '../rule.ts';
import { lifetimeRules } from './lifetimes.ts';
import { flagAt, wholeAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

const store: JointRule = {
  within: 'cache',
  from: ['host', 'scheme', 'path', 'query', 'internal.host', 'internal.scheme', 'internal.path'],
  to: ['cache.store', 'cache.url', 'cache.publicUrl'],
  join: joinStore,
};

function joinStore({ textAt, put, tell }: JointTurn): void {
  const part = (name: string): string => textAt(name).trim();
  const query = part('query');
  if (query !== '' && query !== 'uuid=') tell('query', unsupported.cacheQuery);
  const outer = urlOf(part('scheme'), part('host'), part('path'));
  if (outer === '')
    return tell('scheme', 'has no effect without cache.host: add it, otherwise bids are kept in cache.path');
  const inner = urlOf(
    part('internal.scheme') || part('scheme'),
    part('internal.host'),
    part('internal.path') || part('path'),
  );
  put('cache.store', 'http');
  put('cache.url', inner === '' ? outer : inner);
  put('cache.publicUrl', outer, 'where Prebid Server Java sends players');
}

function urlOf(scheme: string, host: string, path: string): string {
  return host === '' ? '' : `${scheme || 'http'}://${host}${path === '' || path.startsWith('/') ? path : `/${path}`}`;
}

const apiKey: JointRule = {
  within: '',
  from: ['pbc.api.key', 'cache.api-key-secured'],
  to: ['cache.apiKey'],
  join: (turn) => {
    const key = turn.textAt('pbc.api.key');
    if (flagAt(turn, 'cache.api-key-secured') !== true) return;
    if (key === '')
      turn.tell(
        'cache.api-key-secured',
        'needs pbc.api.key, which is not in this file: write its value at cache.apiKey',
      );
    else turn.put('cache.apiKey', key);
  },
};

/** Where rates come from, under newer and older names. */
function ratesRule(within: string): JointRule {
  return {
    within,
    from: ['enabled', 'url', 'refresh-period-ms'],
    to: ['currency.ratesUrl', 'currency.refreshSeconds'],
    join: (turn) => {
      const isOff = flagAt(turn, 'enabled') === false;
      const url = turn.textAt('url');
      const period = wholeAt(turn, 'refresh-period-ms');
      if (url !== '' && !isOff) turn.put('currency.ratesUrl', url);
      if (period !== undefined && !isOff) turn.put('currency.refreshSeconds', Math.max(1, Math.round(period / 1000)));
    },
  };
}

const rates = 'currency-converter.external-rates';

/** The rules of `cache` and `currency-converter`. */
export const cacheRules: readonly Rule[] = [
  store,
  apiKey,
  ...lifetimeRules,
  {
    from: 'cache.account',
    tell: 'converted only for accounts of --accounts; in others, set {"cache": {"bannerTtlSeconds": …, "videoTtlSeconds": …}}',
  },
  {
    from: 'cache.append-trace-info-to-cache-id',
    tell: 'not supported: ids of cached bids are always random',
    unless: [false],
  },
  { from: 'cache.module', tell: unsupported.moduleStorage },
  { from: 'storage', tell: unsupported.moduleStorage },
  ratesRule(rates),
  ratesRule('currency-converter'),
  { from: `${rates}.default-timeout-ms`, needless: true },
  { from: `${rates}.stale-after-ms`, needless: true },
  { from: `${rates}.stale-period-ms`, tell: unsupported.staleRates },
  { from: 'currency-converter.default-timeout-ms', needless: true },
];
