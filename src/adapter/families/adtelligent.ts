/** The platform of Adtelligent under its several names: a call for each `aid`, which its address ends with; params under a word of its own. */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import { refuse } from '../definition.ts';
import type { AliasWords, FactWords } from '../facts.ts';
import { typeOfImp } from '../media-type.ts';
import { floorOf } from '../steps/floor.ts';
import { requireType } from '../steps/imp.ts';
import { addQuery } from '../url.ts';
import { saying, unknownType } from '../steps/saying.ts';

/** A bidder of this platform. */
interface PlatformWords extends FactWords {
  readonly code: string;
  /** As it calls itself. */
  readonly name: string;
  readonly aliases?: readonly AliasWords[];
}

/** The definition of a bidder on this platform; its code is the word in `imp.ext` under which it looks for params. */
export function adtelligentPlatform({ name, ...words }: PlatformWords): BidderDefinition {
  return defineBidder({
    capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
    ...words,
    params: Type.Object({
      placementId: Type.Optional(Type.Integer()),
      siteId: Type.Optional(Type.Integer()),
      aid: Type.Union([Type.Integer(), Type.String()]),
      bidFloor: Type.Optional(Type.Number()),
    }),
    imp: [
      saying(
        ({ id }) => `ignoring imp id=${id}, ${name} supports only Video and Banner`,
        requireType('banner', 'video'),
      ),
      floorOf((p) => p.bidFloor),
      ({ id }, { params }) => {
        const aid = Number(params.aid || undefined);
        if (!Number.isInteger(aid)) return refuse(`imp ${JSON.stringify(id)}: the param aid must be a whole number`);
        const { placementId, siteId, bidFloor } = params;
        return { ext: { [words.code]: { aid, placementId, siteId, bidFloor } } };
      },
    ],
    batch: { by: ({ params }) => Number(params.aid) },
    url: (endpoint, { params }) => addQuery(endpoint, 'aid', Number(params.aid)),
    headers: ['json'],
    currency: 'ignored',
    mediaType: [
      typeOfImp('video', 'banner'),
      unknownType(({ id, impid }) => `ignoring bid id=${id}, request doesn't contain any impression with id=${impid}`),
    ],
  });
}
