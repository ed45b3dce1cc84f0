/** Decides whether every field that OpenRTB or the service defines has its JSON type (decisions, 'Wrong fields'; spec 2.2). */
import type { Problem } from '../../errors.ts';
import { Findings } from '../../openrtb/findings.ts';
import { own, type JsonObject } from '../../openrtb/merge-patch.ts';
import { BidRequest } from '../../openrtb/request.ts';
import type { Ext } from '../../openrtb/schema.ts';
import { AppSvc, BidderConfigs, DeviceSvc, ImpSvc, PublisherSvc, RequestSvc, UserSvc } from '../../openrtb/svc.ts';
import { compileTypeCheck, type TypeCheck } from '../../openrtb/type-check.ts';

const maxFaults = 20;

const checkRequest = compileTypeCheck(BidRequest);
const checkRequestSvc = compileTypeCheck(RequestSvc);
const checkBidderConfigs = compileTypeCheck(BidderConfigs);
const checkImpSvc = compileTypeCheck(ImpSvc);
const checkUserSvc = compileTypeCheck(UserSvc);
const checkDeviceSvc = compileTypeCheck(DeviceSvc);
const checkAppSvc = compileTypeCheck(AppSvc);
const checkPublisherSvc = compileTypeCheck(PublisherSvc);

/** A request whose fields have their types, what was wrong with it, and what was dropped from it. */
export interface TypedRequest {
  readonly request: BidRequest;
  /** The request is refused (400) unless this is empty; at most 20, then their number. */
  readonly faults: string[];
  readonly warnings: Problem[];
}

/**
 * Checks parsed JSON. The same object comes back when every type is right; else a copy without nulls (absent), forgiven parts
 * (warned of) and faulty fields, so a request with faults is well typed but incomplete: refuse it, do not validate it.
 */
export function checkTypes(value: unknown, namespace: string): TypedRequest {
  const findings = new Findings(maxFaults);
  const request = checkRequest(value, '', findings) ?? {};
  return {
    request: checkServiceExt(request, namespace, findings),
    faults: findings.faults,
    warnings: findings.warnings,
  };
}

/** The request with `ext.<namespace>` checked at every level that has one. */
function checkServiceExt(request: BidRequest, namespace: string, findings: Findings): BidRequest {
  const at = (owner: string): Level => ({ path: `${owner}ext.${namespace}`, namespace, findings });
  let checked = checkExt(request, at(''), checkRequestExt);
  checked = replaced(checked, 'user', checkExt(checked.user, at('user.'), checkUserSvc));
  checked = replaced(checked, 'device', checkExt(checked.device, at('device.'), checkDeviceSvc));
  checked = replaced(checked, 'app', checkExt(checked.app, at('app.'), checkAppSvc));
  for (const place of ['site', 'app', 'dooh'] as const) {
    const inventory = checked[place];
    if (inventory?.publisher === undefined) continue;
    const publisher = checkExt(inventory.publisher, at(`${place}.publisher.`), checkPublisherSvc);
    checked = replaced(checked, place, replaced(inventory, 'publisher', publisher));
  }
  const imps = checked.imp?.map((imp, index) => checkExt(imp, at(`imp[${index}].`), checkImpSvc));
  return imps?.some((imp, index) => imp !== checked.imp?.[index]) ? { ...checked, imp: imps } : checked;
}

/** `ext.<namespace>` of the request: its `bidderconfig` has a check of its own. */
function checkRequestExt(value: unknown, path: string, findings: Findings): RequestSvc | undefined {
  const svc = checkRequestSvc(value, path, findings);
  const given: unknown = svc?.bidderconfig;
  if (svc === undefined || given === undefined) return svc;
  const configs = given === null ? undefined : checkBidderConfigs(given, `${path}.bidderconfig`, findings);
  return replaced(svc, 'bidderconfig', configs);
}

/** Where one `ext.<namespace>` stands. */
interface Level {
  readonly path: string;
  readonly namespace: string;
  readonly findings: Findings;
}

/** The same owner, or a copy with the repaired `ext.<namespace>`. */
function checkExt<T extends { ext?: Ext } | undefined>(owner: T, level: Level, check: TypeCheck<unknown>): T {
  const given = own(owner?.ext, level.namespace);
  if (owner?.ext === undefined || given === undefined) return owner;
  const svc = given === null ? undefined : check(given, level.path, level.findings);
  return replaced(owner, 'ext', replaced(owner.ext, level.namespace, svc));
}

/** The same object, or a copy whose member `key` is `value`; `undefined` removes it. */
function replaced<T extends object>(object: T, key: string, value: unknown): T {
  if ((object as JsonObject)[key] === value) return object;
  const { [key]: _, ...rest } = object as JsonObject;
  return (value === undefined ? rest : { ...rest, [key]: value }) as T;
}
