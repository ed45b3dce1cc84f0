/** Decides what the status of a bidder's reply means (decisions, 'Error codes'): bids to read, no bids, or a problem to report. */
import { errorCode, type Problem } from '../errors.ts';
import type { Reply } from './contract.ts';
import type { StatusRule } from './reply-steps.ts';
import type { FaultTexts } from './fault-texts.ts';
import { headerValue } from './headers.ts';

/** The part of a definition that interprets statuses. */
export interface StatusOptions {
  readonly status: { readonly [status: number]: StatusRule };
  readonly faultHeader: string | undefined;
  readonly says: FaultTexts;
}

/** Whether there are bids to read ('read') or none ('empty'), else what is wrong. */
export function judgeStatus(options: StatusOptions, reply: Reply): 'read' | 'empty' | Problem {
  const rule = statusRule(reply.status, options.status);
  if (rule === 'read' || rule === 'empty') return rule;
  const stated = statedFault(options, reply);
  if (rule === 'stated' && stated === '') return 'empty';
  const code = rule === 'error' ? errorCode.badServerResponse : errorCode.badInput;
  return { code, message: statusText(reply.status, stated, options.says) };
}

/** The definition's rule for the status. Default: 200 has bids, 204 has none, 400 is a fault of the request, all else one of the bidder. */
function statusRule(status: number, rules: StatusOptions['status']): StatusRule {
  if (Object.hasOwn(rules, status)) return rules[status]!;
  if (status === 200) return 'read';
  if (status === 204) return 'empty';
  return status === 400 ? 'badInput' : 'error';
}

/** The fault that the bidder's header states; '' for none. */
function statedFault({ faultHeader }: StatusOptions, { headers }: Reply): string {
  return faultHeader === undefined ? '' : headerValue(headers, faultHeader).slice(0, 200);
}

/** The message for a bad status. Hosts' tools and bidders' recorded cases know the standard text, so it is part of the interface. */
function statusText(status: number, stated: string, says: FaultTexts): string {
  if (says.status !== undefined) return says.status(status, stated);
  const hint = stated === '' ? 'Run with request.debug = 1 for more info' : `The bidder says: ${stated}`;
  return `Unexpected status code: ${status}. ${hint}`;
}
