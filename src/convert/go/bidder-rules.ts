/** Converts the bidders of a Prebid Server (Go) host. */
import { butNot, number, numbers, text, texts, words } from '../conversions.ts';
import type { JointRule, Rule } from '../rule.ts';
import { ownAddress } from './sync-rules.ts';
import { flag, isFlag } from './values.ts';
import { unsupported } from '../unsupported.ts';

/** One sync page. What the file does not state stays as the bidder has it. */
function syncPage(way: 'iframe' | 'redirect'): JointRule {
  return {
    within: `adapters.*.usersync.${way}`,
    from: ['url', 'user_macro'],
    to: [`bidders.*.userSync.${way}.url`, `bidders.*.userSync.${way}.userMacro`],
    join: ({ stated, put, tell, around, names }) => {
      const fact = around.known.get(around.codeOf(names.at(-1)!))?.facts.sync?.[way];
      const url = stated('url')?.text ?? fact?.url;
      if (url === undefined) return tell('user_macro', 'has no effect without a url: add one, or remove this');
      const macro = stated('user_macro')?.text ?? fact?.userMacro ?? '';
      put(`bidders.*.userSync.${way}.url`, url);
      put(`bidders.*.userSync.${way}.userMacro`, macro);
    },
  };
}

const syncRules: readonly Rule[] = [
  { from: 'adapters.*.usersync.enabled', to: 'bidders.*.userSync.enabled', as: flag },
  { from: 'adapters.*.usersync.key', to: 'bidders.*.userSync.key', as: text },
  { from: 'adapters.*.usersync.support_cors', to: 'bidders.*.userSync.supportCORS', as: flag },
  { from: 'adapters.*.usersync.skipwhen.gdpr', to: 'bidders.*.userSync.skipwhen.gdpr', as: flag },
  { from: 'adapters.*.usersync.skipwhen.gpp_sid', to: 'bidders.*.userSync.skipwhen.gpp_sid', as: numbers },
  syncPage('iframe'),
  syncPage('redirect'),
  { from: 'adapters.*.usersync.default', needless: true },
  { from: 'adapters.*.usersync.supports', needless: true },
  {
    from: 'adapters.*.usersync.format_override',
    tell: unsupported.setuidFormat,
  },
  { from: 'adapters.*.usersync.external_url', tell: ownAddress },
  { from: 'adapters.*.usersync.iframe.redirect_url', tell: ownAddress },
  { from: 'adapters.*.usersync.iframe.external_url', tell: ownAddress },
  { from: 'adapters.*.usersync.redirect.redirect_url', tell: ownAddress },
  { from: 'adapters.*.usersync.redirect.external_url', tell: ownAddress },
  { from: 'adapters.*.usersync_url', tell: 'not supported: set usersync.redirect.url with {{.RedirectURL}} instead' },
];

/** The rules of `adapters`. */
export const bidderRules: readonly Rule[] = [
  { from: 'adapters.*.endpoint', to: 'bidders.*.endpoint', as: butNot([''], text) },
  {
    from: 'adapters.*.aliasof',
    to: 'bidders.*.aliasOf',
    as: (stated, around) => ({ value: around.codeOf(stated.text) }),
  },
  { from: 'adapters.*.disabled', asked: isFlag },
  { from: 'adapters.*.gvlvendorid', to: 'bidders.*.gvlVendorId', as: number },
  {
    from: 'adapters.*.endpointcompression',
    to: 'bidders.*.endpointCompression',
    as: words({ gzip: 'gzip', none: 'none', '': 'none' }),
  },
  { from: 'adapters.*.openrtb.version', to: 'bidders.*.ortbVersion', as: words({ '2.5': '2.5', '2.6': '2.6' }) },
  { from: 'adapters.*.openrtb.gpp-supported', to: 'bidders.*.gppSupported', as: flag },
  { from: 'adapters.*.openrtb.multiformat-supported', to: 'bidders.*.multiformatSupported', as: flag },
  { from: 'adapters.*.capabilities.app.mediatypes', to: 'bidders.*.capabilities.app', as: texts },
  { from: 'adapters.*.capabilities.site.mediatypes', to: 'bidders.*.capabilities.site', as: texts },
  { from: 'adapters.*.capabilities.dooh.mediatypes', to: 'bidders.*.capabilities.dooh', as: texts },
  { from: 'adapters.*.modifyingvastxmlallowed', to: 'bidders.*.modifyingVastXmlAllowed', as: flag },
  { from: 'adapters.*.extra_info', to: 'bidders.*.extraInfo', as: text },
  { from: 'adapters.*.platform_id', to: 'bidders.*.platformId', as: text },
  {
    from: 'adapters.*.partner_id',
    tell: 'not supported: set platformId, extraInfo or credentials to what the bidder gave you instead',
  },
  { from: 'adapters.*.app_secret', to: 'bidders.*.credentials.appSecret', as: text },
  { from: 'adapters.*.xapi.username', to: 'bidders.*.credentials.username', as: text },
  { from: 'adapters.*.xapi.password', to: 'bidders.*.credentials.password', as: text },
  { from: 'adapters.*.xapi.tracker', to: 'bidders.*.credentials.tracker', as: text },
  ...syncRules,
  { from: 'adapters.*.debug.allow', to: 'bidders.*.debugAllowed', as: flag },
  {
    from: 'adapters.*.experiment.adscert.enabled',
    tell: unsupported.adsCert,
    unless: [false],
  },
  {
    from: 'adapters.*.whitelabelonly',
    tell: unsupported.ownName,
    unless: [false],
  },
  { from: 'adapters.*.maintainer', needless: true },
  { from: 'adapters.*.geoscope', needless: true },
];
