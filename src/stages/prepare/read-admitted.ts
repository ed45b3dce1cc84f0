/** Decides whether admission and the parsed request agree on account, app and tmax (decisions, 'Envelope and tree agree'). */
import type { Admitted } from '../../auction/messages.ts';
import type { Publisher } from '../../openrtb/inventory.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { publisherSvc } from '../../openrtb/svc-parts.ts';

/** What reads differently in the parsed request than admission read it from the bytes; empty when they agree. */
export function readAdmitted(request: BidRequest, admitted: Admitted, namespace: string): string[] {
  const app = request.app?.publisher;
  const site = request.site?.publisher;
  const dooh = request.dooh?.publisher;
  const parent = parentOf(app, namespace) || parentOf(site, namespace) || parentOf(dooh, namespace);
  const account = parent || app?.id || site?.id || dooh?.id || '';
  const different: string[] = [];
  if (account !== admitted.account) different.push('account');
  if ((request.app?.id ?? '') !== admitted.app) different.push('app.id');
  if ((request.tmax ?? null) !== admitted.tmax) different.push('tmax');
  return different;
}

function parentOf(publisher: Publisher | undefined, namespace: string): string {
  return publisherSvc(publisher, namespace)?.parentAccount ?? '';
}

/** The fault of a client's request in which `what` differs. */
export function differs(what: string): string {
  return `${what} is different before and after the stored request is merged: send it as one plain value`;
}
