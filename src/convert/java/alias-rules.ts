/** Converts the aliases of bidders of Prebid Server Java, and decides which bidders and aliases it calls. */
import type { JointRule, JointTurn, OldServer, Rule } from '../rule.ts';
import { callSettings, credentialSettings, type BidderSetting } from './bidder-settings.ts';
import { endpointOf } from './endpoint.ts';
import { foldKey, isFlag, isOn, member, wholeOf } from './values.ts';

const inherited = [...callSettings, ...credentialSettings];

const alias: JointRule = {
  within: 'adapters.*.aliases.*',
  from: [''],
  to: ['aliasOf', 'adapter', 'gvlVendorId', 'endpoint', ...inherited.map(([, to]) => to)].map(
    (to) => `bidders.*.${to}`,
  ),
  join: joinAlias,
};

/** The default adapter of Prebid Server Java, which is a bidder there. In Gavel it is the adapter of every unknown code. */
const generic = 'generic';

/** An alias inherits everything from its parent; Gavel already knows the shipped facts of both. */
function joinAlias(turn: JointTurn): void {
  const { put, names, around } = turn;
  const [parent = '', name = ''] = names;
  const core = around.codeOf(parent);
  const isParentAsked = isOn(around.stated(`adapters.${parent}.enabled`)) === true;
  const known = around.known.get(around.codeOf(name));
  if (known !== undefined) return known.aliasOf === core ? inherit(turn, inherited) : undefined;
  if (core.toLowerCase() === generic && !isParentAsked) put('bidders.*.adapter', 'openrtb');
  else put('bidders.*.aliasOf', core);
  inherit(turn, isParentAsked ? credentialSettings : inherited);
  putVendorId(turn, core);
}

function putVendorId({ stated, put, names, around }: JointTurn, core: string): void {
  if (stated('meta-info.vendor-id') !== undefined) return;
  const own = wholeOf(around.stated(`adapters.${names[0]!}.meta-info.vendor-id`));
  const vendorId = own ?? around.known.get(core)?.facts.gvlVendorId;
  if (vendorId !== undefined)
    put('bidders.*.gvlVendorId', vendorId, `inherited from ${core}, as in Prebid Server Java`);
}

/** Puts what the file states for the parent but not for the alias; the endpoint only if the alias is not shipped with one of its own. */
function inherit({ stated, put, names, around }: JointTurn, settings: readonly BidderSetting[]): void {
  const [parent = '', name = ''] = names;
  const ofParent = (from: string) =>
    stated(from) === undefined ? around.stated(`adapters.${parent}.${from}`) : undefined;
  for (const [from, to, as] of settings) {
    const own = ofParent(from);
    const value = own && as(own, around)?.value;
    if (value !== undefined) put(`bidders.*.${to}`, value);
  }
  const [shipped, core] = [name, parent].map((one) => around.known.get(around.codeOf(one))?.facts.endpoint);
  const own = settings === inherited && (shipped === undefined || shipped === core) ? ofParent('endpoint') : undefined;
  const endpoint = own && endpointOf(own.text, names, around);
  if (endpoint !== undefined) put('bidders.*.endpoint', endpoint);
}

/** A bidder with another name in Prebid Server Java, which Gavel has as an alias. */
const [oldName, newName] = ['thirtythreeacross', '33across'] as const;

const renamed: JointRule = {
  within: `adapters.${oldName}`,
  from: [''],
  to: ['aliasOf', 'gvlVendorId'].map((to) => `bidders.${oldName}.${to}`),
  join: ({ stated, put, around }) => {
    const facts = around.known.get(newName)?.facts;
    put(`bidders.${oldName}.aliasOf`, newName);
    const vendorId = wholeOf(stated('meta-info.vendor-id')) ?? facts?.gvlVendorId;
    if (vendorId !== undefined) put(`bidders.${oldName}.gvlVendorId`, vendorId, `the vendor id of ${newName}`);
  },
};

/**
 * True for an enabled bidder or alias. Default: an alias as its parent, unless it is shipped disabled or known here as a bidder; all others
 * as `adapter-defaults` says.
 */
export const isAsked: OldServer['isAsked'] = ({ stated, names, around }) => {
  const own = isOn(stated('enabled'));
  if (own !== undefined) return own;
  const [parent = '', alias] = names;
  const standard = isOn(around.stated('adapter-defaults.enabled')) ?? false;
  const known = alias === undefined ? undefined : around.known.get(around.codeOf(alias));
  const isShippedOff = known !== undefined && (known.aliasOf === undefined || known.facts.disabled);
  if (alias === undefined || isShippedOff) return standard;
  return isOn(around.stated(`adapters.${parent}.enabled`)) ?? standard;
};

const shipped: JointRule = {
  within: 'adapters.*',
  from: [''],
  to: [],
  join: tellShipped,
};

/** Notes what the shipped file of an enabled bidder adds that this file does not state. */
function tellShipped({ stated, tell, names, around }: JointTurn): void {
  if (isOn(stated('enabled')) !== true) return;
  const core = around.codeOf(names[0]!);
  const own = stated('aliases')?.value;
  const isUnnamed = [...around.known.values()].some(
    ({ code, aliasOf, facts }) => aliasOf === core && !facts.disabled && member(own, foldKey(code)) === undefined,
  );
  if (isUnnamed) tell('enabled', unnamed);
  const facts = around.known.get(core)?.facts;
  const hasVideo = Object.values(facts?.capabilities ?? {}).some((types) => types.includes('video'));
  if (hasVideo && facts?.modifyingVastXmlAllowed !== true && stated('modifying-vast-xml-allowed') === undefined)
    tell('enabled', untracked);
}

const unnamed =
  'Prebid Server Java also calls the aliases that it ships enabled with a bidder: add those that requests name with --bidders a,b,c';
const untracked =
  "Gavel adds no event trackers to the bidder's VAST, but Prebid Server Java does unless the shipped file of the bidder forbids it: if accounts have events, decide whether to set modifyingVastXmlAllowed: true";

/** The rules of aliases besides those that they share with bidders. */
export const aliasRules: readonly Rule[] = [
  alias,
  renamed,
  shipped,
  { from: 'adapters.*.enabled', asked: isFlag },
  { from: 'adapters.*.aliases.*.enabled', asked: isFlag },
];
