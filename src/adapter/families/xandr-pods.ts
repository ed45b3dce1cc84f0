/** Decides which imps of a request to Xandr's platform are in ad pods, and the id under which the calls of one pod belong together. */
import type { CallContext, ImpsCheck, SharedRequest } from '../call-steps.ts';
import type { AuctionFacts } from '../contract.ts';
import { refuse } from '../refusal.ts';

/** The params that are read here. */
interface Params {
  readonly generate_ad_pod_id?: boolean;
}

/** True if imps with these params are in pods: only those of the video endpoint can be. */
export function inPods({ generate_ad_pod_id }: Params, { entryPoint }: AuctionFacts): boolean {
  return entryPoint === 'video' && generate_ad_pod_id === true;
}

/** Refuses a request with some imps in pods and others not. */
export const samePods: ImpsCheck<Params> = (imps, { auction }) => {
  const choices = new Set(imps.map(({ params }) => inPods(params, auction)));
  return choices.size > 1 ? refuse('generate ad pod option should be same for all pods in request') : null;
};

/** The pod of an imp id such as `2_1`. */
export function podOf(impid = ''): string {
  return impid.split('_')[0]!;
}

/** The ids of each request's pods. A long pod takes several calls, and only this id ties them together. */
const podIds = new WeakMap<SharedRequest, Map<string, string>>();

/** The id of the pod of a call, random and the same for all calls of the pod. */
export function podId({ request, imps, auction }: CallContext<Params>): string {
  const known = podIds.get(request) ?? new Map<string, string>();
  const pod = podOf(imps[0]?.imp.id);
  const id = known.get(pod) ?? String(auction.randomInteger());
  podIds.set(request, known.set(pod, id));
  return id;
}
