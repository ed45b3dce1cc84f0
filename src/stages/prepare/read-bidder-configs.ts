/** Decides which entries of `bidderconfig` count, and for whom (spec 4.1.10; decisions, 'bidderconfig'; implementations A 1.7 and B 8). */
import type { NameOf } from '../../openrtb/bidder-names.ts';
import { Findings, memberPath, quoted, type Place, type RequestRules, type Verdict } from '../../openrtb/findings.ts';
import type { FirstPartyData, FirstPartyPatch } from '../../openrtb/first-party.ts';
import { raiseUser } from '../../openrtb/places.ts';
import { repairEids } from '../../openrtb/repair-eids.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { bidderConfigs, requestSvc, type BidderConfig } from '../../openrtb/svc.ts';
import type { User } from '../../openrtb/user.ts';
import { withChanges } from '../../openrtb/with-changes.ts';

/** The entries that count, and what was wrong with the others. */
interface ReadConfigs {
  readonly configs: readonly FirstPartyPatch[];
  readonly verdict: Verdict;
}

/**
 * Reads `ext.<namespace>.bidderconfig`, an array or one entry: the first entry that names a bidder counts for it. Users get their values in
 * OpenRTB 2.6 places. A part for inventory (site, app, dooh) that the request does not have is ignored: it would turn the request into one
 * for other inventory.
 */
export function readBidderConfigs(request: BidRequest, { namespace, nameOf }: RequestRules): ReadConfigs {
  const svc = requestSvc(request, namespace) ?? {};
  const findings = new Findings();
  const configs: FirstPartyPatch[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of bidderConfigs(svc).entries()) {
    const path = `ext.${namespace}.bidderconfig${Array.isArray(svc.bidderconfig) ? `[${index}]` : ''}`;
    const warn = (text: string): void => findings.warn(`${path} ${text}`);
    const bidders = newNames(entry, { seen, nameOf, warn });
    const ortb2 = entry.config?.ortb2;
    if (!entry.bidders?.length) warn('names no bidders: the entry is ignored');
    else if (ortb2 === undefined) warn('has no config.ortb2: the entry is ignored');
    else if (bidders.length > 0) configs.push({ bidders, ortb2: readParts(ortb2, request, { path, findings }) });
  }
  return { configs, verdict: findings };
}

interface Naming {
  readonly seen: Set<string>;
  readonly nameOf: NameOf;
  readonly warn: (text: string) => void;
}

/** The bidders of an entry that no earlier entry names; names that are no bidder are left out. */
function newNames({ bidders = [] }: BidderConfig, { seen, nameOf, warn }: Naming): string[] {
  return bidders.flatMap((given) => {
    const name = given === '*' ? given : nameOf(given);
    if (name === undefined) return [];
    if (seen.has(name)) {
      warn(`repeats ${quoted(given)}: only the first entry is used`);
      return [];
    }
    seen.add(name);
    return [name];
  });
}

type Ortb2 = NonNullable<NonNullable<BidderConfig['config']>['ortb2']>;

function readParts(ortb2: Ortb2, request: BidRequest, { path, findings }: Place) {
  const { site, app, dooh, user, device, ...unread } = ortb2;
  const parts: FirstPartyData = {};
  for (const name of Object.keys(unread)) {
    const place = memberPath(`${path}.config.ortb2`, name);
    findings.warn(`${place} has no effect, because it is the same for all bidders: set it in the request`);
  }
  for (const [part, value] of Object.entries({ site, app, dooh })) {
    if (value === undefined) continue;
    if (request[part as 'site'] !== undefined) parts[part as 'site'] = value;
    else findings.warn(`${path}.config.ortb2.${part} is set, but the request has no ${part}: ignored`);
  }
  if (user !== undefined) parts.user = readUser(user, `${path}.config.ortb2.user.eids`, findings);
  if (device !== undefined) parts.device = device;
  return parts;
}

function readUser(given: User, path: string, findings: Findings): User {
  const user = raiseUser(given);
  return user.eids ? withChanges(user, { eids: repairEids(user.eids, path, findings) }) : user;
}
