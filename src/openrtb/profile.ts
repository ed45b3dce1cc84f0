/** Decides what a stored profile is (implementation B 12): a named block of OpenRTB, merged into the requests or imps that name it. */
import { isObject, own, type JsonObject } from './json-object.ts';
import { withoutPath } from './yield-stored.ts';

/**
 * The most profiles of a request, or of an imp, that host and account may allow: the envelope reads no more, and no auction asks for more.
 */
export const mostProfiles = 10;

/** What a profile is for. */
export type ProfileType = 'request' | 'imp';

/** A stored profile. */
interface Profile {
  readonly type: ProfileType;
  /** True: it overrides what it is merged with. False: it only fills in what is missing there. */
  readonly wins: boolean;
  readonly body: JsonObject;
  /** The only account that may use it; undefined: all. */
  readonly account: string | undefined;
}

/** Reads a stored object as a profile; a string tells why it is none, to follow its name. */
export function readProfile(stored: JsonObject): Profile | string {
  const type = own(stored, 'type');
  const precedence = own(stored, 'mergeprecedence') ?? 'request';
  const body = own(stored, 'body');
  const account = own(stored, 'accountid') ?? undefined;
  if (type !== 'request' && type !== 'imp') return 'has no type: write "request" or "imp"';
  if (precedence !== 'request' && precedence !== 'profile')
    return 'has an unknown mergeprecedence: write "request", "profile" or none';
  if (!isObject(body)) return 'has no body: write what it adds, as a JSON object';
  if (account !== undefined && (typeof account !== 'string' || account === ''))
    return 'has an accountid that is not text: write the id of its account, or leave it out';
  return { type, wins: precedence === 'profile', body, account };
}

/** Why a stored object is not a profile, to follow its name; empty when it is one. */
export function profileFaults(stored: JsonObject): readonly string[] {
  const read = readProfile(stored);
  return typeof read === 'string' ? [read] : [];
}

/** The part of a profile that is merged in, and the names of its members that are not. */
interface ProfilePart {
  readonly part: JsonObject;
  readonly idle: readonly string[];
}

/**
 * A profile's body without what is read before profiles are merged in: ids, time and imps of the request, its account, and what is stored
 * for it. A value of another type in place of an object that holds these is left out too. The body is not changed.
 */
export function partOf({ type, body }: Profile, namespace: string): ProfilePart {
  const idle: string[] = [];
  let part = body;
  for (const path of type === 'imp' ? ofImp(namespace) : ofRequest(namespace)) {
    const present = presentPath(part, path);
    if (present === undefined) continue;
    part = withoutPath(part, present);
    idle.push(present.join('.'));
  }
  return { part, idle };
}

type Path = readonly string[];

function ofImp(namespace: string): readonly Path[] {
  const svc = ['ext', namespace];
  return [['id'], [...svc, 'storedrequest'], [...svc, 'profiles']];
}

function ofRequest(namespace: string): readonly Path[] {
  const svc = ['ext', namespace];
  const publishers = ['site', 'app', 'dooh'].map((place) => [place, 'publisher']);
  return [
    ...['id', 'tmax', 'imp'].map((name) => [name]),
    ['app', 'id'],
    ...publishers.flatMap((path) => [
      [...path, 'id'],
      [...path, ...svc, 'parentAccount'],
    ]),
    ...['storedrequest', 'profiles', 'impprofiles', 'amp', 'get'].map((name) => [...svc, name]),
  ];
}

/** The start of `path` that leads to its member, or to a value on the way that is not an object; undefined where there is neither. */
function presentPath(body: JsonObject, path: Path): Path | undefined {
  let node: unknown = body;
  for (const [at, key] of path.entries()) {
    if (!isObject(node)) return path.slice(0, at);
    node = own(node, key);
    if (node === undefined) return undefined;
  }
  return path;
}
