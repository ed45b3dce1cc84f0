/** Composes a fixture request from pieces. Each piece is a patch (RFC 7396) over the ones before it; random choices follow from a seed. */
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import type { Next } from '../farm/chance.ts';

/** A JSON object in the making. */
export type Json = { readonly [key: string]: unknown };

/** A request in the making; `body` replaces the request's text if that is not a JSON object. */
export interface Draft {
  readonly path: string;
  readonly method: 'POST' | 'GET';
  readonly headers: { readonly [name: string]: string };
  readonly request: Json;
  readonly body?: string;
}

/** What a piece adds: patches of the request and of each imp (by its index), and headers. */
export interface Patch {
  readonly path?: string;
  readonly method?: 'GET';
  readonly body?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly request?: Json;
  readonly imp?: (imp: Json, at: number) => Json;
}

/** One trait of a request. */
export type Piece = (next: Next, number: number) => Patch;

/** Patches a request's `ext.svc`. */
export const svc = (own: Json): Patch => ({ request: { ext: { svc: own } } });

/** Merges the pieces in their order. */
export function compose(pieces: readonly Piece[], next: Next, number: number): Draft {
  let draft: Draft = { path: '/openrtb2/auction', method: 'POST', headers: {}, request: {} };
  for (const piece of pieces) draft = addPatch(draft, piece(next, number));
  return draft;
}

function addPatch(draft: Draft, { request = {}, imp, headers, ...rest }: Patch): Draft {
  const merged = mergePatch(draft.request, request) as Json;
  const imps = merged['imp'] as readonly Json[] | undefined;
  const patched = imps && imp && imps.map((one, at) => mergePatch(one, imp(one, at)) as Json);
  return {
    ...draft,
    ...rest,
    headers: { ...draft.headers, ...headers },
    request: patched === undefined ? merged : { ...merged, imp: patched },
  };
}
