/** Sparteo: the params go in `imp.ext.sparteo`; the network also goes in the URL and in `publisher.ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import { objectAt } from '../adapter/json.ts';
import { setMtype } from '../adapter/steps/bid.ts';
import { inventory } from '../adapter/steps/body.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';
import { addQuery } from '../adapter/url.ts';
import { without } from '../openrtb/json-object.ts';

/** Placeholder for an unknown value in the URL. */
const unknown = 'unknown';

export default defineBidder({
  code: 'sparteo',
  endpoint: 'https://bid.sparteo.com/s2s-auction',
  gvlVendorId: 1028,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sync.sparteo.com/s2s_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect_url={{.RedirectURL}}',
  },
  params: Type.Object(
    {
      networkId: Type.String(),
      custom1: Type.Optional(Type.String()),
      custom2: Type.Optional(Type.String()),
      custom3: Type.Optional(Type.String()),
      custom4: Type.Optional(Type.String()),
      custom5: Type.Optional(Type.String()),
    },
    { additionalProperties: true },
  ),
  imp: [
    impExt((params, { ext = {} }) => ({
      ...without(ext, ['bidder', 'sparteo']),
      sparteo: { ...objectAt(ext, 'sparteo'), params: { ...objectAt(ext, 'sparteo', 'params'), ...params } },
    })),
  ],
  body: [
    inventory(({ publisher }, c) => {
      const params = { ...objectAt(publisher?.ext, 'params'), networkId: networkOf(c) };
      return { publisher: { ...publisher, ext: { ...publisher?.ext, params } } };
    }),
  ],
  url: (endpoint, c) => {
    const { site, app } = c.request;
    const named = addQuery(endpoint, 'network_id', networkOf(c));
    if (site) return addQuery(named, 'site_domain', hostIn(site.domain) || hostIn(site.page) || unknown);
    if (!app) return named;
    const bundle = (app.bundle ?? '').trim();
    const ofApp = addQuery(named, 'app_domain', hostIn(app.domain) || unknown);
    return addQuery(ofApp, 'bundle', /^(?:null)?$/i.test(bundle) ? unknown : bundle);
  },
  headers: ['contentTypePlain'],
  mediaType: ['ext'],
  bid: [setMtype()],
});

/** The first network that an imp names; '' when none does. */
function networkOf({ imps }: CallContext<{ networkId?: string }>): string {
  return firstParam(imps, (p) => p.networkId) ?? '';
}

/** The host of a domain or URL, in lower case and without `www.`; '' if there is none. */
function hostIn(text = ''): string {
  const [, inUrl] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(text.trim()) ?? [];
  const host = (inUrl ?? text.trim().split(/[:/]/)[0]!)
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  return host === 'null' ? '' : host;
}
