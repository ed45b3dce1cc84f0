/** Relevant Digital: another auction server like this one; account and placements name its stored requests. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { asList, numberAt, objectAt, valueAt } from '../adapter/json.ts';
import { refuse } from '../adapter/refusal.ts';
import { impExt } from '../adapter/steps/imp.ts';
import type { Imp } from '../openrtb/imp.ts';
import { mediaTypes } from '../openrtb/media-types.ts';
import { orNone, without } from '../openrtb/json-object.ts';

/** The default `tmax`. */
const defaultTmaxMs = 1000;

/** The default time reserved for the network round trip. */
const defaultBufferMs = 250;

/** A request that has passed through this many servers before this one is not sent on. */
const serverLimit = 5;

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
      serversOf(ext) < serverLimit ? null : refuse(`${serverLimit} servers have asked each other for this request`),
    ({ tmax, ext = {} }, { params: { accountId, pbsBufferMs }, auction: { namespace } }) => ({
      tmax: timeLeftMs(tmax || defaultTmaxMs, pbsBufferMs ?? defaultBufferMs),
      ext: {
        ...without(ext, [namespace]),
        // That server must not repeat what this host does itself.
        prebid: {
          ...without(objectAt(ext, namespace), ['cache', 'targeting', 'aliases']),
          debug: valueAt(ext, namespace, 'debug') === true,
          storedrequest: { id: accountId },
        },
        // The count reveals a loop of servers that call each other.
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

/** Removes the `ext.relevant` that a server of the bidder has written into the imp's media types. */
function withoutTraces(imp: Imp): Changes<Imp> | null {
  const changes = mediaTypes.flatMap((type) => {
    const ext = imp[type]?.ext;
    return ext?.['relevant'] === undefined
      ? []
      : [[type, { ...imp[type], ext: orNone(without(ext, ['relevant'])) }] as const];
  });
  return changes.length === 0 ? null : (Object.fromEntries(changes) as Changes<Imp>);
}

/** The host without the endpoint's domain; the param may state scheme, port and that domain as well. */
function hostName(pbsHost = ''): string {
  const host = pbsHost.replace(/^https?:\/\//, '').split(':')[0]!;
  return host.replace(/\.relevant-digital\.com$/, '');
}

/** How many servers the request has passed through. */
function serversOf(ext: unknown): number {
  return numberAt(ext, 'relevant', 'count');
}

/** `tmax` less the buffer in whole milliseconds: no less than the buffer, and no more than `tmax`. */
function timeLeftMs(tmaxMs: number, bufferMs: number): number {
  return Math.floor(Math.min(Math.max(tmaxMs - bufferMs, bufferMs), tmaxMs));
}
