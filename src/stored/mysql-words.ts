/** What is said to a server of MySQL or MariaDB beside questions, and what its answers are. */

/** One row: its columns as bytes, null for NULL. */
export type MysqlRow = readonly (Buffer | null)[];

/** True for a row, as no answer of another protocol has. */
export function isRow(row: unknown): row is MysqlRow {
  return Array.isArray(row) && row.every((cell) => cell === null || Buffer.isBuffer(cell));
}

/**
 * A question that is given up must end at the server as well: behind a locked table each would hold a connection there, until others
 * found none. MariaDB and MySQL have words of their own, which each reads alone in such a comment.
 */
export function boundsText(giveUpMs: number): string {
  const seconds = giveUpMs / 1000;
  return `SET SESSION lock_wait_timeout = ${Math.ceil(seconds)} /*M!100101 , max_statement_time = ${seconds} *//*!50708 , max_execution_time = ${giveUpMs} */`;
}
