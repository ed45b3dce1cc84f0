/** Opens the configured source of stored data (interface, `stored`); the others' modules are not loaded. */
import type { Config } from '../config/schema.ts';
import { fileStore } from './file-store.ts';
import type { SourceLimits, Store } from './store.ts';

/**
 * The source that `stored` names. All but files and Redis give up a query after `giveUpMs`; databases report when they refuse a further
 * connection.
 */
export async function openSource(
  { source, dir, url, connections }: Config['stored'],
  rules: Omit<SourceLimits, 'connections'>,
): Promise<Store> {
  const limits = { ...rules, connections };
  switch (source) {
    case 'files':
      return fileStore(dir);
    case 'postgres': {
      const { postgresStore } = await import('./postgres-store.ts');
      return postgresStore(url, limits);
    }
    case 'mysql': {
      const { mysqlStore } = await import('./mysql-store.ts');
      return mysqlStore(url, limits);
    }
    case 'redis': {
      const { redisStore } = await import('./redis-store.ts');
      return redisStore(url);
    }
    case 'http': {
      const { httpStore } = await import('./http-store.ts');
      return httpStore(url, limits);
    }
    case 's3': {
      const { s3Store } = await import('./s3-store.ts');
      return s3Store(url, limits);
    }
  }
}
