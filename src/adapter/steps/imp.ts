/** Steps that change one imp (bidders, 'Steps'). Params of a direct call may lack required members; a step then does nothing. */
import type { Imp } from '../../openrtb/imp.ts';
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';
import { isObject, orNone, without } from '../../openrtb/json-object.ts';
import type { ImpContext, ImpStep } from '../call-steps.ts';
import type { Changes } from '../../openrtb/with-changes.ts';
import { sortedText, textAt, valueAt } from '../json.ts';
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { refuse } from '../refusal.ts';

/** Sets the imp's `tagid` from the params; undefined and '' leave it as it is. */
export function tagId<P>(of: (params: P) => string | number | undefined): ImpStep<P> {
  return (_, { params }) => {
    const value = of(params) ?? '';
    return value === '' ? null : { tagid: String(value) };
  };
}

/** As `tagId`, but an imp whose params name no tag gets none: its own `tagid` is removed. */
export function onlyTagId<P>(of: (params: P) => string | number | undefined): ImpStep<P> {
  return (_, { params }) => ({ tagid: String(of(params) || '') || undefined });
}

/** Replaces `ext`; undefined removes it. */
export function impExt<P>(of: (params: P, imp: Imp) => Imp['ext'] | undefined): ImpStep<P> {
  return (imp, { params }) => ({ ext: of(params, imp) });
}

/** Removes `ext`. */
export function dropExt(): ImpStep<unknown> {
  return () => ({ ext: undefined });
}

/** Removes members of `ext`, and an `ext` that is left empty. 'prebid' also covers the service's own key, the namespace. */
export function dropFromExt(...names: readonly string[]): ImpStep<unknown> {
  return ({ ext }, { auction: { namespace } }) =>
    ext === undefined ? null : { ext: orNone(without(ext, names.includes('prebid') ? [...names, namespace] : names)) };
}

/** Keeps only these members of `ext`, and removes an `ext` that is left empty. 'prebid' means the service's own key, the namespace. */
export function keepInExt(...names: readonly string[]): ImpStep<unknown> {
  return ({ ext = {} }, { auction: { namespace } }) => {
    const keys = names.map((name) => (name === 'prebid' ? namespace : name));
    const kept = keys.flatMap((name) => (ext[name] === undefined ? [] : [[name, ext[name]] as const]));
    return { ext: kept.length === 0 ? undefined : Object.fromEntries(kept) };
  };
}

/** Adds members to `ext`, except undefined ones. If there is nothing to add, `ext` stays as it is. */
export function addToImpExt<P>(of: (params: P, imp: Imp) => { readonly [key: string]: unknown }): ImpStep<P> {
  return (imp, { params }) => {
    const added = Object.entries(of(params, imp)).filter(([, value]) => value !== undefined);
    return added.length === 0 ? null : { ext: { ...imp.ext, ...Object.fromEntries(added) } };
  };
}

/**
 * Sets the display manager from the name and version of the app's SDK (`app.ext.<namespace>`, else `app.ext`). With `split`, name and
 * version become `displaymanager` and `displaymanagerver` if the imp has neither; otherwise both together become `displaymanagerver` if the
 * imp has none.
 */
export function displayManager({ split }: { readonly split: boolean }): ImpStep<unknown> {
  return ({ displaymanager, displaymanagerver }, { request, auction }) => {
    if (displaymanagerver || (split && displaymanager)) return null;
    for (const place of [valueAt(request.app, 'ext', auction.namespace), valueAt(request.app, 'ext')]) {
      const [source, version] = [textAt(place, 'source'), textAt(place, 'version')];
      if (source === '' || version === '') continue;
      return split
        ? { displaymanager: source, displaymanagerver: version }
        : { displaymanagerver: `${source}-${version}` };
    }
    return null;
  };
}

/** Refuses an imp with none of these media types. */
export function requireType(...types: readonly MediaType[]): ImpStep<unknown> {
  return (imp) => {
    if (types.some((type) => imp[type] !== undefined)) return null;
    return refuse(`imp ${JSON.stringify(imp.id)} offers none of ${types.join(', ')}`);
  };
}

/** Keeps the first of these media types that the imp has, and no other. */
export function onlyFirstType(...order: readonly MediaType[]): ImpStep<unknown> {
  return (imp) => {
    const first = order.find((type) => imp[type] !== undefined);
    return first === undefined ? null : onlyType(imp, first);
  };
}

/** The changes that leave an imp `type` alone: the other media types removed. */
export function onlyType(imp: Imp, type: MediaType): Changes<Imp> {
  const others = mediaTypes.filter((other) => other !== type && imp[other] !== undefined);
  return Object.fromEntries(others.map((other) => [other, undefined])) as Changes<Imp>;
}

/** Splits an imp into one for each media type it has. If there are several, ids get their type's suffix. Usage: `split: typesApart()`. */
export function typesApart(
  suffixes: { readonly [type in MediaType]?: string } = {},
): (imp: Imp) => readonly Changes<Imp>[] {
  return (imp) => {
    const types = mediaTypes.filter((type) => imp[type] !== undefined);
    if (types.length <= 1) return [{}];
    return types.map((type) => {
      const suffix = suffixes[type];
      return { ...onlyType(imp, type), ...(suffix !== undefined && { id: `${imp.id ?? ''}${suffix}` }) };
    });
  };
}

/** True for a rewarded imp: the OpenRTB version that a host sets for the bidder decides which of its two places says so. */
export function isRewarded({ rwdd, ext }: Imp, { auction }: Pick<ImpContext, 'auction'>): boolean {
  return rwdd === 1 || valueAt(ext, auction.namespace, 'is_rewarded_inventory') === 1;
}

/** Wraps a native request in an object `native`, unless it has one. */
export function wrapNative(): ImpStep<unknown> {
  return ({ native }) => {
    const nativeRequest = parsedJson(native?.request ?? '');
    if (native === undefined || !isObject(nativeRequest) || valueAt(nativeRequest, 'native') !== undefined) return null;
    return { native: { ...native, request: sortedText({ native: nativeRequest }) } };
  };
}
