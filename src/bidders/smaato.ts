/** Smaato: a call for each imp and media type, or for each pod of a video request; the reply's headers tell media type and expiry. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext, ImpContext } from '../adapter/call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { numberAt, textAt, textsOf, wholeAt } from '../adapter/json.ts';
import { markupObject } from '../adapter/native-markup.ts';
import { badReply, refuse } from '../adapter/refusal.ts';
import { set, within } from '../adapter/steps/any.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { inventory } from '../adapter/steps/body.ts';
import { dropFromExt, requireType, typesApart } from '../adapter/steps/imp.ts';
import { queryValue } from '../adapter/url.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import { without } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { User } from '../openrtb/user.ts';
import { saying } from '../adapter/steps/saying.ts';

const Params = Type.Object(
  { publisherId: Type.String(), adspaceId: Type.Optional(Type.String()), adbreakId: Type.Optional(Type.String()) },
  { anyOf: [{ required: ['adspaceId'] }, { required: ['adbreakId'] }] },
);
type Params = Static<typeof Params>;

/** Media types by the reply's `X-Smt-Adtype`, in lower case. */
const types = new Map<string, MediaType>([
  ['img', 'banner'],
  ['richmedia', 'banner'],
  ['video', 'video'],
  ['native', 'native'],
]);

/** The default lifetime of a bid. */
const defaultTtlSeconds = 300;

export default defineBidder({
  code: 'smaato',
  endpoint: 'https://prebid.ad.smaato.net/oapi/prebid',
  endpointCompression: 'gzip',
  gvlVendorId: 82,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: 'https://s.ad.smaato.net/i/?adExInit=p&redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}',
    redirect:
      'https://s.ad.smaato.net/c/?adExInit=p&redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}',
    userMacro: '$UID',
  },
  params: Params,
  imp: [
    saying(
      'Invalid MediaType. Smaato only supports Banner, Video and Native.',
      requireType('banner', 'video', 'native'),
    ),
    placement,
    dropFromExt('bidder'),
    set({ audio: undefined }),
  ],
  split: (imp, { auction }) => (auction.entryPoint === 'video' ? [{}] : typesApart()(imp)),
  // The pod of an imp is the prefix of its id, such as 2 in `2_1`.
  batch: { by: ({ imp }, { auction }) => (auction.entryPoint === 'video' ? imp.id?.split('_')[0] : undefined) },
  body: [
    ({ site, app, dooh }) => (site || app || dooh ? null : refuse('Missing site/app/dooh.')),
    inventory((_, { params: { publisherId } }) => ({ publisher: { id: publisherId } })),
    within('site', ({ ext, keywords }) => ({ ext: undefined, keywords: textAt(ext, 'data', 'keywords') || keywords })),
    within('user', userPart),
    set({ ext: { client: 'prebid_server_1.2' } }),
    podSequence,
  ],
  headers: ['json'],
  says: { empty: 'No impressions in bid request.' },
  replyHeaders: ['x-smt-adtype', 'x-smt-expires'],
  note: ({ auction }) => auction.nowMs,
  currency: 'ignored',
  mediaType: [
    ({ id = '', adm = '' }, { header, isStored }) => {
      if (adm === '') return badReply(`Empty ad markup in bid with id: ${id}`);
      const type = header('x-smt-adtype').toLowerCase();
      // A stored reply has no headers: the default rules find the media types of its bids.
      return types.get(type) ?? (isStored ? undefined : badReply(`Unknown markup type ${type.slice(0, 30)}.`));
    },
  ],
  bid: [
    ({ adm = '' }, { type }) => {
      const native = type === 'native' ? markupObject(adm)?.['native'] : undefined;
      return native === undefined ? null : { adm: JSON.stringify(native) };
    },
    ({ adm = '', ext }, { type }) => {
      const urls = type === 'banner' ? textsOf(ext?.['curls']) : [];
      return urls.length === 0 ? null : { adm: withClicks(adm, urls) };
    },
    (_, { header, note }) => {
      const expiresMs = numberAt(header('x-smt-expires'));
      return {
        exp: expiresMs > 0 ? Math.max(0, Math.floor((expiresMs - (note as number)) / 1000)) : defaultTtlSeconds,
      };
    },
  ],
  video: videoAt('ext', 'duration'),
});

/** Sets `tagid` to the params' ad space, or to their ad break in a video request. */
function placement(_: Imp, { params, auction }: ImpContext<Params>) {
  if (!params.publisherId) return refuse('Missing publisherId parameter.');
  const name = auction.entryPoint === 'video' ? 'adbreakId' : 'adspaceId';
  return params[name] ? { tagid: params[name] } : refuse(`Missing ${name} parameter.`);
}

/** Numbers the imps of a pod, of which only the first keeps its `ext`. */
function podSequence(_: unknown, { imps, auction }: CallContext<Params>): Changes<BidRequest> | null {
  if (auction.entryPoint !== 'video') return null;
  const imp = imps.map(({ imp: { ext, ...imp } }, at) => {
    const video = { ...imp.video, sequence: at + 1, ext: { context: 'adpod' } };
    return { ...imp, video, ...(at === 0 && ext !== undefined && { ext }) };
  });
  return { imp };
}

/** Overrides the user's keywords, gender and year of birth with those in `user.ext.data`, and removes that. */
function userPart({ ext, keywords, gender, yob }: User) {
  return {
    ext: ext && without(ext, ['data']),
    keywords: textAt(ext, 'data', 'keywords') || keywords,
    gender: textAt(ext, 'data', 'gender') || gender,
    yob: wholeAt(ext, 'data', 'yob') || yob,
  };
}

/** Markup that requests these URLs when it is clicked. */
function withClicks(adm: string, urls: readonly string[]): string {
  const calls = urls.map((url) => {
    return `fetch(decodeURIComponent('${queryValue(url)}'.replace(/\\+/g, ' ')), {cache: 'no-cache'});`;
  });
  return `<div style="cursor:pointer" onclick="${calls.join('')}">${adm}</div>`;
}
