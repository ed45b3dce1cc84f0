/** Composes which imps are offered to which bidders, once the request has passed every validation (spec 4.1.15, 7; decisions, 'Imps'). */
import type { Bidder } from '../../src/adapter/contract.ts';
import type { StoredText } from '../../src/auction/messages.ts';
import { addWarning } from '../../src/errors.ts';
import { keysByName, type NameOf } from '../../src/openrtb/bidder-names.ts';
import { quoted } from '../../src/openrtb/findings.ts';
import type { FirstPartyPatch } from '../../src/openrtb/first-party.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import type { AssignedImp } from '../../src/stages/prepare/assign-bidders.ts';
import { boundCopies } from '../../src/stages/prepare/bound-copies.ts';
import { findMiscased } from '../../src/stages/prepare/find-miscased.ts';
import { findMisplaced } from '../../src/stages/prepare/find-misplaced.ts';
import { findOtherWord } from '../../src/stages/prepare/find-other-word.ts';
import { keepSpellings } from '../../src/stages/prepare/keep-spellings.ts';
import { measureScreen } from '../../src/stages/prepare/measure-screen.ts';
import { resolveAliases } from '../../src/stages/prepare/resolve-aliases.ts';
import { rewriteInterstitials } from '../../src/stages/prepare/rewrite-interstitials.ts';
import { failOn } from './fail-on.ts';
import type { AuctionFloors } from './floors.ts';
import { mergeImps, type OfferedImp } from './merge-imps.ts';
import type { HopParts, ProblemSinks } from '../parts.ts';
import type { RequestRead } from './read-request.ts';
import { withStandIns } from './stand-ins.ts';
import { faultsOf, suspectedNames, tellUnknown, unknownNames } from './unknown-names.ts';
import { validate } from './validate.ts';

/** The valid request, its imps for which at least one bidder is asked, and the look-up of bidders by name. */
interface Offer {
  readonly request: BidRequest;
  readonly imps: readonly OfferedImp[];
  readonly find: (name: string) => Bidder | undefined;
  readonly nameOf: NameOf;
  readonly configs: readonly FirstPartyPatch[];
}

/** What imps are offered with: `stored` are the message's stored texts. */
interface Offering extends ProblemSinks {
  readonly stored: readonly StoredText[];
  /** Undefined: imps keep their own floors. */
  readonly floors: AuctionFloors | undefined;
}

/** Validates the request and assigns its imps. Throws a `RequestError` with every fault found. */
export function offerImps(read: RequestRead, { config, registry }: HopParts, offering: Offering): Offer {
  const { namespace, validation } = config;
  const names = resolveAliases(read.svc, registry, namespace);
  const find = keepSpellings(read.request.imp ?? [], namespace, names.find);
  const nameOf: NameOf = (name) => find(name)?.code;
  const rules = { namespace, nameOf, isKnownInAnyCase: names.isKnownInAnyCase };
  const valid = validate(read.request, rules);
  const screen = measureScreen(valid.request, namespace);
  const interstitials = rewriteInterstitials(valid.request.imp ?? [], screen, namespace);
  const sized = { ...valid.request, imp: interstitials.imps };
  const request = offering.floors?.set(sized) ?? sized;
  const bidderparams = byName(read.svc.bidderparams ?? {}, nameOf);
  const assigning = { ...rules, isDisabled: (name: string) => registry.isDisabled(name), bidderparams };
  const assigned = withStandIns(request.imp ?? [], assigning, offering.stored);
  const merged = mergeImps(assigned.imps, rules);
  offering.floors?.keepStated(merged.imps);
  const { unknown, disabled } = unknownNames(assigned.imps, namespace, registry);

  const refused = validation.unknownBidder === 'reject' ? unknown.filter(({ name }) => !registry.isDisabled(name)) : [];
  const unfit = validation.badParams === 'reject' ? badParams(assigned.imps, find) : [];
  failOn([...valid.faults, ...names.faults, ...faultsOf(refused), ...unfit, ...merged.faults, ...assigned.faults]);
  failOn(boundCopies(request, assigned.imps, { namespace, configs: valid.configs }));

  // Warnings are for requests that are served; rejected ones get only their faults.
  const warn = (text: string, code?: number): void => addWarning(offering.warnings, text, code);
  for (const text of names.warnings) warn(text);
  for (const { code, message } of [...valid.warnings, ...merged.warnings]) warn(message, code);
  for (const text of [...interstitials.warnings, ...assigned.warnings]) warn(text);
  tellUnknown([...unknown, ...disabled], offering.errors, warn);
  const otherWord = findOtherWord(request, namespace);
  if (otherWord !== undefined) warn(otherWord);
  for (const text of findMiscased(request, namespace)) warn(text);
  const imps = offered(merged.imps, namespace, warn);
  if (imps.length === 0) {
    const missing = `no imp names a bidder of this host: set imp[].ext.${namespace}.bidder.<code>`;
    const elsewhere = [...(otherWord === undefined ? [] : [otherWord]), ...findMisplaced(request, namespace, nameOf)];
    failOn([missing, ...elsewhere, ...faultsOf([...unknown, ...disabled, ...suspectedNames(assigned.imps)])]);
  }
  return { request, imps, find, nameOf, configs: valid.configs };
}

/** The members of a map by the bidder that each name stands for. */
function byName(map: JsonObject, nameOf: NameOf): ReadonlyMap<string, unknown> {
  return new Map([...keysByName(map, nameOf)].map(([name, key]) => [name, map[key]]));
}

function badParams(imps: readonly AssignedImp[], find: Offer['find']): string[] {
  return imps.flatMap(({ asked }, at) =>
    [...asked].flatMap(([name, params]) => {
      const fault = find(name)?.adapter.paramsFault(params);
      return fault === undefined ? [] : [`imp[${at}]: the params of ${quoted(name)} ${fault}`];
    }),
  );
}

/** Drops imps for which no bidder is asked, with a warning. */
function offered(imps: readonly OfferedImp[], namespace: string, warn: (text: string) => void): OfferedImp[] {
  return imps.filter((imp, at) => {
    for (const name of imp.suspects) {
      warn(`imp[${at}].ext has ${quoted(name)}, which is not a bidder of this host: left as it is`);
    }
    for (const name of imp.repeated) {
      warn(`imp[${at}].ext.${namespace}.bidder repeats ${quoted(name)}: ignored`);
    }
    if (imp.names.length > 0 || imp.isStored) return true;
    warn(`imp[${at}] names no bidder of this host: ignored`);
    return false;
  });
}
