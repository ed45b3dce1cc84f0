/** Opens capture as the configuration says. */
import type { Config } from '../config/schema.ts';
import { secretsOf } from '../config/secrets.ts';
import { Capture } from './capture.ts';
import type { Log } from './log.ts';

/** True when auctions are captured. */
export function isCaptureOn({ path, sampleRate }: Config['capture']): boolean {
  return path !== '' && sampleRate > 0;
}

/** The capture of this process, undefined for none. Rejects with an Error that names the setting when files cannot be written. */
export async function openCapture(
  { auction: { maxReplyBytes }, capture, bidders }: Config,
  log: Log,
): Promise<Capture | undefined> {
  if (!isCaptureOn(capture)) return undefined;
  const rules = { ...capture, maxReplyBytes, secrets: secretsOf(bidders) };
  const opened = new Capture(rules, (reason) => log.warn({ reason }, 'captured auctions are lost'));
  await opened.ready();
  return opened;
}
