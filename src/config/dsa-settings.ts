/** The settings of the EU's Digital Services Act (IAB Tech Lab, 'DSA Transparency'; implementations A 8, B 'DSA'). */
import { type Static, Type } from 'typebox';
import { group, maybe, type Frozen } from './kinds.ts';

const flag = (most: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: most, description }));

const party = group(
  {
    domain: Type.Optional(Type.String({ description: 'Domain of the party that used the parameters.' })),
    dsaparams: Type.Optional(Type.Array(Type.Integer(), { description: 'Numbers of the parameters.' })),
  },
  'Which party used which user parameters.',
);

/** The schema of an account's `dsa`. */
export const accountDsa = group(
  {
    default: Type.Optional(
      group(
        {
          dsarequired: flag(
            3,
            '0: bids need not say who paid for them; 1: they may; 2 and 3 (an online platform): those that do not are dropped.',
          ),
          pubrender: flag(2, '0: the publisher cannot show who paid; 1: it may; 2: it will.'),
          datatopub: flag(2, '0: the publisher does not want data on who paid; 1: it accepts it; 2: it wants it.'),
          transparency: Type.Optional(
            Type.Array(party, { maxItems: 100, description: 'The parties that have used parameters so far.' }),
          ),
        },
        'The regs.ext.dsa of requests without one.',
      ),
    ),
    gdprOnly: maybe('Only for requests under GDPR; default: false.'),
  },
  "The Digital Services Act: what the account's bids must say about who paid for them.",
);

/** An account's `dsa`. */
export type DsaSettings = Frozen<Static<typeof accountDsa>>;
