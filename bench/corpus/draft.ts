/** How a fixture request is put together: pieces are patches (RFC 7396) over what stands before them, chance comes from a seed. */
import { mergePatch } from '../../src/openrtb/merge-patch.ts';

/** A JSON object in the making. */
export type Json = { readonly [key: string]: unknown };

/** The next fraction of a sequence, 0..1 without 1. */
export type Next = () => number;

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

/** One of a list. */
export function pick<T>(list: readonly T[], next: Next): T {
  return list[Math.floor(next() * list.length)]!;
}

/** Hexadecimal digits. */
export function hex(digits: number, next: Next): string {
  let text = '';
  while (text.length < digits) text += Math.floor(next() * 16).toString(16);
  return text;
}

/** A whole number from `from` up to, but without, `to`. */
export function whole(from: number, to: number, next: Next): number {
  return from + Math.floor(next() * (to - from));
}
