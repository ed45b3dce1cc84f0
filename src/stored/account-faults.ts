/** Tells the host's log of stored accounts that cannot be used, without letting clients fill it (issue 7: 'errors that teach'). */
import { seldomEach } from '../seldom.ts';
import type { StoreLog } from './watched-store.ts';

/** Names an account that a request has named and whose stored settings have faults: once a minute, no more than twenty in one. */
export function accountFaults(
  log: Pick<StoreLog, 'warn'>,
  nowMs?: () => number,
): (id: string, faults: readonly string[]) => void {
  const mayTell = seldomEach(nowMs, (leftOut) =>
    log.warn({ leftOut }, 'more stored accounts are wrong: npm run store -- validate names them all'),
  );
  return (id, faults) => {
    if (mayTell(id))
      log.warn(
        { account: id.slice(0, 200), faults },
        'a stored account is wrong: its requests are refused until it is mended',
      );
  };
}
