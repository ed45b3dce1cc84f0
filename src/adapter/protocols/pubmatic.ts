/** Decides what goes into `imp.ext` for PubMatic: keywords, first-party data and the ad server's slot. */
import type { Imp } from '../../openrtb/imp.ts';
import { scalarText, textAt } from '../json.ts';

/** The params that are read here. */
interface Params {
  readonly keywords?: readonly { key?: string; value?: readonly string[] }[];
  readonly dctr?: string;
  readonly pmzoneid?: string;
}

/** The imp's `ext`; undefined if it would be empty. */
export function pubmaticExt({ keywords, dctr, pmzoneid }: Params, imp: Imp): Imp['ext'] | undefined {
  const ext = { ...keywordExt(keywords), ...passedExt(imp.ext), ...adServerExt(imp.ext) };
  const pairs = [dctr || ext['key_val'], ...dataPairs(imp.ext)].filter(Boolean);
  if (pairs.length > 0) ext['key_val'] = pairs.join('|');
  if (pmzoneid) ext['pmZoneId'] = pmzoneid;
  return Object.keys(ext).length === 0 ? undefined : ext;
}

/** The values of each keyword, comma-separated. PubMatic spells one keyword differently. */
function keywordExt(keywords: Params['keywords'] = []): { [key: string]: unknown } {
  return Object.fromEntries(
    keywords.flatMap(({ key = '', value = [] }) =>
      key === '' || value.length === 0 ? [] : [[key === 'pmZoneID' ? 'pmZoneId' : key, value.join(',')]],
    ),
  );
}

function passedExt(ext: Imp['ext']): { [key: string]: unknown } {
  const { skadn, ae, gpid } = ext ?? {};
  return {
    ...(skadn !== undefined && { skadn }),
    ...(ae !== undefined && { ae }),
    ...(gpid !== undefined && { gpid }),
  };
}

/** The ad server's slot, as the imp's first-party data names it. */
function adServerExt(ext: Imp['ext']): { [key: string]: unknown } {
  const { adserver, pbadslot } = ext?.data ?? {};
  const slot = textAt(adserver, 'name') === 'gam' ? textAt(adserver, 'adslot') : '';
  const code = slot || (typeof pbadslot === 'string' ? pbadslot : '');
  return code === '' ? {} : { dfp_ad_unit_code: code };
}

/** All other first-party data of the imp, as `key=value,value`. */
function dataPairs(ext: Imp['ext']): string[] {
  const { adserver, pbadslot, ...rest } = ext?.data ?? {};
  return Object.entries(rest).flatMap(([key, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).flatMap((one) => scalarText(one)?.trim() ?? []);
    return texts.length === 0 ? [] : [`${key.trim()}=${texts.join(',')}`];
  });
}
