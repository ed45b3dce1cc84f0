/** Steps that change one imp (bidders, 'Steps'). Params of any host may lack what a schema requires: then a step does nothing. */
import type { Imp } from '../../openrtb/imp.ts';
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';
import { isObject, orNone, without } from '../../openrtb/merge-patch.ts';
import type { ImpContext, ImpStep } from '../call-steps.ts';
import type { Changes } from '../../openrtb/with-changes.ts';
import { sortedText, textAt, valueAt } from '../json.ts';
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { refuse, refuseImp } from '../refusal.ts';

/** The imp's `tagid` from the params; undefined and '' leave it as it is. */
export function tagId<P>(of: (params: P) => string | number | undefined): ImpStep<P> {
  return (_, { params }) => {
    const value = of(params) ?? '';
    return value === '' ? null : { tagid: String(value) };
  };
}

/** Replaces `ext`; undefined removes it. */
export function impExt<P>(of: (params: P, imp: Imp) => Imp['ext'] | undefined): ImpStep<P> {
  return (imp, { params }) => ({ ext: of(params, imp) });
}

/** Removes `ext`. */
export function dropExt(): ImpStep<unknown> {
  return () => ({ ext: undefined });
}

/** Removes members of `ext`; an `ext` left empty goes as well. The word `prebid` stands for the host's own extension word. */
export function dropFromExt(...names: readonly string[]): ImpStep<unknown> {
  return ({ ext }, { auction: { namespace } }) =>
    ext === undefined ? null : { ext: orNone(without(ext, names.includes('prebid') ? [...names, namespace] : names)) };
}

/** Keeps only these members of `ext`; an `ext` left empty goes as well. The word `prebid` stands for the host's own extension word. */
export function keepInExt(...names: readonly string[]): ImpStep<unknown> {
  return ({ ext = {} }, { auction: { namespace } }) => {
    const own = names.map((name) => (name === 'prebid' ? namespace : name));
    const kept = own.flatMap((name) => (ext[name] === undefined ? [] : [[name, ext[name]] as const]));
    return { ext: kept.length === 0 ? undefined : Object.fromEntries(kept) };
  };
}

/** Adds members to `ext`; those undefined are left out, and so is an `ext` that stays empty. */
export function addToImpExt<P>(of: (params: P, imp: Imp) => { readonly [key: string]: unknown }): ImpStep<P> {
  return (imp, { params }) => {
    const added = Object.entries(of(params, imp)).filter(([, value]) => value !== undefined);
    return added.length === 0 ? null : { ext: { ...imp.ext, ...Object.fromEntries(added) } };
  };
}

/**
 * The name and version of the app's SDK (`app.ext.<namespace>`, else `app.ext`): `split` as the imp's display manager and its
 * version where it names neither, else both as the version where it names no version.
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

/** Gives a banner without `w` or `h` those of its first format. */
export function bannerSize(): ImpStep<unknown> {
  return ({ banner }) => {
    const first = banner?.format?.[0];
    if (!banner || !first || (banner.w && banner.h)) return null;
    const { w = 0, h = 0 } = first;
    return { banner: { ...banner, w, h } };
  };
}

/** Refuses a banner that has neither `w` and `h` nor a format. */
export function requireBannerSize(): ImpStep<unknown> {
  return ({ banner, id }) => {
    if (!banner || (banner.w && banner.h) || banner.format?.length) return null;
    return refuseImp(id, 'the banner has no size');
  };
}

/** Gives a banner with `w` and `h` but no format the format of that size. */
export function bannerFormat(): ImpStep<unknown> {
  return ({ banner }) => {
    if (!banner?.w || !banner.h || banner.format?.length) return null;
    return { banner: { ...banner, format: [{ w: banner.w, h: banner.h }] } };
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

/** What makes the imp one of `type` alone: the other media types removed. */
export function onlyType(imp: Imp, type: MediaType): Changes<Imp> {
  const others = mediaTypes.filter((other) => other !== type && imp[other] !== undefined);
  return Object.fromEntries(others.map((other) => [other, undefined])) as Changes<Imp>;
}

/** Splits an imp into one for each media type it has: `split: typesApart()`. The id gets the type's suffix when there are several. */
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

/** True for an imp whose ad is a reward, by the host's own extension word. */
export function isRewarded({ ext }: Imp, { auction }: Pick<ImpContext, 'auction'>): boolean {
  return valueAt(ext, auction.namespace, 'is_rewarded_inventory') === 1;
}

/** Wraps a native request in an object `native`, where it is none. */
export function wrapNative(): ImpStep<unknown> {
  return ({ native }) => {
    const asked = parsedJson(native?.request ?? '');
    if (native === undefined || !isObject(asked) || valueAt(asked, 'native') !== undefined) return null;
    return { native: { ...native, request: sortedText({ native: asked }) } };
  };
}
