/** Decides which source stored data comes from (interface, `stored`); only the one that is configured is loaded. */
import type { Config } from '../config/schema.ts';
import { fileStore } from './file-store.ts';
import type { SourceLimits, Store } from './store.ts';

/** The source that `stored` names; all but files and Redis give a question up after `giveUpMs`, databases tell that they give fewer connections. */
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
