/** Relevant Digital: a server of the same kind as this one, which looks up account and placements among stored requests of its own. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { asList, numberAt, objectAt, valueAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { impExt } from '../adapter/steps/imp.ts';
import type { Imp } from '../openrtb/imp.ts';
import { mediaTypes } from '../openrtb/media-types.ts';
import { orNone, without } from '../openrtb/merge-patch.ts';

/** Milliseconds that the bidder has when the request does not say. */
const standardTmaxMs = 1000;

/** Milliseconds kept back for the way there and back when the params do not say. */
const standardBufferMs = 250;

/** How many servers may have asked each other, this one not counted, before it asks no more. */
const mostServers = 5;

export default defineBidder({
  code: 'relevantdigital',
  endpoint: 'https://{{.Host}}.relevant-digital.com/openrtb2/auction',
  gvlVendorId: 1100,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params: Type.Object({
    accountId: Type.String(),
    placementId: Type.String(),
    pbsHost: Type.String({ pattern: '^(https?://)?[a-zA-Z0-9.-]+(:[0-9]+)?$' }),
    pbsBufferMs: Type.Optional(Type.Number()),
    useSourceBidderCode: Type.Optional(Type.Boolean()),
  }),
  imp: [withoutTraces, impExt((p) => ({ prebid: { storedrequest: { id: p.placementId } } }))],
  body: [
    ({ ext }) =>
      serversOf(ext) < mostServers ? null : refuse(`${mostServers} servers have asked each other for this request`),
    ({ tmax, ext = {} }, { params: { accountId, pbsBufferMs }, auction: { namespace } }) => ({
      tmax: timeLeftMs(tmax || standardTmaxMs, pbsBufferMs ?? standardBufferMs),
      ext: {
        ...without(ext, [namespace]),
        // What is this host's own affair would be done by that server, too.
        prebid: {
          ...without(objectAt(ext, namespace), ['cache', 'targeting', 'aliases']),
          debug: valueAt(ext, namespace, 'debug') === true,
          storedrequest: { id: accountId },
        },
        // Servers that ask each other in a circle see it by the count.
        relevant: { adapterType: 'server', count: serversOf(ext) + 1 },
      },
    }),
  ],
  macros: { Host: ({ params }) => hostName(params.pbsHost) },
  headers: ['json', 'ortb', 'ua', 'ip'],
  note: ({ imps }) => imps.flatMap(({ imp, params }) => (params.useSourceBidderCode ? [imp.id] : [])),
  mediaType: ['mtype', 'ext'],
  seat: ({ impid }, { note, seat }) => (asList(note).includes(impid) ? seat : ''),
});

/** What the bidder's own servers wrote beside the formats of an imp that has come by one of them goes. */
function withoutTraces(imp: Imp): Changes<Imp> | null {
  const changes = mediaTypes.flatMap((type) => {
    const ext = imp[type]?.ext;
    return ext?.['relevant'] === undefined
      ? []
      : [[type, { ...imp[type], ext: orNone(without(ext, ['relevant'])) }] as const];
  });
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Changes<Imp>);
}

/** The host's own name of one that may be stated with scheme, port and the domain that the endpoint has anyway. */
function hostName(pbsHost = ''): string {
  const host = pbsHost.replace(/^https?:\/\//, '').split(':')[0]!;
  return host.replace(/\.relevant-digital\.com$/, '');
}

/** How many servers the request has come by. */
function serversOf(ext: unknown): number {
  return numberAt(ext, 'relevant', 'count');
}

/** A whole number of milliseconds: all but the buffer, no less than the buffer, and no more than there are. */
function timeLeftMs(tmaxMs: number, bufferMs: number): number {
  return Math.floor(Math.min(Math.max(tmaxMs - bufferMs, bufferMs), tmaxMs));
}
