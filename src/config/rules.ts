/** Rules between settings (interface, decisions), which no single value can break. */
import { checkAdjustments } from './adjustment-rule.ts';
import { checkBidders } from './bidder-rules.ts';
import { breach, isReserved, type Checked } from './checked.ts';
import { checkNamed } from './name-rules.ts';
import { checkPrefixes } from './prefix-rule.ts';
import { checkAddresses } from './store-addresses.ts';

/** Adds every broken rule between settings to the findings. */
export function checkRules(checked: Checked): void {
  checkTimes(checked);
  checkNames(checked);
  checkPorts(checked);
  checkAddresses(checked);
  checkHostCookie(checked);
  checkBidders(checked);
  checkNamed(checked);
  checkPrefixes(checked);
  checkAdjustments(checked);
  checkShared(checked);
}

/** Processes that share a folder download each vendor list once; without one each would download all. */
function checkShared(checked: Checked): void {
  const { processes, privacy } = checked.config;
  const { vendorListDir, vendorListUrl } = privacy.gdpr;
  if (processes === 1 || vendorListUrl === '' || vendorListDir !== '') return;
  const path = ['privacy', 'gdpr', 'vendorListDir'];
  breach(
    checked,
    [path, ['processes']],
    'is empty, so every process would download the lists: name a folder that they share',
  );
}

function checkTimes(checked: Checked): void {
  const { tmaxMinMs, tmaxDefaultMs, tmaxMaxMs } = checked.config.auction;
  if (tmaxMinMs > tmaxMaxMs) {
    const what = `is ${tmaxMinMs}, above auction.tmaxMaxMs (${tmaxMaxMs}): lower it, or raise auction.tmaxMaxMs`;
    breach(checked, pathsIn(['auction'], 'tmaxMinMs', 'tmaxMaxMs'), what);
  } else if (tmaxDefaultMs < tmaxMinMs || tmaxDefaultMs > tmaxMaxMs) {
    const range = `auction.tmaxMinMs (${tmaxMinMs}) to auction.tmaxMaxMs (${tmaxMaxMs})`;
    const paths = pathsIn(['auction'], 'tmaxDefaultMs', 'tmaxMinMs', 'tmaxMaxMs');
    breach(checked, paths, `is ${tmaxDefaultMs}, outside ${range}: set it between the two`);
  } else checkReserves(checked);
}

/** The reserves must leave the bidders of an auction with the default tmax some time. */
function checkReserves(checked: Checked): void {
  const { auction } = checked.config;
  const { tmaxDefaultMs, networkReserveMs, responseReserveMs } = auction;
  if (networkReserveMs + responseReserveMs < tmaxDefaultMs) return;
  const names = ['networkReserveMs', 'responseReserveMs'] as const;
  const [larger, other] = networkReserveMs < responseReserveMs ? [names[1], names[0]] : names;
  const rest = `leaves bidders no time of auction.tmaxDefaultMs (${tmaxDefaultMs})`;
  const what = `is ${auction[larger]}, which together with auction.${other} (${auction[other]}) ${rest}: lower it, or raise auction.tmaxDefaultMs`;
  breach(checked, pathsIn(['auction'], larger, other, 'tmaxDefaultMs'), what);
}

function checkNames(checked: Checked): void {
  const { namespace } = checked.config;
  if (namespace !== 'prebid' && isReserved(namespace)) {
    breach(checked, [['namespace']], `is ${namespace}, which has another meaning in ext: choose another name`);
  }
}

const everywhere = new Set(['0.0.0.0', '::']);

function checkPorts(checked: Checked): void {
  const { host, port, admin } = checked.config;
  const overlap = host === admin.host || everywhere.has(host) || everywhere.has(admin.host);
  if (port !== 0 && port === admin.port && overlap) {
    breach(checked, [['admin', 'port'], ['port']], `is ${port}, the same as port: use two different ports`);
  }
}

function checkHostCookie(checked: Checked): void {
  const section = ['userSync', 'hostCookie'];
  const { family, cookieName, optOutCookie } = checked.config.userSync.hostCookie;
  checkBoth(checked, section, { family, cookieName });
  // Without a value, users without the cookie would count as opted out.
  checkBoth(checked, [...section, 'optOutCookie'], { ...optOutCookie });
}

/** Two texts of `section` must be both empty or both set. */
function checkBoth(checked: Checked, section: readonly string[], texts: { readonly [key: string]: string }): void {
  const missing = Object.keys(texts).find((key) => texts[key] === '');
  const given = Object.keys(texts).find((key) => texts[key] !== '');
  if (missing === undefined || given === undefined) return;
  const what = `is missing: ${[...section, given].join('.')} needs it, so set both or neither`;
  breach(checked, pathsIn(section, missing, given), what);
}

/** The paths of settings in one section. */
function pathsIn(section: readonly string[], ...names: readonly string[]): string[][] {
  return names.map((name) => [...section, name]);
}
