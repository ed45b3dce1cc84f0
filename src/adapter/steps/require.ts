/** Steps that refuse what a bidder cannot use: members of params, video or device that are missing, imps that disagree (bidders, 'Steps'). */
import type { Video } from '../../openrtb/video.ts';
import { refuse, refuseImp, type BodyStep, type ImpStep } from '../definition.ts';

/** Refuses an imp without one of these params; '', blanks, 0 and empty lists count as missing. */
export function requireParams<P>(...names: readonly (keyof P & string)[]): ImpStep<P> {
  return ({ id }, { params }) => {
    const missing = names.find((name) => isMissing(params[name]));
    return missing === undefined ? null : refuseImp(id, `the params lack ${missing}`);
  };
}

/** Refuses a video without one of these members; '', 0 and empty lists count as missing. Imps without video pass. */
export function requireVideo(...names: readonly (keyof Video)[]): ImpStep<unknown> {
  return ({ id, video }) => {
    const missing = video && names.find((name) => isMissing(video[name]));
    return missing === undefined ? null : refuseImp(id, `video.${missing} is missing`);
  };
}

/** Refuses a call whose request does not tell this of the device; an IPv6 address serves as `ip` as well. */
export function requireDevice(...names: readonly ('ip' | 'ua')[]): BodyStep<unknown, unknown> {
  return ({ device = {} }) => {
    const missing = names.find((name) => !(device[name] || (name === 'ip' && device.ipv6)));
    return missing === undefined ? null : refuse(`the request lacks device.${missing}`);
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
