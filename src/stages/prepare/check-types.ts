/** Decides whether every field that OpenRTB or the service defines has its JSON type (decisions, 'Wrong fields'; spec 2.2). */
import type { Problem } from '../../errors.ts';
import { Findings, type Place } from '../../openrtb/findings.ts';
import type { App, DOOH, Site } from '../../openrtb/inventory.ts';
import { own } from '../../openrtb/json-object.ts';
import { BidRequest } from '../../openrtb/request.ts';
import type { Ext } from '../../openrtb/schema.ts';
import { AppSvc, DeviceSvc, ImpSvc, PublisherSvc, UserSvc } from '../../openrtb/svc-parts.ts';
import { RequestSvc } from '../../openrtb/svc.ts';
import { compileTypeCheck, type TypeCheck } from '../../openrtb/type-check.ts';
import { mapShared, withChanges } from '../../openrtb/with-changes.ts';

const maxFaults = 20;

const checkRequest = compileTypeCheck(BidRequest);
const checkRequestSvc = compileTypeCheck(RequestSvc);
const checkImpSvc = compileTypeCheck(ImpSvc);
const checkUserSvc = compileTypeCheck(UserSvc);
const checkDeviceSvc = compileTypeCheck(DeviceSvc);
const checkAppSvc = compileTypeCheck(AppSvc);
const checkPublisherSvc = compileTypeCheck(PublisherSvc);

/** A request whose fields have their types, what was wrong with it, and what was dropped from it. */
export interface TypedRequest {
  readonly request: BidRequest;
  /** The request is rejected (400) unless this is empty; at most 20, then the number of further ones. */
  readonly faults: string[];
  readonly warnings: Problem[];
}

/**
 * Checks parsed JSON. Returns the same object when every type is right. Otherwise returns a copy without nulls (which count as absent),
 * forgiven parts (each with a warning) and faulty fields. A request with faults is therefore well typed but incomplete: reject it, do not
 * validate it. With `retypes`, a value that clearly stands for one of the right type is converted (`validation.wrongTypes`), with a
 * warning.
 */
export function checkTypes(value: unknown, namespace: string, retypes = false): TypedRequest {
  const findings = new Findings(maxFaults, retypes);
  const request = checkRequest(value, '', findings) ?? {};
  return {
    request: checkServiceExt(request, namespace, findings),
    faults: findings.faults,
    warnings: findings.warnings,
  };
}

/** The request with `ext.<namespace>` checked at every level where it occurs. */
function checkServiceExt(request: BidRequest, namespace: string, findings: Findings): BidRequest {
  const at = (owner: string): Level => ({ path: `${owner}ext.${namespace}`, namespace, findings });
  const withPublisher = <T extends Site | App | DOOH>(owner: T, path: string): T =>
    withChanges<Site | App | DOOH>(owner, { publisher: checkExt(owner.publisher, at(path), checkPublisherSvc) }) as T;
  const { imp, user, device, site, app, dooh } = request;
  return withChanges(checkExt(request, at(''), checkRequestSvc), {
    imp: imp && mapShared(imp, (imp, index) => checkExt(imp, at(`imp[${index}].`), checkImpSvc)),
    user: checkExt(user, at('user.'), checkUserSvc),
    device: checkExt(device, at('device.'), checkDeviceSvc),
    site: site && withPublisher(site, 'site.publisher.'),
    app: app && withPublisher(checkExt(app, at('app.'), checkAppSvc), 'app.publisher.'),
    dooh: dooh && withPublisher(dooh, 'dooh.publisher.'),
  });
}

/** The place of one `ext.<namespace>`. */
type Level = Place & { readonly namespace: string };

/** The same owner, or a copy with the repaired `ext.<namespace>`. */
function checkExt<T extends { ext?: Ext } | undefined>(owner: T, level: Level, check: TypeCheck<unknown>): T {
  const given = own(owner?.ext, level.namespace);
  if (owner?.ext === undefined || given === undefined) return owner;
  const svc = given === null ? undefined : check(given, level.path, level.findings);
  if (svc === given) return owner;
  const ext = withChanges(owner.ext, { [level.namespace]: svc });
  return withChanges<{ ext?: Ext }>(owner, { ext }) as T;
}
