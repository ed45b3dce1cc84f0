/** Watches a source that cannot tell of changes: it says so once, and tells of none. */
import type { Test } from 'tap';
import { reasonOf } from '../../src/error-text.ts';
import type { Store } from '../../src/stored/store.ts';
import { until } from '../support/until.ts';

/** What `store` says of why it tells of no change, once it has begun to; what it says later comes to the same list. */
export async function deafWatch(t: Test, store: Store): Promise<readonly string[]> {
  const faults: string[] = [];
  store.watch!(
    () => t.fail('heard a change'),
    (error) => faults.push(reasonOf(error)),
  );
  t.ok(await until(() => faults.length > 0));
  return faults;
}
