/** Converts the price floors of an account of Prebid Server Java; its host must have enabled them. */
import { notAdmitted, number, times } from '../conversions.ts';
import type { Around, Conversion, Converted, JointRule, JointTurn, Rule } from '../rule.ts';
import { flag, flagAt, isOn } from './values.ts';

/** True if the host's file is known and has floors off, so that no account has any. */
function areOff({ stated, hasHost }: Around): boolean {
  return hasHost && isOn(stated('price-floors.enabled')) !== true;
}

const enabled: Conversion = (stated, around): Converted =>
  isOn(stated) === true && areOff(around)
    ? { tell: 'ignored: price-floors.enabled of the host is not true, so floors stay off' }
    : flag(stated, around);

/** A conversion that is needed only if floors are on. */
function whereOn(convert: Conversion): Conversion {
  return (stated, around) => (areOff(around) ? undefined : convert(stated, around));
}

const within = 'auction.price-floors.fetch';
const to = 'priceFloors.fetch';

/** The settings of fetching, except the URL. */
const members: readonly (readonly [from: string, to: string, as: Conversion])[] = [
  ['timeout-ms', `${to}.timeoutMs`, number],
  ['max-file-size-kb', `${to}.maxBytes`, times(1024)],
  ['max-rules', `${to}.maxRules`, number],
  ['max-age-sec', `${to}.maxAgeSeconds`, number],
  ['period-sec', `${to}.periodSeconds`, number],
];

const fetch: JointRule = {
  within,
  from: ['url', 'enabled', ...members.map(([from]) => from)],
  to: [`${to}.url`, ...members.map(([, path]) => path)],
  join: joinFetch,
};

function joinFetch(turn: JointTurn): void {
  const { stated, textAt, put, tell, around } = turn;
  const url = textAt('url');
  if (flagAt(turn, 'enabled') !== true || url === '' || areOff(around)) return;
  put(`${to}.url`, url);
  // The provider of the account defaults is admitted with them.
  if (around.account !== '') tell('url', notAdmitted(url));
  for (const [from, path, as] of members) {
    const one = stated(from);
    if (one !== undefined) put(path, as(one, around)?.value);
  }
}

/** The rules of `auction.price-floors`. */
export const floorRules: readonly Rule[] = [
  { from: 'auction.price-floors.enabled', to: 'priceFloors.enabled', as: enabled },
  { from: 'auction.price-floors.enforce-floors-rate', to: 'priceFloors.enforceRate', as: whereOn(number) },
  {
    from: 'auction.price-floors.adjust-for-bid-adjustment',
    to: 'priceFloors.adjustForBidAdjustment',
    as: whereOn(flag),
  },
  { from: 'auction.price-floors.enforce-deal-floors', to: 'priceFloors.enforceDealFloors', as: whereOn(flag) },
  { from: 'auction.price-floors.use-dynamic-data', to: 'priceFloors.useDynamicData', as: whereOn(flag) },
  { from: 'auction.price-floors.max-rules', to: 'priceFloors.maxRules', as: whereOn(number) },
  { from: 'auction.price-floors.max-schema-dims', to: 'priceFloors.maxSchemaDims', as: whereOn(number) },
  fetch,
  { from: `${within}.max-schema-dims`, needless: true },
];
