/** Meta Audience Network: apps only; a call for each imp, signed with the app's secret; the SDK renders the bid that `adm` names. */
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { textAt } from '../adapter/json.ts';
import { badReply, refuse, refuseImp, type Refusal } from '../adapter/refusal.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { within } from '../adapter/steps/any.ts';
import { queryValue } from '../adapter/url.ts';
import { dropExt, isRewarded, onlyFirstType, requireType } from '../adapter/steps/imp.ts';
import type { Imp, Native } from '../openrtb/imp.ts';
import { without } from '../openrtb/json-object.ts';

/** The supported banner heights in pixels. */
const bannerHeights: ReadonlySet<number | undefined> = new Set([50, 250]);

/** The `videotype` of a full-screen rewarded video; a publisher may state it without declaring the imp an interstitial. */
const fullReward = 'rewarded_interstitial';

/** Receives loss notices for calls that timed out, with OpenRTB loss code 2. */
const noticeHost = 'www.facebook.com';

export default defineBidder({
  code: 'audienceNetwork',
  endpoint: 'https://an.facebook.com/placementbid.ortb',
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'], nobody: '0' },
  params: Type.Object({ placementId: Type.String() }),
  example: { placementId: '1234567_8901234' },
  ready: ({ platformId, credentials: { appSecret } }) => {
    const missing = [
      ...(platformId === '' ? ['platformId is missing: give the id that Meta gave your platform'] : []),
      ...(appSecret === '' ? ['credentials.appSecret is missing: give the secret of your app at Meta'] : []),
    ];
    if (missing.length > 0) throw new Error(missing.join('; '));
    return { platformId, appSecret };
  },
  imp: [
    (_, { request: { user, site } }) => {
      if (!user?.buyeruid) return refuse("Missing bidder token in 'user.buyeruid'");
      return site ? refuse('Site impressions are not supported.') : null;
    },
    requireType('banner', 'video', 'native'),
    onlyFirstType('banner', 'video', 'native'),
    ({ id }, { params }) =>
      tagOf(params) ?? refuseImp(id, 'placementId must be PLACEMENT (with publisherId) or PUBLISHER_PLACEMENT'),
    (imp, c) => (isRewarded(imp, c) ? { rwdd: 1 } : null),
    withBidderSizes,
    dropExt(),
  ],
  batch: 'perImp',
  body: [
    (_, { imps, ready: { platformId: platformid, appSecret } }) => {
      const { id = '' } = imps[0]!.imp;
      return { id, ext: { platformid, authentication_id: createHmac('sha256', appSecret).update(id).digest('hex') } };
    },
    within('app', (_, { imps }) => ({ publisher: { id: imps[0]!.imp.tagid!.replace(/_[^_]*$/, '') } })),
    within('user', ({ ext }) => (ext ? { ext: without(ext, ['consented_providers_settings']) } : null)),
  ],
  timeoutUrl: ({ request: { id = '', app }, ready: { platformId } }) => {
    const [partner, publisher, auction] = [platformId, app?.publisher?.id ?? '', id].map(queryValue);
    return `https://${noticeHost}/audiencenetwork/nurl/?partner=${partner}&app=${publisher}&auction=${auction}&ortb_loss_code=2`;
  },
  admitsHost: (host) => host === noticeHost,
  headers: ['json', ({ user }) => ['x-fb-pool-routing-token', user?.buyeruid ?? '']],
  faultHeader: 'x-fb-an-errors',
  says: {
    empty: 'No impressions provided',
    status: (status, stated) => `Unexpected status code ${status} with error message '${stated}'`,
  },
  // The bid for an interstitial is a video if the imp offers video, although `withBidderSizes` may have sent a banner.
  note: ({ imps }) => imps[0]!.imp.instl === 1 || undefined,
  mediaType: [
    ({ impid }, { note, impOf }) => (note === true && impOf(impid)?.types.includes('video') ? 'video' : undefined),
    'imp',
  ],
  bid: [
    ({ adm = '' }) => {
      const id = textAt(parsedJson(adm), 'bid_id');
      return id === '' ? badReply('a bid has no adm with a bid_id') : { adid: id, crid: id };
    },
  ],
});

/** Joins publisher and placement to one tag. They come in one param or two, spelled in camel case or lower case. */
function tagOf(params: unknown): { tagid: string } | undefined {
  const [publisher, placement] = [paramText(params, 'publisherId'), paramText(params, 'placementId')];
  const parts = placement.split('_');
  if (parts.length === 1) parts.unshift(publisher);
  return parts.length === 2 && parts.every((part) => part !== '') ? { tagid: parts.join('_') } : undefined;
}

function paramText(params: unknown, name: string): string {
  return textAt(params, name) || textAt(params, name.toLowerCase());
}

/** Sets this bidder's sizes: 0 fills the screen or player, -1 the available space. An unrewarded interstitial video becomes a banner. */
function withBidderSizes({ id, banner, video, native, instl, rwdd }: Imp): Changes<Imp> | Refusal {
  const isFull = instl === 1;
  if (banner && isFull) return { banner: { ...without(banner, ['format']), w: 0, h: 0 } };
  if (banner) {
    const heights = [banner.h, ...(banner.h ? [] : (banner.format ?? []).map((format) => format.h))];
    const h = heights.find((height) => bannerHeights.has(height));
    if (h === undefined) return refuseImp(id, 'banners must be 50 or 250 high');
    return { banner: { ...without(banner, ['format']), w: -1, h } };
  }
  if (video && isFull && rwdd !== 1) return { video: undefined, banner: { w: 0, h: 0 } };
  if (video) {
    const videotype = isFull || textAt(video.ext, 'videotype') === fullReward ? fullReward : 'rewarded';
    return { video: { ...video, w: 0, h: 0, ...(rwdd === 1 && { ext: { ...video.ext, videotype } }) } };
  }
  if (isFull) return refuseImp(id, 'native cannot be an interstitial');
  return { native: { ...without(native ?? {}, ['request', 'ver']), w: -1, h: -1 } as Native };
}
