/**
 * Decides what the stored request of `GET /openrtb2/auction` becomes with the parameters of the URL (implementation B, its GET interface).
 */
import type { Banner } from '../../openrtb/banner.ts';
import type { GetPatches } from '../../openrtb/get-patches.ts';
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, own, without, type JsonObject } from '../../openrtb/json-object.ts';
import { mergePatch } from '../../openrtb/merge-patch.ts';
import { idMacro } from '../../openrtb/mint-ids.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { withChanges } from '../../openrtb/with-changes.ts';
import { yieldRequest } from '../../openrtb/yield-stored.ts';

/** What the URL states. */
interface GetChanges extends GetPatches {
  readonly isDebug: boolean;
}

/** The parts that may hold the account. */
const inventories = ['site', 'app', 'dooh'] as const;

/**
 * The request without the inventory parts that only the URL's account has created. Kept are the stored ones, or else those of the host's
 * default (`under` has both, the stored request first), or else those that profiles have filled, or else the site.
 */
export function withStoredInventory(request: BidRequest, under: readonly (JsonObject | undefined)[]): BidRequest {
  const held = (one: JsonObject | undefined): string[] => inventories.filter((name) => isObject(own(one, name)));
  const filled = inventories.filter((name) => Object.keys(request[name] ?? {}).some((key) => key !== 'publisher'));
  const left = [...under.map(held), filled].find(({ length }) => length > 0) ?? ['site'];
  return without(
    request,
    inventories.filter((name) => !left.includes(name)),
  );
}

/** The request as the URL wants it, except for its imps. */
export function overrideGet(request: BidRequest, changes: GetChanges, namespace: string): BidRequest {
  const changed = mergePatch(yieldRequest(request, changes.request, namespace), changes.request);
  const { id, ext, ...others } = changed as BidRequest;
  const svc = {
    ...without(own(ext, namespace) as JsonObject, ['get', 'impprofiles']),
    ...(changes.isDebug && { debug: true }),
  };
  const content = Object.keys(changes.content).length > 0 ? { content: changes.content } : {};
  const patches = { site: { ...changes.site, ...content }, app: { ...changes.app, ...content }, dooh: content };
  const places = inventories.filter((name) => others[name] !== undefined);
  return {
    ...others,
    // A request without an id asks for one, as a stored request may.
    id: id || idMacro,
    ...Object.fromEntries(places.map((name) => [name, mergePatch(others[name], patches[name])])),
    ext: { ...ext, [namespace]: svc },
  };
}

/** The imp with the members of its media types that the URL states; if it states sizes, `formats`, the banner loses its stored size. */
export function overrideGetImp(
  imp: Imp,
  changes: Pick<GetChanges, 'banner' | 'video' | 'audio'>,
  formats: Banner['format'] | undefined,
): Imp {
  const { banner, video, audio } = imp;
  return withChanges(imp, {
    banner: banner && { ...(formats === undefined ? banner : without(banner, ['w', 'h'])), ...changes.banner },
    video: video && { ...video, ...changes.video },
    audio: audio && { ...audio, ...changes.audio },
  });
}
