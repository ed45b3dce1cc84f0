/** Scalibur: the floor in US dollars goes in the imp and in `imp.ext`; VAST or its URL in `bid.ext` marks a video. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ImpContext } from '../adapter/call-steps.ts';
import { textAt, valueAt } from '../adapter/json.ts';
import { Refusal } from '../adapter/refusal.ts';
import { set, within } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { requestExt } from '../adapter/steps/body.ts';
import { convertFloor } from '../adapter/steps/floor.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { unknownType } from '../adapter/steps/saying.ts';
import type { Imp } from '../openrtb/imp.ts';
import { cdata } from '../openrtb/vast.ts';

const Params = Type.Object({
  placementId: Type.String({ minLength: 1 }),
  bidfloor: Type.Optional(Type.Number({ minimum: 0 })),
  bidfloorcur: Type.Optional(Type.String()),
});

export default defineBidder({
  code: 'scalibur',
  endpoint: 'https://srv.scalibur.io/adserver/ortb?type=prebid-server',
  endpointCompression: 'gzip',
  gvlVendorId: 1471,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    supports: ['iframe'],
    iframe:
      'https://srv.scalibur.io/adserver/sync?type=iframe&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '[PBS_UID]',
  },
  params: Params,
  imp: [
    requireParams('placementId'),
    within('video', (video) => ({
      minduration: video.minduration || 1,
      maxduration: video.maxduration || 180,
      maxbitrate: video.maxbitrate || 30_000,
      protocols: video.protocols?.length ? video.protocols : [2, 3, 5, 6],
      w: video.w || 640,
      h: video.h || 480,
      placement: video.placement || 1,
      linearity: video.linearity || 1,
    })),
    withFloor,
  ],
  body: [
    set({ cur: undefined }),
    requestExt(({ request: { test, ext }, auction: { namespace } }) =>
      test === 1 || valueAt(ext, namespace, 'debug') === true ? { isDebug: 1 } : undefined,
    ),
  ],
  headers: ['json'],
  mediaType: [
    mtypeOf('banner', 'video'),
    'onlyImpType',
    ({ ext }) => (textAt(ext, 'vastXml') || textAt(ext, 'vastUrl') ? 'video' : undefined),
    unknownType(({ id }) => `unsupported or ambiguous media type for bid id=${id}`),
  ],
  bid: [
    ({ adm, ext }, { type }) => {
      const [markup, url] = [textAt(ext, 'vastXml'), textAt(ext, 'vastUrl')];
      if (type !== 'video') return null;
      if (markup !== '') return { adm: markup };
      return adm || url === '' ? null : { adm: wrapperOf(url) };
    },
  ],
});

/**
 * Sets the floor in US dollars and repeats it in `ext` beside the placement. The floor of the params takes precedence; if
 * they name no currency, it is in that of the imp.
 */
function withFloor(imp: Imp, { params, auction }: ImpContext<Static<typeof Params>>) {
  const price = params.bidfloor || imp.bidfloor;
  const cur = (params.bidfloor && params.bidfloorcur) || imp.bidfloorcur;
  const bidfloor = price && price > 0 ? convertFloor(price, [(cur ?? '').toUpperCase(), 'USD'], auction) : undefined;
  if (bidfloor instanceof Refusal) return bidfloor;
  const floor = { ...(bidfloor !== undefined && { bidfloor }), bidfloorcur: 'USD' };
  const gpid = imp.ext?.['gpid'];
  return { ...floor, ext: { placementId: params.placementId, ...floor, ...(gpid !== undefined && { gpid }) } };
}

/** The VAST wrapper of a video at this URL. */
function wrapperOf(url: string): string {
  return `<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI>${cdata(url)}</VASTAdTagURI></Wrapper></Ad></VAST>`;
}
