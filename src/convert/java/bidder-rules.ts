/** Converts the bidders of a Prebid Server Java host and their aliases, which state the same settings. */
import type { JointRule, Rule } from '../rule.ts';
import { aliasRules } from './alias-rules.ts';
import { pathOf, taken } from './bidder-settings.ts';
import { capabilitiesRule } from './capabilities.ts';
import { endpointRule } from './endpoint.ts';
import { extraInfo } from './extra-info.ts';
import { flagAt } from './values.ts';
import { unsupported } from '../unsupported.ts';

const vendorRules = 'not supported: Gavel enforces privacy rules for every bidder';
const sameTmax = 'not supported: every bidder gets the same tmax; raise auction.networkReserveMs to lower it for all';
const pods = 'not supported: Gavel offers imps that are part of a pod to every bidder';

const told: readonly (readonly [from: string, tell: string, unless?: readonly unknown[]])[] = [
  ['pbs-enforces-ccpa', vendorRules, [true]],
  ['pbs-enforces-gdpr', vendorRules, [true]],
  ['tmax-deduction-ms', sameTmax, [0]],
  [
    'meta-info.currency-accepted',
    'not supported: Gavel calls the bidder whatever currency the request asks for, and converts its bids',
  ],
  ['usersync.iframe.format-override', unsupported.setuidFormat],
  ['usersync.redirect.format-override', unsupported.setuidFormat],
  ['generate-bid-id', unsupported.generatedBidIds, [false]],
  ['whitelabelonly', unsupported.ownName, [false]],
  ['adpod-supported', pods, [true]],
  ['iab-categories', 'not needed: Gavel has the categories of this bidder built in'],
];

const needless = [
  'deprecated-names',
  'geoscope',
  'meta-info.maintainer-email',
  'meta-info.supported-vendors',
  'apex-renderer-url',
  'timeout-notification-url-template',
];

const pageOf = (type: string, name: string) => `bidders.*.usersync.${type}.${name}`;

/** The sync page of older files, which have only one, of the kind that `type` names. */
function olderPage(pattern: string): JointRule {
  return {
    within: `${pattern}.usersync`,
    from: ['url', 'type', 'redirect-url', 'support-cors'],
    to: ['iframe', 'redirect'].flatMap((type) =>
      ['url', 'redirect-url', 'support-cors'].map((name) => pageOf(type, name)),
    ),
    join: (turn) => {
      const { textAt, put } = turn;
      const type = textAt('type').toLowerCase() === 'iframe' ? 'iframe' : 'redirect';
      for (const name of ['url', 'redirect-url']) {
        const page = textAt(name);
        if (page !== '') put(pageOf(type, name), pathOf(page));
      }
      const cors = flagAt(turn, 'support-cors');
      if (cors !== undefined) put(pageOf(type, 'support-cors'), cors);
    },
  };
}

/** The rules of what `pattern` (a bidder or an alias) may state. */
function rulesOf(pattern: string): Rule[] {
  return [
    ...taken.map(([from, to, as]): Rule => ({ from: `${pattern}.${from}`, to: `bidders.*.${to}`, as })),
    ...told.map(([from, tell, unless = []]): Rule => ({ from: `${pattern}.${from}`, tell, unless })),
    ...needless.map((from): Rule => ({ from: `${pattern}.${from}`, needless: true })),
    olderPage(pattern),
    endpointRule(pattern),
    capabilitiesRule(pattern),
    extraInfo(pattern),
  ];
}

const each =
  'not supported as a default: of the bidders whose shipped file does not set it, set it at bidders.<code> for each that Gavel treats otherwise';

/** The rules of `adapters` and `adapter-defaults`. */
export const bidderRules: readonly Rule[] = [
  ...rulesOf('adapters.*'),
  ...rulesOf('adapters.*.aliases.*'),
  ...aliasRules,
  {
    from: 'adapter-defaults.enabled',
    tell: 'not supported: Gavel calls only bidders in its configuration; --bidders a,b,c adds those that this file does not name',
    unless: [false],
  },
  { from: 'adapter-defaults.ortb-version', tell: each, unless: ['2.5'] },
  { from: 'adapter-defaults.ortb.multiformat-supported', tell: each, unless: [true] },
  { from: 'adapter-defaults.modifying-vast-xml-allowed', tell: each, unless: [true] },
  { from: 'adapter-defaults.endpoint-compression', tell: each, unless: ['none', 'NONE'] },
  { from: 'adapter-defaults.pbs-enforces-ccpa', tell: vendorRules, unless: [true] },
  { from: 'adapter-defaults.pbs-enforces-gdpr', tell: vendorRules, unless: [true] },
  {
    from: 'adapter-defaults.debug.allow',
    tell: 'not supported as a default: set accounts.defaults.debugAllowed or bidders.<code>.debugAllowed to false instead',
    unless: [true],
  },
  { from: 'adapter-defaults.tmax-deduction-ms', tell: sameTmax, unless: [0] },
  { from: 'adapter-defaults.adpod-supported', tell: pods, unless: [true] },
];
