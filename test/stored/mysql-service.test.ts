/** A service with stored data in MySQL, end to end; MySQL does not notify of changes. */
import t from 'tap';
import { migrateMysql } from '../../src/stored/mysql-schema.ts';
import { mysqlStore } from '../../src/stored/mysql-store.ts';
import { closedWith } from '../support/closed-with.ts';
import { mysqlSkip as skip, startMysql } from '../support/mysql.ts';
import { deafService } from './deaf-service.ts';

t.test('auctions use the texts in the tables, and changed ones after a purge', { skip }, async (t) => {
  const { url } = await startMysql(t);
  await migrateMysql(url);
  const store = closedWith(t, mysqlStore(url, { connections: 1, giveUpMs: 5000 }));
  await deafService(t, { source: 'mysql', url, store });
});
