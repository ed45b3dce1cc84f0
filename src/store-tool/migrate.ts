/** Makes what PostgreSQL needs to hold stored data (issue 7, item 3: `npm run store:migrate`). */
import { migratePostgres } from '../stored/postgres-store.ts';
import type { Faults, ToolParts } from './surroundings.ts';

/** Makes the table, its index and its trigger, or what is missing of them. Rejects when the database cannot be reached. */
export async function migrate({ config, out }: ToolParts): Promise<Faults> {
  const { source, url } = config.stored;
  if (source !== 'postgres') {
    const other =
      source === 'files' ? '; name the configuration of the service by --config FILE if it has another' : '';
    out(`stored.source is ${source}: nothing is to be made for it${other}`);
    return [];
  }
  const made = await migratePostgres(url);
  out(made === 0 ? 'the database is up to date' : `made: ${made} ${made === 1 ? 'migration' : 'migrations'}`);
  return [];
}
