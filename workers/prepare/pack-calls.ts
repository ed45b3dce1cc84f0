/** Packs the first hop's result: the calls' bodies in one buffer, followed by the context (house, 'Only bytes … cross a thread'). */
import type { CallRecord } from '../../src/auction/call-records.ts';
import type { AuctionContext } from '../../src/auction/context.ts';
import type { Prepared } from '../../src/auction/messages.ts';
import type { Targeting } from '../../src/openrtb/svc.ts';
import { translates } from '../../src/openrtb/svc-pods.ts';
import type { Asked } from './asking.ts';
import { packParts } from '../frame.ts';

/** The result without its channel. With `isKept` the context stays an object, for a second hop on the same thread. */
export function packCalls(asked: Asked, context: AuctionContext, isKept: boolean): Omit<Prepared, 'channel'> {
  const bodies = asked.calls.map((call) => call.body);
  const { bytes, ranges } = packParts(isKept ? bodies : [...bodies, JSON.stringify(context)]);
  const calls = asked.calls.map((call, at): CallRecord => ({ ...call.record, body: ranges[at]! }));
  const carried = isKept ? { kept: context } : ranges.at(-1)!;
  const isMapped = translates((context.svc['targeting'] as Targeting | undefined)?.includebrandcategory);
  return {
    ok: true,
    bytes,
    context: carried,
    calls,
    keepCalls: context.debug,
    caches: context.cache !== null,
    ...(isMapped && { mapsCategories: true }),
  };
}
