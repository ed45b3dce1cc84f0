/** The settings of activities: who may do what with a user's data (implementation A 7, 'Activities'). */
import { Type } from 'typebox';
import { group, maybe } from './kinds.ts';

const condition = group(
  {
    componentName: Type.Optional(Type.Array(Type.String(), { description: 'Codes of bidders or analytics modules.' })),
    componentType: Type.Optional(
      Type.Array(Type.String({ format: 'component-kind' }), { description: 'Kinds of component: bidder, analytics.' }),
    ),
    gppSid: Type.Optional(Type.Array(Type.Integer(), { description: 'GPP sections; at least one must apply.' })),
    geo: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Countries or country.region, such as USA.CA: of device.geo, else of user.geo. Never matches in user sync, which has no location.',
      }),
    ),
    gpc: Type.Optional(Type.Enum(['1', '0'], { description: 'The value of Sec-GPC.' })),
  },
  'All conditions given must match; empty: always matches.',
);

const rule = group(
  {
    condition: Type.Optional(condition),
    allow: Type.Boolean({ description: 'Whether a match allows the activity.' }),
  },
  'One rule.',
);

const activity = Type.Optional(
  group(
    {
      default: maybe('The decision when no rule matches; default: true.'),
      rules: Type.Optional(Type.Array(rule, { maxItems: 1000, description: 'The first rule that matches decides.' })),
    },
    'Who may do this.',
  ),
);

/** The schema of an account's `allowActivities`. */
export const allowActivities = group(
  {
    syncUser: activity,
    fetchBids: activity,
    reportAnalytics: activity,
    enrichUfpd: activity,
    transmitUfpd: activity,
    transmitEids: activity,
    transmitPreciseGeo: activity,
    transmitUniqueRequestIds: activity,
    transmitTid: activity,
  },
  'Which activities are allowed, by rules.',
);
