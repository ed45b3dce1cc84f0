/** Converts the price floors of an account of Prebid Server (Go). */
import { hostOf, notAdmitted, number, times } from '../conversions.ts';
import type { Around, Conversion, JointRule, JointTurn, Rule } from '../rule.ts';
import { flag, flagAt, isOn } from './values.ts';

/** If the host has floors off, so has every account. */
const floors: JointRule = {
  within: 'price_floors',
  from: ['enabled'],
  to: ['priceFloors.enabled'],
  join: (turn) => {
    const { put, tell, around } = turn;
    const isWanted = flagAt(turn, 'enabled') === true;
    const isOff = around.hasHost && isOn(around.stated('price_floors.enabled')) !== true;
    if (isWanted && isOff) tell('enabled', 'ignored: price_floors.enabled of the host is not true, so floors stay off');
    else put('priceFloors.enabled', isWanted);
  },
};

const fetched: readonly (readonly [from: string, to: string, as: Conversion])[] = [
  ['timeout_ms', 'timeoutMs', number],
  ['max_file_size_kb', 'maxBytes', times(1024)],
  ['max_rules', 'maxRules', number],
  ['period_sec', 'periodSeconds', number],
  ['max_age_sec', 'maxAgeSeconds', number],
];

const fetch = 'price_floors.fetch';

/** True for the provider in the host's own file: its conversion admits it. */
function isAdmitted(host: string, { stated }: Around): boolean {
  return host !== '' && hostOf(stated(`account_defaults.${fetch}.url`)?.text ?? '') === host;
}

/** Where floors are fetched from. What an account does not state is as in the host's defaults; by default nothing is fetched. */
const provider: JointRule = {
  within: fetch,
  from: ['enabled', 'url', ...fetched.map(([from]) => from)],
  to: ['priceFloors.fetch.url', 'priceFloors.useDynamicData', ...fetched.map(([, to]) => `priceFloors.fetch.${to}`)],
  join: joinProvider,
};

const mayBeOn =
  'not converted: enabled is not true here, and may be in account_defaults of the host; to find out, convert the host as FILE, too';

function joinProvider(turn: JointTurn): void {
  const { stated, textAt, put, tell, around } = turn;
  const ofHost = (name: string) => around.stated(`account_defaults.${fetch}.${name}`);
  const own = flagAt(turn, 'enabled');
  const url = textAt('url') || (ofHost('url')?.text ?? '');
  if (url === '' || (own ?? isOn(ofHost('enabled'))) !== true) {
    if (own === false && isOn(ofHost('enabled')) === true) put('priceFloors.useDynamicData', false);
    if (own === undefined && url !== '' && !around.hasHost) tell('url', mayBeOn);
    return;
  }
  put('priceFloors.fetch.url', url);
  for (const [from, to, as] of fetched) {
    const setting = stated(from);
    if (setting !== undefined) put(`priceFloors.fetch.${to}`, as(setting, around)?.value);
  }
  if (!isAdmitted(hostOf(url), around)) tell('url', notAdmitted(url));
}

/** Prebid Server (Go) takes a rate of 0 for none, and always enforces floors. */
const enforceRate: Conversion = (stated, around) => {
  const made = number(stated, around);
  return made?.value === 0 ? { value: 100 } : made;
};

/** The rules of an account's price floors. */
export const floorRules: readonly Rule[] = [
  floors,
  { from: 'price_floors.enforce_floors_rate', to: 'priceFloors.enforceRate', as: enforceRate },
  { from: 'price_floors.enforce_deal_floors', to: 'priceFloors.enforceDealFloors', as: flag },
  { from: 'price_floors.adjust_for_bid_adjustment', to: 'priceFloors.adjustForBidAdjustment', as: flag },
  { from: 'price_floors.use_dynamic_data', to: 'priceFloors.useDynamicData', as: flag },
  { from: 'price_floors.max_rules', to: 'priceFloors.maxRules', as: number },
  { from: 'price_floors.max_schema_dims', to: 'priceFloors.maxSchemaDims', as: number },
  provider,
  { from: `${fetch}.max_schema_dims`, needless: true },
  { from: `${fetch}.accountid`, needless: true },
];
