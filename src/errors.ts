/**
 * All codes that this service answers with, in one table: request faults, bidder problems (spec 7), and the reasons why a bidder brought no
 * bid for an imp (decisions, 'One outcome per (imp, bidder)').
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
  bidAdjustments: 10008,
  floors: 10009,
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
  belowFloor: 301,
  category: 303,
  belowDealFloor: 304,
  size: 351,
  insecure: 352,
} as const;

/** A problem of one bidder, or of the whole request: a value, never thrown. */
export interface Problem {
  readonly code: number;
  readonly message: string;
}

/** Problems by bidder code (or `general`, `cache`), as shown in `ext.errors` and `ext.warnings`. */
export type Problems = Map<string, Problem[]>;

/** Most problems shown per bidder, so that a hostile reply cannot inflate the answer. */
const mostProblems = 20;

/** Most characters shown of one problem: messages may quote ids, which can have any length. */
const longestMessage = 1000;

/** Adds one problem under `name`, truncating a long message; problems after the twentieth are dropped. */
export function addProblem(problems: Problems, name: string, problem: Problem): void {
  const list = problems.get(name);
  if (list === undefined) problems.set(name, [truncated(problem)]);
  else if (list.length < mostProblems) list.push(truncated(problem));
}

/** Adds a warning about the whole request. */
export function addWarning(warnings: Problems, message: string, code: number = warningCode.general): void {
  addProblem(warnings, 'general', { code, message });
}

function truncated(problem: Problem): Problem {
  const { code, message } = problem;
  return message.length <= longestMessage ? problem : { code, message: `${message.slice(0, longestMessage)}…` };
}

/** A request that cannot be served. `status` is the HTTP status; `faults` has one sentence each (what is wrong, how to fix it). */
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

/** A request that this process has no capacity for now: 503. A client may retry after a second, or at once elsewhere. */
export class OverloadError extends RequestError {
  constructor(fault: string) {
    super(503, [fault]);
  }
}

/** A request that cannot be served now, because stored data that it needs could not be read in time. */
export class UnreadError extends RequestError {
  constructor() {
    super(503, ['stored data cannot be read now: try again later']);
  }
}

/** The status counted for an auction whose client had disconnected. */
export const clientGoneStatus = 499;
