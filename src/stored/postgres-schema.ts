/** The table of stored data in PostgreSQL, its index and the trigger that tells of changes (issue 7, item 3): what `npm run store:migrate` makes. */
import { GuardedClient, PostgresConnections } from './postgres-connection.ts';
import { taught } from './postgres-faults.ts';

/** The channel on which changes are told: `<kind>/<id>`, or '' for any. */
export const channel = 'gavel_stored';

/**
 * The migrations in their order: a database that has the first `n` gets the rest. Never change one that was released.
 * `json` keeps each text as it was written and refuses what is no JSON; the primary key is the index of every look-up. The function may
 * be there already: it outlives a table that is dropped, and serves one that is put aside.
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
  // What it is called depends on which others the schema has, and a host may have made more. The rows that are there need no look: fewer
  // kinds were allowed.
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

/** Where the number of migrations made is kept. */
export const versionTable =
  'CREATE TABLE IF NOT EXISTS gavel_migrations (version integer PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT now())';

/** A lock of this number keeps two migrations apart. */
const lockNumber = 7_401_173;

/** Makes what is missing of the table, its index and its trigger; resolves with how many migrations that took. */
export async function migratePostgres(url: string): Promise<number> {
  const client = new GuardedClient(new PostgresConnections(url).settings(60_000));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    await client.query(versionTable);
    // A table that was dropped or put aside is made anew, though it is still counted.
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
    throw taught(error);
  } finally {
    await client.end();
  }
}
