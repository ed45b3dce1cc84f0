/** Decides which members of the service's own `ext` differ from one that is read only in case (implementation A reads any case). */
import type { TSchema } from 'typebox';
import type { BidRequest } from '../../openrtb/request.ts';
import { ImpSvc, impSvc } from '../../openrtb/svc-parts.ts';
import { RequestSvc, requestSvc, Targeting } from '../../openrtb/svc.ts';

/** The names of one object's members, by their lower case. */
type Names = ReadonlyMap<string, string>;

const requestNames = namesOf(RequestSvc);
const targetingNames = namesOf(Targeting);
const impNames = namesOf(ImpSvc);
const none: readonly string[] = [];

/** The most members of one object that are named: a body may hold a name in thousands of cases. */
const mostNamed = 5;

/** One sentence for each such member of the request's `ext`, of its `targeting`, and of the first imp that has one. */
export function findMiscased(request: BidRequest, namespace: string): readonly string[] {
  const svc = requestSvc(request, namespace);
  const inRequest = miscased(svc, requestNames);
  const inTargeting = miscased(svc?.targeting, targetingNames);
  const imps = request.imp ?? [];
  const at = imps.findIndex((imp) => miscased(impSvc(imp, namespace), impNames) !== none);
  if (inRequest === none && inTargeting === none && at < 0) return none;
  return [
    ...inRequest.map((what) => `ext.${namespace}.${what}`),
    ...inTargeting.map((what) => `ext.${namespace}.targeting.${what}`),
    ...miscased(imps[at] && impSvc(imps[at], namespace), impNames).map((what) => `imp[${at}].ext.${namespace}.${what}`),
  ];
}

/** What to say of each; nearly always `none`. */
function miscased(members: object | undefined, names: Names): readonly string[] {
  let found = none;
  for (const key in members) {
    // Nearly every member is read as it is, and needs no other spelling.
    if (names.get(key) === key) continue;
    const name = names.get(key.toLowerCase());
    if (name === undefined || Object.hasOwn(members, name)) continue;
    found = [...found, `${key} is not read: write it ${name}`];
    if (found.length === mostNamed) break;
  }
  return found;
}

function namesOf(schema: TSchema): Names {
  const { properties } = schema as unknown as { properties: { [name: string]: TSchema } };
  return new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
}
