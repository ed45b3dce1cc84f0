/** Watches a source that cannot notify of changes. */
import type { Test } from 'tap';
import { reasonOf } from '../../src/error-text.ts';
import type { Store } from '../../src/stored/store.ts';
import { until } from '../support/until.ts';

/** The reasons why `store` cannot notify, after the first one; later ones are added to the same list. */
export async function deafWatch(t: Test, store: Store): Promise<readonly string[]> {
  const faults: string[] = [];
  store.watch!(
    () => t.fail('a change was notified'),
    (error) => faults.push(reasonOf(error)),
  );
  t.ok(await until(() => faults.length > 0));
  return faults;
}
