/** Decides the query of a call to Yieldlab, which describes slots, device, consent and supply chain. */
import { raiseRegs, raiseUser } from '../../openrtb/places.ts';
import type { CallContext, SharedRequest } from '../call-steps.ts';
import { asList, scalarText, textAt, valueAt } from '../json.ts';
import { sizeTexts } from '../steps/size.ts';
import { chainText } from '../supply-chain.ts';
import { queryValue, withQuery } from '../url.ts';

/** The params: an ad slot of a supply, and key-values for its targeting. */
export interface Params {
  readonly adslotId?: string;
  readonly supplyId?: string;
  readonly extId?: string;
  readonly targeting?: object;
}

/** Parameters of a query; undefined ones are left out. */
export type Query = { readonly [name: string]: string | number | undefined };

/** The parameters that calls and the URLs of their ads share. */
export function sharedQuery({ user = {}, regs = {} }: SharedRequest, nowMs: number): Query {
  const { gdpr } = raiseRegs(regs);
  return {
    gdpr: gdpr === 0 || gdpr === 1 ? gdpr : undefined,
    gdpr_consent: textAt(raiseUser(user), 'consent') || undefined,
    ids: user.buyeruid ? `ylid:${user.buyeruid}` : undefined,
    ts: Math.floor(nowMs / 1000),
  };
}

/** The query of a call. */
export function callQuery(c: CallContext<Params>): Query {
  const { device, app } = c.request;
  return {
    ...sharedQuery(c.request, c.auction.nowMs),
    ...dsaQuery(valueAt(c.request.regs, 'ext', 'dsa')),
    content: 'json',
    pvid: 'true',
    t: targetingText(c) || undefined,
    sizes: sizesText(c) || undefined,
    schain: chainText(c.request, queryValue),
    lat: device?.geo?.lat,
    lon: device?.geo?.lon,
    yl_rtb_ifa: device?.ifa,
    yl_rtb_devicetype: device?.devicetype,
    yl_rtb_connectiontype: device?.connectiontype,
    pubappname: app?.name,
    pubbundlename: app?.bundle,
  };
}

/** The key-values of all imps as a nested query. */
function targetingText({ imps }: CallContext<Params>): string {
  const pairs = imps.flatMap(({ params }) => Object.entries(params.targeting ?? {}));
  return withQuery('', Object.fromEntries(pairs.map(([name, value]) => [name, scalarText(value)]))).slice(1);
}

/** The formats of each slot that is only for banners. */
function sizesText({ imps }: CallContext<Params>): string {
  const slots = imps.flatMap(({ imp: { banner, video }, params }) => {
    if (!banner || video) return [];
    const sizes = sizeTexts(banner);
    return sizes.length === 0 ? [] : [`${params.adslotId}:${sizes.join('|')}`];
  });
  return slots.join(',');
}

/** What publishers state under the Digital Services Act. */
function dsaQuery(dsa: unknown): Query {
  const transparency = asList(valueAt(dsa, 'transparency')).flatMap((one) => {
    const domain = textAt(one, 'domain');
    const params = asList(valueAt(one, 'dsaparams')).filter((param) => typeof param === 'number');
    if (domain === '') return [];
    return params.length === 0 ? [domain] : [`${domain}~${params.join('_')}`];
  });
  return {
    dsarequired: scalarText(valueAt(dsa, 'dsarequired')),
    dsapubrender: scalarText(valueAt(dsa, 'pubrender')),
    dsadatatopub: scalarText(valueAt(dsa, 'datatopub')),
    dsatransparency: transparency.join('~~') || undefined,
  };
}
