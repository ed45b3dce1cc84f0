/** Decides the text of an OpenRTB body (bidders, 'Overrides, not copies'): shared fragments joined, only what a bidder changed is written anew. */
import type { Fragments } from '../openrtb/fragments.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { Overrides, SharedRequest, ShapedImp } from './definition.ts';

/** What a body is made of: the shared request, what stands in place of its members, and the imps of the call. */
export interface BodyParts {
  readonly request: SharedRequest;
  readonly own: Overrides<BidRequest>;
  readonly imps: readonly ShapedImp[];
}

/** The JSON text of the request with its imps. An `imp` among `own` stands in place of `imps`. */
export function bodyText({ request, own, imps }: BodyParts, fragments: Fragments): string {
  const texts = textsOf(own, fragments);
  if (!Object.hasOwn(own, 'imp')) {
    let list = '';
    for (const imp of imps) list += (list === '' ? '[' : ',') + impText(imp, fragments);
    texts['imp'] = `${list}]`;
  }
  return fragments.join(request, texts);
}

function impText({ base, own, ext, given }: ShapedImp, fragments: Fragments): string {
  const texts = textsOf(own, fragments);
  // An adapter that is called directly may be given an imp without params: then nothing is put into its `ext`.
  if (!Object.hasOwn(own, 'ext') && (ext ?? given) !== undefined) {
    texts['ext'] = fragments.join(ext ?? noExt, { bidder: JSON.stringify(given) });
  }
  return fragments.join(base, texts);
}

const noExt = {};

function textsOf(own: object, fragments: Fragments): { [key: string]: string | undefined } {
  const texts: { [key: string]: string | undefined } = {};
  for (const key of Object.keys(own)) {
    const value = (own as JsonObject)[key];
    texts[key] = value === undefined ? undefined : fragments.fresh(value);
  }
  return texts;
}
