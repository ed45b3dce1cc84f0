/**
 * Decides the text of an OpenRTB body (bidders, 'Overrides, not copies'): shared fragments are joined, and only what a bidder changed is
 * serialized anew.
 */
import type { Fragments, TextPieces } from '../openrtb/fragments.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { SharedRequest, ShapedImp } from './call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';

/** What a body is made of: the shared request, `own` overrides of its members, and the imps of the call. */
export interface BodyParts {
  readonly request: SharedRequest;
  readonly own: Changes<BidRequest>;
  readonly imps: readonly ShapedImp[];
}

/** The JSON text of the request with its imps. An `imp` in `own` replaces `imps`. */
export function bodyText({ request, own, imps }: BodyParts, fragments: Fragments): TextPieces {
  if (isEmpty(own)) return fragments.onePiece(request, 'imp', impTexts(imps, fragments));
  const texts = textsOf(own, fragments);
  if (!Object.hasOwn(own, 'imp')) texts['imp'] = impTexts(imps, fragments);
  return fragments.pieces(request, texts);
}

function impTexts(imps: readonly ShapedImp[], fragments: Fragments): string {
  let list = '[';
  for (const imp of imps) list += (list.length > 1 ? ',' : '') + impText(imp, fragments);
  return `${list}]`;
}

function impText({ base, own, ext, given }: ShapedImp, fragments: Fragments): string {
  if (isEmpty(own) && given !== undefined) {
    return fragments.joinBidder(base, ext ?? noExt, JSON.stringify(given));
  }
  const texts = textsOf(own, fragments);
  // If an adapter is called directly, an imp may have no params: its `ext` then gets none.
  if (!Object.hasOwn(own, 'ext') && given !== undefined) texts['ext'] = extText(ext, given, fragments);
  return fragments.join(base, texts);
}

function extText(ext: object = noExt, given: JsonObject, fragments: Fragments): string {
  return fragments.joinOne(ext, 'bidder', JSON.stringify(given));
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
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
