/** The statement that begins a session with MySQL or MariaDB. */

/**
 * Settings whose defaults a server may change. Without autocommit an import would be rolled back at the end, and every query would see the
 * data of the first; without the others texts would not be UTF-8.
 */
const settings =
  'autocommit = 1, character_set_client = utf8mb4, character_set_connection = utf8mb4, character_set_results = utf8mb4';

/**
 * The first statement of a session. A query that is given up must end at the server as well: behind a locked table such queries would use
 * up the server's connections. MariaDB and MySQL have different settings for that; each executes only its own kind of comment.
 */
export function sessionText(giveUpMs: number): string {
  const seconds = giveUpMs / 1000;
  const bounds = `lock_wait_timeout = ${Math.ceil(seconds)} /*M!100101 , max_statement_time = ${seconds} *//*!50708 , max_execution_time = ${giveUpMs} */`;
  return `SET SESSION ${settings}, ${bounds}`;
}
