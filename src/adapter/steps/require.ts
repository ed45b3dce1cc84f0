/** Steps that refuse what a bidder cannot use: members of params or video that are missing, imps that disagree (bidders, 'Steps'). */
import { mediaTypes, type MediaType } from '../../openrtb/media-types.ts';
import type { Video } from '../../openrtb/video.ts';
import type { BodyStep, ImpStep } from '../call-steps.ts';
import { Refusal, refuse, refuseImp } from '../refusal.ts';

/** Refuses an imp without one of these params; '', blanks, 0 and empty lists count as missing. */
export function requireParams<P>(...names: readonly (keyof P & string)[]): ImpStep<P> {
  return ({ id }, { params }) => {
    const missing = names.find((name) => isMissing(params[name]));
    return missing === undefined ? null : refuseImp(id, `the params lack ${missing}`);
  };
}

/** Refuses an imp unless each of these params is a whole number other than 0, also written as text. */
export function requireNumbers<P>(...names: readonly (keyof P & string)[]): ImpStep<P> {
  const says =
    names.length > 1
      ? `the params ${names.join(' and ')} must be whole numbers other than 0`
      : `the param ${names[0]} must be a whole number other than 0`;
  return ({ id }, { params }) =>
    names.every((name) => /^-?0*[1-9]\d*$/.test(String(params[name] ?? ''))) ? null : refuseImp(id, says);
}

/** The step, whose refusal costs an imp that has another kind of ad only this one. */
export function orWithout<P, R>(kind: MediaType, step: ImpStep<P, R>): ImpStep<P, R> {
  return (imp, c) => {
    const made = step(imp, c);
    const isOnly = mediaTypes.every((type) => type === kind || imp[type] === undefined);
    return made instanceof Refusal && !isOnly ? { [kind]: undefined } : made;
  };
}

/** Refuses a video without one of these members; '', 0 and empty lists count as missing. Imps without video pass. */
export function requireVideo(...names: readonly (keyof Video)[]): ImpStep<unknown> {
  return ({ id, video }) => {
    const missing = video && names.find((name) => isMissing(video[name]));
    return missing === undefined ? null : refuseImp(id, `video.${missing} is missing`);
  };
}

/** Refuses a call whose imps state several values of this param, in this text; undefined, '' and 0 are no value. */
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
