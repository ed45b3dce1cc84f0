/** Bounds what bids on bidders' own forms of imps echo (spec 4.1.12), before the context crosses to the second hop. */
import type { ContextImp, OwnTerms } from '../../src/auction/context-imp.ts';
import { mapShared } from '../../src/openrtb/with-changes.ts';

/** The most characters that bidders' own forms of the imps of an auction echo: no answer echoes more (settle/limit-echoes). */
const mostCharacters = 4 * 1024 * 1024;

/**
 * The imps without the echoes of bidders' own forms after 4 MiB of them, and a warning if any is left out: a form of a few bytes may hold
 * another copy of a long video for each of hundreds of bidders.
 */
export function boundOwnEchoes(imps: ContextImp[]): { readonly imps: ContextImp[]; readonly warning?: string } {
  let left = mostCharacters;
  const bounded = (terms: OwnTerms): OwnTerms => {
    if (!terms.echo) return terms;
    if (left >= 0) left -= JSON.stringify(terms.echo).length;
    return left >= 0 ? terms : { ...terms, echo: null };
  };
  const all = mapShared(imps, (imp) =>
    imp.own === undefined
      ? imp
      : { ...imp, own: Object.fromEntries(Object.entries(imp.own).map(([index, terms]) => [index, bounded(terms)])) },
  );
  if (left >= 0) return { imps };
  const what = "the videos and passthrough of bidders' own forms of imps";
  return { imps: all, warning: `${what} have over ${mostCharacters} characters to echo: the rest is left out` };
}
