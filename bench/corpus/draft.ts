/** How a fixture request is put together: pieces are patches (RFC 7396) over what stands before them, chance comes from a seed. */
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import type { Next } from '../farm/chance.ts';

/** A JSON object in the making. */
export type Json = { readonly [key: string]: unknown };

/** A request in the making; `body` stands for the request's text when that is no JSON object. */
export interface Draft {
  readonly path: string;
  readonly method: 'POST' | 'GET';
  readonly headers: { readonly [name: string]: string };
  readonly request: Json;
  readonly body?: string;
}

/** What a piece adds: patches of the request and of each imp (by its place), and headers. */
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

/** What stands at `ext.svc` of a request. */
export const svc = (own: Json): Patch => ({ request: { ext: { svc: own } } });

/** Lays the pieces over each other, in their order. */
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
