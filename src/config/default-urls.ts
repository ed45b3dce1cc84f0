/** Decides the URLs that a configuration does not state, from its port and from each other (interface, `externalUrl`, `cache`). */
import type { Config } from './schema.ts';
import { isUnstated, type Tree } from './tree.ts';

/** The configuration with its URL defaults filled in; stated URLs lose trailing slashes. `tree` is the configuration as written. */
export function withUrls(config: Config, tree: Tree): Config {
  const externalUrl = isUnstated(tree, ['externalUrl'])
    ? localUrl(config.port)
    : config.externalUrl.replace(/\/+$/, '');
  const publicUrl = isUnstated(tree, ['cache', 'publicUrl'])
    ? `${externalUrl}/cache`
    : config.cache.publicUrl.replace(/\/+$/, '');
  return Object.freeze({ ...config, externalUrl, cache: Object.freeze({ ...config.cache, publicUrl }) });
}

/** The configuration with `port` in place of port 0, also in default URLs; unchanged when it states a port. */
export function atPort(config: Config, port: number): Config {
  if (config.port !== 0) return config;
  const { cache } = config;
  const ported = (url: string): string => url.replace(portless, localUrl(port));
  const publicUrl = ported(cache.publicUrl);
  return Object.freeze({
    ...config,
    port,
    externalUrl: ported(config.externalUrl),
    cache: Object.freeze({ ...cache, publicUrl }),
  });
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/** Port 0 in a URL is always a default: no stated URL can use it. */
const portless = /^http:\/\/localhost:0(?=\/|$)/;
