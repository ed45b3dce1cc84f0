/** Decides how bids' creatives are checked (implementations A 2.1, B 9): as the account says, otherwise as the host does. */
import type { ContextCreatives } from '../../auction/context-terms.ts';
import type { CreativeSettings } from '../../config/auction-settings.ts';

/** The checks; undefined for none. */
export function chooseCreativeChecks(
  host: CreativeSettings,
  account: Partial<CreativeSettings> | undefined,
): ContextCreatives | undefined {
  const { bannerSize, secureMarkup, bannerMaxWidth: w, bannerMaxHeight: h } = account ? { ...host, ...account } : host;
  if (bannerSize === 'skip' && secureMarkup === 'skip') return undefined;
  return {
    size: bannerSize === 'skip' ? null : { mode: bannerSize, most: { w, h } },
    secure: secureMarkup === 'skip' ? null : secureMarkup,
  };
}
