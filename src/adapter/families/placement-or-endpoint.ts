/** The family of platforms that identify the seller by one id: a publisher by its placement, or a network by its endpoint. */
import { Type, type TObject } from 'typebox';
import { defineBidder, type BidderDefinition } from '../define-bidder.ts';
import type { ImpStep } from '../call-steps.ts';
import type { AliasOptions, FactOptions, SyncOptions } from '../facts.ts';
import type { MediaTypeRules } from '../media-type.ts';
import { refuseImp } from '../refusal.ts';
import { mtypeAmong } from '../steps/bid-type.ts';
import { impExt } from '../steps/imp.ts';

/** The params of platforms that serve publishers and networks: exactly one of the two ids. */
const eitherId = Type.Object(
  {
    placementId: Type.Optional(Type.String({ minLength: 1 })),
    endpointId: Type.Optional(Type.String({ minLength: 1 })),
  },
  { oneOf: [{ required: ['placementId'] }, { required: ['endpointId'] }] },
);

/** What the params of such a platform may hold. */
interface Ids {
  readonly placementId?: string;
  readonly endpointId?: string;
}

/** What one platform adds to its facts: other media type rules, `imp` steps of its own, and other `params`. */
interface PlatformOptions extends FactOptions {
  readonly code: string;
  readonly aliases?: readonly AliasOptions[];
  readonly mediaType?: MediaTypeRules<undefined>;
  readonly imp?: readonly ImpStep<unknown>[];
  readonly params?: TObject;
}

/** Defines one such platform: a call for each imp, whose `ext` names the seller and nothing else; bids state their `mtype`. */
export function placementOrEndpoint({ params = eitherId, imp = [], ...options }: PlatformOptions): BidderDefinition {
  return defineBidder({
    mediaType: [
      mtypeAmong(['banner', 'video', 'native'], ({ impid }) => `could not define media type for impression: ${impid}`),
    ],
    ...options,
    params,
    imp: [requireSeller, ...imp, impExt<Ids>((ids) => ({ bidder: sellerOf(ids) }))],
    batch: 'perImp',
    headers: ['json'],
  });
}

const requireSeller: ImpStep<Ids> = ({ id }, { params }) =>
  params.placementId || params.endpointId ? null : refuseImp(id, 'the params lack placementId or endpointId');

function sellerOf({ placementId, endpointId }: Ids): object {
  return placementId ? { placementId, type: 'publisher' } : { endpointId, type: 'network' };
}

/** The user sync of the many platforms that have two pages at this host. Their queries differ in the parameter name for US privacy. */
export function bothWays(host: string, usInIframe = 'ccpa', usInRedirect = usInIframe): SyncOptions {
  return {
    iframe: `https://${host}/pbserverIframe?${signals(usInIframe)}&pbserverUrl={{.RedirectURL}}`,
    redirect: `https://${host}/pbserver?${signals(usInRedirect)}&redir={{.RedirectURL}}`,
    userMacro: '[UID]',
  };
}

/** Only the redirect of `bothWays`. */
export function redirectWithGpp(host: string): SyncOptions {
  const { iframe: _, ...sync } = bothWays(host, 'us_privacy');
  return sync;
}

/** The user sync of platforms that have only the redirect, without GPP. */
export function redirectAlone(host: string, us = 'ccpa'): SyncOptions {
  const query = `gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&${us}={{.USPrivacy}}&redir={{.RedirectURL}}`;
  return { redirect: `https://${host}/pbserver?${query}`, userMacro: '[UID]' };
}

function signals(us: string): string {
  return `gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&${us}={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}`;
}
