/** Composes `ext.debug` of the answer (spec 2.3; decisions, 'debug'). */
import { headerValue } from '../../src/adapter/headers.ts';
import { replyText } from '../../src/adapter/reply-text.ts';
import type { AuctionContext } from '../../src/auction/context.ts';
import { bytesAt, type Range } from '../../src/auction/byte-range.ts';
import type { SettleMessage } from '../../src/auction/settle-messages.ts';
import { addWarning, type Problems } from '../../src/errors.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { buildHttpcall } from '../../src/stages/settle/build-httpcall.ts';
import type { HopParts } from '../parts.ts';

/** What debug output needs besides message and context; `millis` are response times by bidder, and `warnings` collects. */
interface DebugFacts {
  readonly parts: HopParts;
  readonly warnings: Problems;
  readonly millis: ReadonlyMap<string, number>;
}

/** The call that a stored bid response replaces (implementations A and B show it so): its text answers no request. */
const unsent = { uri: '', headers: [], requestbody: '', status: 200, secrets: [] };

/** The most characters of stored bid responses, of which a request may name one for each of its imps: the rest is left out. */
const mostStored = 4 * 1024 * 1024;

/** The most characters of the calls' bodies: a long request goes to hundreds of bidders, or to one under a hundred names. */
const mostSent = 4 * 1024 * 1024;

/**
 * Every call with its reply by bidder, privacy's decisions, the response times, and the request as it was understood if that was asked for.
 */
export function debugOutput(
  message: SettleMessage,
  context: AuctionContext,
  { parts, warnings, millis }: DebugFacts,
): JsonObject {
  const httpcalls = new Map<string, JsonObject[]>();
  const add = (name: string, entry: JsonObject): void =>
    void httpcalls.set(name, [...(httpcalls.get(name) ?? []), entry]);
  const { maxReplyBytes } = parts.config.auction;
  const hidden = new Set(context.hiddenCalls);
  let room = mostSent;
  addStored(context, hidden, add);
  message.outcomes.forEach((outcome, at) => {
    const record = message.calls[at]!;
    const { bidder } = context.calls[at]!;
    if (hidden.has(bidder)) return;
    const { configured } = context.bidders[bidder]!;
    const sent = { encoding: headerValue(record.headers, 'content-encoding'), maxBytes: mostCallBytes };
    const body = room < 0 ? '' : bodyText(message, record, sent);
    room -= body.length;
    const entry = buildHttpcall({
      uri: record.uri,
      headers: record.headers,
      requestbody: room < 0 ? '' : body,
      responsebody: bodyText(message, outcome, { encoding: outcome.encoding, maxBytes: maxReplyBytes }),
      status: outcome.status,
      secrets: parts.secrets.get(configured) ?? [],
    });
    add(record.bidder, entry);
  });
  if (room < 0)
    addWarning(warnings, `ext.debug.httpcalls has over ${mostSent} characters of requestbody: the rest is left out`);
  return {
    httpcalls: Object.fromEntries(httpcalls),
    ...(context.privacy?.length && { privacy: Object.fromEntries(context.privacy) }),
    ...(context.resolvedrequest !== undefined && { resolvedrequest: context.resolvedrequest }),
    responsetimemillis: Object.fromEntries(millis),
  };
}

function addStored(
  { bidders, stored }: AuctionContext,
  hidden: ReadonlySet<number>,
  add: (name: string, entry: JsonObject) => void,
): void {
  let left = mostStored;
  for (const { bidder, text, isAuction } of stored) {
    if (isAuction || hidden.has(bidder) || (left -= text.length) < 0) continue;
    add(bidders[bidder]!.name, buildHttpcall({ ...unsent, responsebody: text }));
  }
}

/** More than any call holds. */
const mostCallBytes = 67_108_864;

/** A body before compression; '' when it cannot be read, or is longer than `maxBytes`. */
function bodyText(
  { bytes }: SettleMessage,
  { body }: { readonly body: Range },
  { encoding, maxBytes }: { readonly encoding: string; readonly maxBytes: number },
): string {
  return replyText(bytesAt(bytes, body), encoding, maxBytes).text ?? '';
}
