/** Steps that refuse what a bidder cannot use: missing members of params or video, imps that disagree (bidders, 'Steps'). */
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';
import type { Video } from '../../openrtb/video.ts';
import type { BodyStep, ImpStep } from '../call-steps.ts';
import { Refusal, refuse, refuseImp } from '../refusal.ts';

/** Refuses an imp that lacks one of these params; '', blanks, 0 and empty lists count as missing. */
export function requireParams<P>(...names: readonly (keyof P & string)[]): ImpStep<P> {
  return ({ id }, { params }) => {
    const missing = names.find((name) => isMissing(params[name]));
    return missing === undefined ? null : refuseImp(id, `the params lack ${missing}`);
  };
}

/** Refuses an imp unless each of these params is a whole number other than 0, possibly written as text. */
export function requireNumbers<P>(...names: readonly (keyof P & string)[]): ImpStep<P> {
  const says =
    names.length > 1
      ? `the params ${names.join(' and ')} must be whole numbers other than 0`
      : `the param ${names[0]} must be a whole number other than 0`;
  return ({ id }, { params }) =>
    names.every((name) => /^-?0*[1-9]\d*$/.test(String(params[name] ?? ''))) ? null : refuseImp(id, says);
}

/** Wraps a step: where it refuses an imp that has other media types too, only the media type `kind` is removed. */
export function orWithout<P, R>(kind: MediaType, step: ImpStep<P, R>): ImpStep<P, R> {
  return (imp, c) => {
    const made = step(imp, c);
    const isOnly = mediaTypes.every((type) => type === kind || imp[type] === undefined);
    return made instanceof Refusal && !isOnly ? { [kind]: undefined } : made;
  };
}

/** Refuses an imp whose video lacks one of these members; '', 0 and empty lists count as missing. Imps without video pass. */
export function requireVideo(...names: readonly (keyof Video)[]): ImpStep<unknown> {
  return ({ id, video }) => {
    const missing = video && names.find((name) => isMissing(video[name]));
    return missing === undefined ? null : refuseImp(id, `video.${missing} is missing`);
  };
}

/** Refuses a call, with the text `says`, if its imps state different values of this param; missing values do not count. */
export function sameParam<P, R>(of: (params: P) => string | number | undefined, says: string): BodyStep<P, R> {
  return (_, { imps }) => {
    const values = new Set(imps.flatMap(({ params }) => (isMissing(of(params)) ? [] : [String(of(params))])));
    return values.size > 1 ? refuse(says) : null;
  };
}

function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);
}
