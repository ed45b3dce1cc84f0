/** Adtelligent's platform, which serves several bidders: a call per account, whose id ends the URL; params go under the bidder's code. */
import { Type } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { BidStep } from '../reply-steps.ts';
import type { AliasOptions, FactOptions } from '../facts.ts';
import { numberAt, valueAt } from '../json.ts';
import { typeOfImp } from '../media-type.ts';
import { refuseImp } from '../refusal.ts';
import { floorOf } from '../steps/floor.ts';
import { requireType } from '../steps/imp.ts';
import { addQuery } from '../url.ts';
import { saying, unknownType } from '../steps/saying.ts';

/** A bidder of this platform. */
interface PlatformOptions extends FactOptions {
  readonly code: string;
  /** The bidder's name in messages. */
  readonly name: string;
  readonly aliases?: readonly AliasOptions[];
  /** The param that names the account. */
  readonly account?: string;
  readonly bid?: readonly BidStep[];
}

/** Defines a bidder on this platform. It reads its params in `imp.ext` under its code. */
export function adtelligentPlatform({ name, account = 'aid', ...options }: PlatformOptions): BidderDefinition {
  const accountOf = (params: object): number => Number(valueAt(params, account) || undefined);
  return defineBidder({
    capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
    ...options,
    params: Type.Object({
      placementId: Type.Optional(Type.Integer()),
      siteId: Type.Optional(Type.Integer()),
      [account]: Type.Union([Type.Integer(), Type.String()]),
      bidFloor: Type.Optional(Type.Number()),
    }),
    imp: [
      saying(
        ({ id }) => `ignoring imp id=${id}, ${name} supports only Video and Banner`,
        requireType('banner', 'video'),
      ),
      floorOf((p) => numberAt(p, 'bidFloor')),
      ({ id }, { params }) => {
        const number = accountOf(params);
        if (!Number.isInteger(number)) return refuseImp(id, `the param ${account} must be a whole number`);
        const { placementId, siteId, bidFloor } = params;
        return { ext: { [options.code]: { [account]: number, placementId, siteId, bidFloor } } };
      },
    ],
    batch: { by: ({ params }) => accountOf(params) },
    url: (endpoint, { params }) => addQuery(endpoint, account, accountOf(params)),
    headers: ['json'],
    currency: 'ignored',
    mediaType: [
      typeOfImp('video', 'banner'),
      unknownType(({ id, impid }) => `ignoring bid id=${id}, request doesn't contain any impression with id=${impid}`),
    ],
  });
}
