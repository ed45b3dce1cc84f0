/** Decides the VAST of a video bid (IAB VAST 3.0; implementations A 2.5, B 6). */

/** The VAST: `adm`; if that is empty, a wrapper of `nurl`; '' if both are. Both come from a bidder and may be of any type. */
export function vastOf(adm: unknown, nurl: unknown): string {
  if (typeof adm === 'string' && adm.trim() !== '') return adm;
  return typeof nurl === 'string' && nurl.trim() !== '' ? vastWrapper(nurl.trim()) : '';
}

/** A VAST 3.0 wrapper that leads to the ad tag at `url`, whatever the URL holds. */
function vastWrapper(url: string): string {
  const parts = `<AdSystem>gavel</AdSystem><VASTAdTagURI>${cdata(url)}</VASTAdTagURI><Impression></Impression><Creatives></Creatives>`;
  return `<VAST version="3.0"><Ad><Wrapper>${parts}</Wrapper></Ad></VAST>`;
}

/** A CDATA section for any text: an end mark in the text is split between two sections. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
