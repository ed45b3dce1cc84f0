/** What is said to a server of MySQL or MariaDB beside questions, and what its answers are. */

/** One row: its columns as bytes, null for NULL. */
export type MysqlRow = readonly (Buffer | null)[];

/** True for a row, as no answer of another protocol has. */
export function isRow(row: unknown): row is MysqlRow {
  return Array.isArray(row) && row.every((cell) => cell === null || Buffer.isBuffer(cell));
}

/**
 * What a server may begin its sessions with otherwise: without the first an import would be undone at the end, and an answer be that of
 * the first question for ever; without the others texts would come in another spelling than UTF-8.
 */
const usual =
  'autocommit = 1, character_set_client = utf8mb4, character_set_connection = utf8mb4, character_set_results = utf8mb4';

/**
 * What a session begins with. A question that is given up must end at the server as well: behind a locked table each would hold a
 * connection there, until others found none. MariaDB and MySQL have words of their own, which each reads alone in such a comment.
 */
export function sessionText(giveUpMs: number): string {
  const seconds = giveUpMs / 1000;
  const bounds = `lock_wait_timeout = ${Math.ceil(seconds)} /*M!100101 , max_statement_time = ${seconds} *//*!50708 , max_execution_time = ${giveUpMs} */`;
  return `SET SESSION ${usual}, ${bounds}`;
}
