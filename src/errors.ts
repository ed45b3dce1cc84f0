/**
 * Every code this service answers with, in one table: the faults of a request, the problems of a bidder (spec 7),
 * and the reasons why a bidder asked for an imp brought no bid (decisions, 'One outcome per (imp, bidder)').
 */

/** Codes of `ext.errors.<bidder>[].code` (spec 7). */
export const errorCode = {
  timeout: 1,
  badInput: 2,
  badServerResponse: 3,
  unknown: 999,
} as const;

/** Codes of `ext.warnings.<bidder or general>[].code`: from 10000 up (implementation A 2.8). */
export const warningCode = {
  general: 10000,
  privacy: 10001,
  accountDebug: 10002,
  bidderDebug: 10003,
  multibid: 10006,
  adServerTargeting: 10007,
  floors: 10009,
  bidAdjustments: 10008,
  dsa: 10010,
  eids: 10013,
  targetingPrefix: 10015,
  privacyBlock: 10017,
} as const;

/** Codes of `seatnonbid[].nonbid[].statuscode` (decisions, 'Bids'). */
export const nonBidCode = {
  noBid: 0,
  error: 100,
  timeout: 101,
  invalidReply: 102,
  unreachable: 103,
  blocked: 200,
  channel: 201,
  mediaType: 202,
  privacy: 204,
  rejected: 300,
  size: 351,
  insecure: 352,
  belowFloor: 301,
  category: 303,
  belowDealFloor: 304,
} as const;

/** A problem of one bidder, or of the request as a whole: a value, never thrown. */
export interface Problem {
  readonly code: number;
  readonly message: string;
}

/** Problems by bidder code (or `general`, `cache`), as `ext.errors` and `ext.warnings` show them. */
export type Problems = Map<string, Problem[]>;

/** Problems shown of one bidder: a hostile reply cannot make the answer grow without end. */
const mostProblems = 20;

/** Characters shown of one problem: words that hosts know may quote ids, which are as long as who wrote them likes. */
const longestMessage = 1000;

/** Adds one problem under `name`, a long message cut; those after the twentieth are left out. */
export function addProblem(problems: Problems, name: string, problem: Problem): void {
  const list = problems.get(name);
  if (list === undefined) problems.set(name, [shown(problem)]);
  else if (list.length < mostProblems) list.push(shown(problem));
}

/** Adds a warning about the request as a whole. */
export function addWarning(warnings: Problems, message: string, code: number = warningCode.general): void {
  addProblem(warnings, 'general', { code, message });
}

function shown(problem: Problem): Problem {
  const { code, message } = problem;
  return message.length <= longestMessage ? problem : { code, message: `${message.slice(0, longestMessage)}…` };
}

/** A request that cannot be served: `status` is the HTTP status, `faults` one sentence each (what is wrong, how to fix it). */
export class RequestError extends Error {
  readonly status: number;
  readonly faults: readonly string[];

  constructor(status: number, faults: readonly string[]) {
    super(faults.join('; '));
    this.name = 'RequestError';
    this.status = status;
    this.faults = faults;
  }
}

/** A request that this process has no room for now: 503, and a client may try again in a second, or at once elsewhere. */
export class OverloadError extends RequestError {
  constructor(fault: string) {
    super(503, [fault]);
  }
}

/** A request that cannot be served now: stored data that it needs could not be read in time. */
export class UnreadError extends RequestError {
  constructor() {
    super(503, ['stored data cannot be read now: try again later']);
  }
}

/** The status of an auction whose client had gone away. */
export const clientGoneStatus = 499;
