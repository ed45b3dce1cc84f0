/** Decides the defaults of the request and its imps that clients need not send (decisions, 'Implicit fields', 'secure'). */
import { quoted } from '../../openrtb/findings.ts';
import { without, type JsonObject } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { idMacro } from '../../openrtb/mint-ids.ts';
import { requestSvc, type RequestSvc } from '../../openrtb/svc.ts';

/** What the defaults depend on. `mintId` returns UUIDs. */
interface DefaultRules {
  readonly namespace: string;
  readonly https: boolean;
  /** The account's `ext.<namespace>.integration`; undefined or '' for none. */
  readonly integration?: string | undefined;
  /** What bidders are told about this host at `ext.<namespace>.server`; undefined for nothing. */
  readonly server?: JsonObject | undefined;
  readonly mintId: () => string;
}

/**
 * The request with `at` 1, one currency, `imp.secure` 1 over https, the app's channel, the account's integration, this host's server, a new
 * id where `id` is `{{UUID}}`, and transaction ids (`source.tid`, `imp.ext.tid`) where there are none or they contain `{{UUID}}`. If
 * `ext.<namespace>.createtids` is false, no transaction id is made, and those that contain `{{UUID}}` are removed. The given request is not
 * changed.
 */
export function fillDefaults(request: BidRequest, rules: DefaultRules): { request: BidRequest; warnings: string[] } {
  const warnings: string[] = [];
  const svc = requestSvc(request, rules.namespace);
  const createTids = svc?.createtids !== false;
  const changes: BidRequest = {};
  if (!request.at) changes.at = 1;
  if (request.id === idMacro) changes.id = rules.mintId();
  const { cur } = request;
  if (cur !== undefined && !cur[0]) {
    changes.cur = ['USD'];
    warnings.push('cur has no currency: USD is used');
  } else if (cur?.[0] && cur.length > 1) {
    changes.cur = cur.slice(0, 1);
    warnings.push(`cur has more than one currency: only the first, ${quoted(cur[0])}, is used`);
  }
  const fillTid = createTids ? mintTid(rules.mintId) : dropMacro;
  const source = fillTid(request.source);
  if (source !== undefined && source !== request.source) changes.source = source;
  const filled = filledSvc(request, svc, rules);
  if (filled !== svc) changes.ext = { ...request.ext, [rules.namespace]: filled };
  changes.imp = (request.imp ?? []).map((imp) => filledImp(imp, fillTid, rules));
  return { request: { ...request, ...changes }, warnings };
}

/** `ext.<namespace>` with this host's additions; the same object when there are none. */
function filledSvc(
  { app }: BidRequest,
  svc: RequestSvc | undefined,
  { integration, server }: DefaultRules,
): RequestSvc | undefined {
  let filled = svc;
  if (app !== undefined && svc?.channel === undefined) filled = { ...filled, channel: { name: 'app' } };
  if (integration && !svc?.integration) filled = { ...filled, integration };
  return server === undefined ? filled : { ...filled, server };
}

function filledImp(imp: Imp, fillTid: FillTid, rules: DefaultRules): Imp {
  const secure = rules.https && imp.secure === undefined;
  const ext = fillTid(imp.ext);
  if (!secure && ext === imp.ext) return imp;
  const filled: Imp = { ...imp };
  if (secure) filled.secure = 1;
  if (ext !== undefined) filled.ext = ext;
  return filled;
}

/** Returns the holder of a `tid` with the one that bidders are to see; the same object when nothing changes. */
type FillTid = <T extends JsonObject>(holder: T | undefined) => T | undefined;

function mintTid(mintId: () => string): FillTid {
  return <T extends JsonObject>(holder: T | undefined) => {
    const tid = holder?.['tid'] ?? '';
    if (tid === '') return { ...(holder as T), tid: mintId() };
    return asksForId(tid) ? { ...(holder as T), tid: tid.replaceAll(idMacro, mintId()) } : holder;
  };
}

/** Where no ids are made, a `tid` that asks for one is removed. */
const dropMacro: FillTid = (holder) => (asksForId(holder?.['tid']) ? without(holder, ['tid']) : holder);

/** Implementation B also makes an id inside a longer text. */
function asksForId(tid: unknown): tid is string {
  return typeof tid === 'string' && tid.includes(idMacro);
}
