/** Decides what Beachfront reads from imps and inventory: the app id, the floor in US dollars, the domain. */
import type { Imp } from '../../openrtb/imp.ts';
import type { ImpContext } from '../call-steps.ts';
import type { Changes } from '../../openrtb/with-changes.ts';
import { Refusal, refuseImp } from '../refusal.ts';
import { convertFloor } from '../steps/floor.ts';

/** The params: one app id for all media types, or one for each. */
export interface Params {
  readonly appId?: string;
  readonly appIds?: { readonly video?: string; readonly banner?: string };
  readonly bidfloor?: number;
  readonly videoResponseType?: string;
}

/** Floors up to this many US dollars count as none. */
const leastFloor = 0.01;

/** The app id of the params for one media type; '' for none. */
export function appIdOf({ appId = '', appIds }: Params, type: 'banner' | 'video'): string {
  return appId || appIds?.[type] || '';
}

/** Keeps only the media types for which the params name an app id. */
export function withAppId({ id, banner, video }: Imp, { params }: ImpContext<Params>): Changes<Imp> | Refusal {
  const kept = {
    banner: appIdOf(params, 'banner') === '' ? undefined : banner,
    video: appIdOf(params, 'video') === '' ? undefined : video,
  };
  return kept.banner || kept.video ? kept : refuseImp(id, 'the params name no appId for its media types');
}

/** The higher of the imp's and the params' floor, in US dollars; the params' floor if the imp's cannot be converted. */
export function highestFloor(
  { bidfloor = 0, bidfloorcur = '' }: Imp,
  { params, auction }: ImpContext<Params>,
): Changes<Imp> | Refusal {
  const paramsFloor = params.bidfloor ?? 0;
  const converted = bidfloor > 0 ? convertFloor(bidfloor, [bidfloorcur, 'USD'], auction) : 0;
  if (converted instanceof Refusal && paramsFloor <= 0) return converted;
  const highest = Math.max(paramsFloor, typeof converted === 'number' ? converted : 0);
  return highest > leastFloor
    ? { bidfloor: highest, bidfloorcur: 'USD' }
    : { bidfloor: undefined, bidfloorcur: undefined };
}

/** The domain behind a bundle such as `com.example.app`: example.com. An underscore at either end is ignored. */
export function domainOfBundle(bundle = ''): string | undefined {
  const [suffix, name] = bundle.replace(/^_|_$/g, '').split('.');
  return name ? `${name}.${suffix}` : undefined;
}
