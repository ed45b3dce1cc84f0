/** Pangle: a call for each imp, with its token in a header; `bid.ext` gives the media type by a number. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { ImpContext } from '../adapter/call-steps.ts';
import { numberAt, valueAt } from '../adapter/json.ts';
import { badReply, refuse } from '../adapter/refusal.ts';
import { isRewarded, keepInExt } from '../adapter/steps/imp.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { MediaType } from '../openrtb/media-types.ts';

/** Media types by `adtype`. */
const typesByAdtype = new Map<number, MediaType>([
  [1, 'banner'],
  [2, 'banner'],
  [5, 'native'],
  [7, 'video'],
  [8, 'video'],
]);

export default defineBidder({
  code: 'pangle',
  modifyingVastXmlAllowed: true,
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object(
    {
      token: Type.String({ pattern: '.+' }),
      appid: Type.Optional(Type.String({ pattern: '[0-9]+' })),
      placementid: Type.Optional(Type.String({ pattern: '[0-9]+' })),
    },
    { dependencies: { placementid: ['appid'], appid: ['placementid'] } },
  ),
  imp: [
    keepInExt('prebid', 'bidder', 'ae'),
    (imp, c) => {
      const adtype = adtypeOf(imp, c);
      if (adtype === undefined) return refuse('not a supported adtype');
      const { appid, placementid } = c.params;
      if (!appid !== !placementid) return refuse('only one of appid or placementid is provided');
      const networkids = appid ? { networkids: { appid, placementid } } : {};
      return { ext: { ...imp.ext, adtype, is_prebid: true, ...networkids } };
    },
  ],
  batch: 'perImp',
  headers: ['contentTypePlain', (_, { params }) => ['token', params.token ?? '']],
  mediaType: [
    ({ ext }) =>
      valueAt(ext, 'pangle') === undefined
        ? badReply('missing pangle ext in bid')
        : (typesByAdtype.get(numberAt(ext, 'pangle', 'adtype')) ?? badReply('unrecognized adtype in response')),
  ],
});

/** The `adtype` of an imp; a video counts only if it is rewarded or an interstitial. */
function adtypeOf(imp: Imp, c: ImpContext): number | undefined {
  const { banner, video, native, instl } = imp;
  if (video !== undefined && isRewarded(imp, c)) return 7;
  if (video !== undefined && instl === 1) return 8;
  if (banner !== undefined) return instl === 1 ? 2 : 1;
  return native?.request ? 5 : undefined;
}
