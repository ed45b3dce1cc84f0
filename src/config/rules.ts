/** Rules between settings (interface, decisions): what no single value can break alone. */
import { checkAdjustments } from './adjustment-rule.ts';
import { checkBidders } from './bidder-rules.ts';
import { breach, isReserved, type Checked } from './checked.ts';
import { checkNamed } from './name-rules.ts';
import { checkPrefixes } from './prefix-rule.ts';
import { checkAddresses } from './store-addresses.ts';

/** Adds to the findings every rule between settings that does not hold. */
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

/** Several processes download a vendor list once only where they share a folder. */
function checkShared(checked: Checked): void {
  const { processes, privacy } = checked.config;
  const { vendorListDir, vendorListUrl } = privacy.gdpr;
  if (processes === 1 || vendorListUrl === '' || vendorListDir !== '') return;
  const path = ['privacy', 'gdpr', 'vendorListDir'];
  breach(
    checked,
    [path, ['processes']],
    'is empty, and every process would download the lists: name a folder that they share',
  );
}

function checkTimes(checked: Checked): void {
  const { tmaxMinMs, tmaxDefaultMs, tmaxMaxMs } = checked.config.auction;
  if (tmaxMinMs > tmaxMaxMs) {
    const what = `is ${tmaxMinMs}, above auction.tmaxMaxMs (${tmaxMaxMs}): lower it, or raise auction.tmaxMaxMs`;
    breach(checked, inside(['auction'], 'tmaxMinMs', 'tmaxMaxMs'), what);
  } else if (tmaxDefaultMs < tmaxMinMs || tmaxDefaultMs > tmaxMaxMs) {
    const range = `auction.tmaxMinMs (${tmaxMinMs}) to auction.tmaxMaxMs (${tmaxMaxMs})`;
    const paths = inside(['auction'], 'tmaxDefaultMs', 'tmaxMinMs', 'tmaxMaxMs');
    breach(checked, paths, `is ${tmaxDefaultMs}, outside ${range}: set it between the two`);
  } else checkReserves(checked);
}

/** What is kept back must leave the bidders of a usual auction some time. */
function checkReserves(checked: Checked): void {
  const { auction } = checked.config;
  const { tmaxDefaultMs, networkReserveMs, responseReserveMs } = auction;
  if (networkReserveMs + responseReserveMs < tmaxDefaultMs) return;
  const names = ['networkReserveMs', 'responseReserveMs'] as const;
  const [larger, other] = networkReserveMs < responseReserveMs ? [names[1], names[0]] : names;
  const rest = `leaves bidders nothing of auction.tmaxDefaultMs (${tmaxDefaultMs})`;
  const what = `is ${auction[larger]}, which with auction.${other} (${auction[other]}) ${rest}: lower it, or raise that`;
  breach(checked, inside(['auction'], larger, other, 'tmaxDefaultMs'), what);
}

function checkNames(checked: Checked): void {
  const { namespace } = checked.config;
  if (namespace !== 'prebid' && isReserved(namespace)) {
    breach(checked, [['namespace']], `is ${namespace}, which has another meaning in ext: use another word`);
  }
}

const everywhere = new Set(['0.0.0.0', '::']);

function checkPorts(checked: Checked): void {
  const { host, port, admin } = checked.config;
  const overlap = host === admin.host || everywhere.has(host) || everywhere.has(admin.host);
  if (port !== 0 && port === admin.port && overlap) {
    breach(checked, [['admin', 'port'], ['port']], `is ${port}, the same as port: give the two different ports`);
  }
}

function checkHostCookie(checked: Checked): void {
  const section = ['userSync', 'hostCookie'];
  const { family, cookieName, optOutCookie } = checked.config.userSync.hostCookie;
  checkBoth(checked, section, { family, cookieName });
  // Without a value, whoever lacks the cookie would have opted out.
  checkBoth(checked, [...section, 'optOutCookie'], { ...optOutCookie });
}

/** Of two texts of `section` neither may be empty alone. */
function checkBoth(checked: Checked, section: readonly string[], texts: { readonly [key: string]: string }): void {
  const missing = Object.keys(texts).find((key) => texts[key] === '');
  const given = Object.keys(texts).find((key) => texts[key] !== '');
  if (missing === undefined || given === undefined) return;
  const what = `is missing: ${[...section, given].join('.')} needs it, so state both or neither`;
  breach(checked, inside(section, missing, given), what);
}

/** The paths of several settings in one section. */
function inside(section: readonly string[], ...names: readonly string[]): string[][] {
  return names.map((name) => [...section, name]);
}
