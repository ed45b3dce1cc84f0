/** Outbrain: params name the publisher and block lists; native event trackers become impression trackers. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, textAt, textsOf, valueAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { markupObject } from '../adapter/native-markup.ts';
import { badReply } from '../adapter/refusal.ts';
import { inventory } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import type { JsonObject } from '../openrtb/json-object.ts';

const publisher = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
});
type Publisher = Static<typeof publisher>;

export default defineBidder({
  code: 'outbrain',
  endpoint: 'https://prebidtest.zemanta.com/api/bidder/prebidtest/bid/',
  gvlVendorId: 164,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    redirect:
      'https://prebidtest.zemanta.com/usersync/prebidtest?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&cb={{.RedirectURL}}',
    userMacro: '__ZUID__',
  },
  params: Type.Object({
    publisher,
    tagid: Type.Optional(Type.String()),
    bcat: Type.Optional(Type.Array(Type.String())),
    badv: Type.Optional(Type.Array(Type.String())),
  }),
  imp: [tagId((p) => p.tagid)],
  body: [
    inventory((_, { imps }) => {
      const { publisher } = imps.at(-1)!.params;
      return { publisher: publisher && publisherPart(publisher) };
    }),
    (_, { imps }) => {
      const { bcat, badv } = imps.at(-1)!.params;
      return { ...(bcat && { bcat }), ...(badv && { badv }) };
    },
  ],
  headers: ['contentType'],
  mediaType: [typeOfImp('native', 'banner', 'video')],
  bid: [
    ({ adm }, { type }) => {
      if (type !== 'native') return null;
      const markup = markupObject(adm);
      return markup ? { adm: withoutEventTrackers(markup) } : badReply('a native bid has no native markup');
    },
  ],
});

/** The members of a publisher that are sent. */
function publisherPart({ id, name, domain }: Publisher): Publisher {
  return { id, ...(name !== undefined && { name }), ...(domain !== undefined && { domain }) };
}

/** Native markup with its impression trackers moved to where older renderers look for them. */
function withoutEventTrackers({ eventtrackers, imptrackers, jstracker, ...rest }: JsonObject): string {
  const trackers = asList(eventtrackers).filter((one) => valueAt(one, 'event') === 1);
  const urls = (method: number) =>
    trackers.flatMap((one) => (valueAt(one, 'method') === method ? [textAt(one, 'url')] : []));
  const images = [...textsOf(imptrackers), ...urls(1)];
  const added = urls(2).map((url) => `<script src="${url}"></script>`);
  const scripts = [typeof jstracker === 'string' ? jstracker : '', ...added].join('');
  const markup = {
    ...rest,
    ...(images.length > 0 && { imptrackers: images }),
    ...(scripts !== '' && { jstracker: scripts }),
  };
  // Escaped so that the text can be embedded in a script element.
  return JSON.stringify(markup).replaceAll(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
}
