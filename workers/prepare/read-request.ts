/** Composes the request that the auction is about: as it was sent, then as plugins leave it, within its bounds (house, `prepare`). */
import type { PluginText, PrepareMessage } from '../../src/auction/messages.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { requestSvc, type RequestSvc } from '../../src/openrtb/svc.ts';
import { boundMembers } from '../../src/stages/prepare/bound-members.ts';
import { boundMerges } from '../../src/stages/prepare/bound-merges.ts';
import { boundParams } from '../../src/stages/prepare/bound-params.ts';
import { checkTypes } from '../../src/stages/prepare/check-types.ts';
import { normalizePlaces } from '../../src/stages/prepare/normalize-places.ts';
import { readAdmitted } from '../../src/stages/prepare/read-admitted.ts';
import type { RefusedRequest } from '../auction-plugins.ts';
import { failOn } from './fail-on.ts';
import { givenRequest, type ReadTerms } from './given-request.ts';
import type { HopParts } from '../parts.ts';
import type { JudgeRequest } from '../plugin-answers.ts';

/** The whole request, and its `ext.<namespace>`; `refused`: the plugin that rejects it; `questions`: what plugins want looked up first. */
export interface RequestRead {
  readonly request: BidRequest;
  readonly svc: RequestSvc;
  readonly refused?: RefusedRequest;
  readonly questions?: readonly PluginText[];
}

/** Reads the message's request. Throws a `RequestError` with every fault of the first step that finds one. */
export function readRequest(message: PrepareMessage, parts: HopParts, terms: ReadTerms): RequestRead {
  const { namespace } = parts.config;
  const { plugins } = terms;
  const given = givenRequest(message, parts, terms);
  const questions = plugins?.questions(given);
  if (questions !== undefined) return { request: given, svc: {}, questions };
  const left = plugins?.auctionRequest(given, (made) => judge(made, message.admitted, namespace));
  if (left !== undefined && 'refusal' in left) return { request: given, svc: {}, refused: left };
  const request = left?.request ?? given;
  const svc = requestSvc(request, namespace) ?? {};
  failOn([
    ...(left === undefined ? [] : boundMembers(request, namespace)),
    ...boundMerges(request, namespace),
    ...boundParams(svc, request, namespace),
  ]);
  return { request, svc };
}

/** Checks a plugin's request: it must have the right types, and still the same account, app and tmax. */
function judge(made: unknown, admitted: PrepareMessage['admitted'], namespace: string): ReturnType<JudgeRequest> {
  const { request, faults } = checkTypes(made, namespace);
  const moved = faults.length > 0 ? [] : readAdmitted(request, admitted, namespace);
  return {
    request: normalizePlaces(request, namespace),
    faults: [...faults, ...moved.map((what) => `${what} must stay: it has been read before`)],
  };
}
