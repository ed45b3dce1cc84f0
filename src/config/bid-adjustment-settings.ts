/** An account's settings that adjust prices (implementations A 2.1, B 4, `bidadjustments`). */
import { Type } from 'typebox';
import { adjustedTypes, mostSteps } from '../money/bid-adjustments.ts';
import { group } from './kinds.ts';

const step = group(
  {
    adjtype: Type.Enum(['multiplier', 'cpm', 'static'], {
      description: 'multiplier: the price times value; cpm: the price minus value; static: value is the price.',
    }),
    value: Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'The amount; below 100 for a multiplier.' }),
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{3}$', hint: 'a currency such as EUR', description: 'Of value.' }),
    ),
  },
  'One step.',
);

const steps = Type.Array(step, {
  maxItems: mostSteps,
  description: 'Adjustments to the price, applied in this order.',
});

const deals = Type.Record(Type.String({ pattern: '^[^]{1,200}$' }), steps, {
  hint: 'the id of a deal (200 characters at most), or "*"',
  description: 'Steps by deal.',
});

const bidders = Type.Optional(
  Type.Record(Type.String({ pattern: '^(?:\\*|[A-Za-z0-9_.-]{1,64})$' }), deals, {
    hint: 'a bidder code, or "*"',
    description:
      'By bidder, then by deal id, each a name or "*": a list of {adjtype: cpm, multiplier or static, value, currency}; the most specific rule applies.',
  }),
);

/** The schema of an account's `bidAdjustments`. */
export const bidAdjustments = group(
  {
    mediatype: Type.Optional(
      group(
        Object.fromEntries(adjustedTypes.map((type) => [type, bidders])) as {
          [type in (typeof adjustedTypes)[number]]: typeof bidders;
        },
        'Rules by media type.',
      ),
    ),
  },
  'How bid prices are adjusted, unless the request says otherwise.',
);
