/** Opens capture as the configuration says. */
import type { Config } from '../config/schema.ts';
import { secretsOf } from '../config/secrets.ts';
import { chooseSizes } from '../config/sizes.ts';
import { thisMachine } from '../machine.ts';
import { Capture } from './capture.ts';
import type { Log } from './log.ts';

/** The capture of this process, undefined for none. Rejects with an Error that names the setting when files cannot be written. */
export async function openCapture(config: Config, log: Log): Promise<Capture | undefined> {
  const { capture, bidders } = config;
  if (capture.path === '' || capture.sampleRate === 0) return undefined;
  // With fewer files than processes each would remove another's at every auction; while they restart there is one process more.
  const keep = Math.max(capture.keep, chooseSizes(thisMachine(), config).processes + 1);
  const { maxReplyBytes } = config.auction;
  const { hostCookie } = config.userSync;
  const rules = { ...capture, keep, maxReplyBytes, hostCookie, secrets: secretsOf(bidders) };
  const opened = new Capture(rules, (reason) => log.warn({ reason }, 'captured auctions are lost'));
  await opened.ready();
  return opened;
}
