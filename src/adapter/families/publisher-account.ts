/** The family of platforms that identify the publisher by their endpoint. The request then has no publisher, and its site no domain. */
import type { Static, TSchema } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { ImpStep, Macro } from '../call-steps.ts';
import type { FactOptions } from '../facts.ts';
import { typeOfImp, type MediaTypeRules } from '../media-type.ts';
import type { JsonObject } from '../../openrtb/json-object.ts';
import { within } from '../steps/any.ts';
import { inventory } from '../steps/body.ts';
import { dropExt, requireType } from '../steps/imp.ts';
import { oneSeat } from '../steps/seats.ts';
import { requireBannerSize, takeFirstFormat } from '../steps/size.ts';

/** What one platform adds to its facts: its params, `imp` steps of its own, the publisher in its endpoint, and other media type rules. */
interface PlatformOptions<P extends TSchema> extends FactOptions {
  readonly code: string;
  readonly params: P;
  readonly imp?: readonly ImpStep<Static<P>, undefined>[];
  readonly macros: { readonly PublisherID: Macro<Static<P>, undefined> };
  readonly mediaType?: MediaTypeRules<undefined>;
}

/** Defines one such platform: a call for each distinct set of the params in its schema; a reply must have exactly one seat. */
export function publisherAccount<P extends TSchema>({ imp = [], ...options }: PlatformOptions<P>): BidderDefinition {
  const names = Object.keys((options.params as TSchema & { readonly properties?: object }).properties ?? {});
  return defineBidder<P>({
    mediaType: [typeOfImp('video', 'banner')],
    ...options,
    imp: [requireType('banner', 'video'), ...imp, requireBannerSize(), takeFirstFormat(), dropExt()],
    batch: { by: ({ params }) => JSON.stringify(names.map((name) => (params as JsonObject)[name])) },
    body: [inventory(() => ({ publisher: undefined })), within('site', () => ({ domain: undefined }))],
    headers: ['json', 'ortb25'],
    says: { status: (status) => `Unexpected http status code: ${status}` },
    decode: oneSeat,
    currency: 'ignored',
  });
}
