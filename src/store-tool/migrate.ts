/** Creates what a database needs to hold stored data (issue 7, item 3: `npm run store:migrate`). */
import type { Faults, ToolParts } from './tool-parts.ts';

/**
 * Creates the table, its index and its trigger (PostgreSQL), or the tables (MySQL), as far as they are missing. Rejects when the database
 * cannot be reached.
 */
export async function migrate({ config, out }: ToolParts): Promise<Faults> {
  const { source, url } = config.stored;
  const made = await makeMissing(source, url);
  if (made === undefined) {
    const other =
      source === 'files' ? '; if the service uses another source, name its configuration with --config FILE' : '';
    out(`stored.source is ${source}, which needs no migration${other}`);
  } else out(made);
  return [];
}

/** What was created, in words; undefined for a source that needs nothing. */
async function makeMissing(source: string, url: string): Promise<string | undefined> {
  switch (source) {
    case 'postgres': {
      const { migratePostgres } = await import('../stored/postgres-schema.ts');
      return counted(await migratePostgres(url), 'migration');
    }
    case 'mysql': {
      const { migrateMysql } = await import('../stored/mysql-schema.ts');
      return counted(await migrateMysql(url), 'table');
    }
    default:
      return undefined;
  }
}

function counted(made: number, what: string): string {
  return made === 0 ? 'the database is up to date' : `made: ${made} ${what}${made === 1 ? '' : 's'}`;
}
