/** Opens capture as configured. */
import type { Config } from '../config/schema.ts';
import { secretsOf } from '../config/secrets.ts';
import { chooseSizes } from '../config/sizes.ts';
import { thisMachine } from '../machine.ts';
import { Capture } from './capture.ts';
import type { Log } from './log.ts';

/**
 * The capture of this process; undefined for none. `onTaken`: see `CaptureOrders`. Rejects with an Error that names the setting when files
 * cannot be written.
 */
export async function openCapture(
  config: Config,
  log: Log,
  onTaken: (id: string) => void,
): Promise<Capture | undefined> {
  const { capture, bidders, debug } = config;
  if (capture.path === '') return undefined;
  // With fewer files than processes, each would remove another's file at every auction; a rolling restart adds one process.
  const keep = Math.max(capture.keep, chooseSizes(thisMachine(), config).processes + 1);
  const { maxReplyBytes } = config.auction;
  const { hostCookie, cookies } = config.userSync;
  // The token's header is not captured, but clients may send the token elsewhere.
  const secrets = [...secretsOf(bidders), debug.overrideToken];
  const rules = { ...capture, keep, maxReplyBytes, hostCookie, cookies, secrets };
  const onTrouble = (reason: string): void => log.warn({ reason }, 'captured auctions are lost');
  const opened = new Capture(rules, { onTrouble, onTaken });
  await opened.ready();
  return opened;
}
