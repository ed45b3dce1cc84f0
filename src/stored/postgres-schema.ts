/**
 * The table of stored data in PostgreSQL, its index, and the trigger that announces changes (issue 7, item 3): what `npm run store:migrate`
 * makes.
 */
import { GuardedClient, PostgresConnections } from './postgres-connection.ts';
import { explained } from './postgres-faults.ts';

/** The channel on which changes are announced: `<kind>/<id>`, or '' for any. */
export const channel = 'gavel_stored';

/**
 * The migrations in order: a database that has had the first `n` gets the rest. Never change a released one. `json` keeps each text as
 * written and rejects anything that is not JSON; the primary key is the index of every look-up. `CREATE OR REPLACE`: the function may exist
 * already, since it outlives a dropped table and serves one that was renamed.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE gavel_stored (
     kind text NOT NULL CHECK (kind IN ('requests', 'imps', 'responses', 'accounts')),
     id text NOT NULL CHECK (char_length(id) BETWEEN 1 AND 255),
     data json NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (kind, id)
   )`,
  `CREATE OR REPLACE FUNCTION gavel_stored_tell() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'TRUNCATE' THEN
       PERFORM pg_notify('${channel}', '');
     ELSE
       IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('${channel}', OLD.kind || '/' || OLD.id); END IF;
       IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('${channel}', NEW.kind || '/' || NEW.id); END IF;
     END IF;
     RETURN NULL;
   END $$;
   CREATE TRIGGER gavel_stored_tell_rows AFTER INSERT OR UPDATE OR DELETE ON gavel_stored
     FOR EACH ROW EXECUTE FUNCTION gavel_stored_tell();
   CREATE TRIGGER gavel_stored_tell_all AFTER TRUNCATE ON gavel_stored
     FOR EACH STATEMENT EXECUTE FUNCTION gavel_stored_tell()`,
  // The name of the old check depends on the schema's other checks, and a host may have added more. NOT VALID skips the existing rows: the
  // old check allowed fewer kinds.
  `DO $$
   DECLARE old name;
   BEGIN
     FOR old IN
       SELECT c.conname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
       WHERE c.conrelid = 'gavel_stored'::regclass AND c.contype = 'c' AND a.attname = 'kind'
         AND pg_get_constraintdef(c.oid) LIKE '%''requests''%''imps''%''responses''%''accounts''%'
     LOOP
       EXECUTE format('ALTER TABLE gavel_stored DROP CONSTRAINT %I', old);
     END LOOP;
     ALTER TABLE gavel_stored ADD CHECK (kind IN ('requests', 'imps', 'responses', 'accounts', 'profiles')) NOT VALID;
   END $$`,
];

/** The table that records which migrations were made. */
export const versionTable =
  'CREATE TABLE IF NOT EXISTS gavel_migrations (version integer PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT now())';

/** The advisory lock that keeps two migrations apart. */
const lockNumber = 7_401_173;

/** Makes what is missing of the table, its index and its trigger; resolves with the number of migrations made. */
export async function migratePostgres(url: string): Promise<number> {
  const client = new GuardedClient(new PostgresConnections(url).settings(60_000));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    await client.query(versionTable);
    // If the table was dropped or renamed, its recorded migrations no longer hold.
    await client.query(`DELETE FROM gavel_migrations WHERE to_regclass('gavel_stored') IS NULL`);
    const { rows } = await client.query<{ made: number }>('SELECT count(*)::integer AS made FROM gavel_migrations');
    const made = rows[0]?.made ?? 0;
    for (let version = made + 1; version <= migrations.length; version++) {
      await client.query(migrations[version - 1]!);
      await client.query('INSERT INTO gavel_migrations (version) VALUES ($1)', [version]);
    }
    await client.query('COMMIT');
    return Math.max(0, migrations.length - made);
  } catch (error) {
    throw explained(error);
  } finally {
    await client.end();
  }
}
