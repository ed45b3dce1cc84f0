/** Rules between settings (interface, decisions): what no single value can break alone. */
import { checkAdjustments } from './adjustment-rule.ts';
import { checkBidders } from './bidder-rules.ts';
import { storeUrlFault } from './formats.ts';
import { breach, isReserved, type Checked } from './checked.ts';
import { checkNamed } from './name-rules.ts';
import { checkPrefixes } from './prefix-rule.ts';

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

/** What a store's address must begin with; a store that is not here has none. */
const protocols = new Map([
  ['postgres', ['postgres:', 'postgresql:']],
  ['mysql', ['mysql:', 'mariadb:']],
  ['redis', ['redis:', 'rediss:']],
  ['http', ['http:', 'https:']],
  ['s3', ['https:', 'http:']],
]);

function checkAddresses(checked: Checked): void {
  const { stored, cache } = checked.config;
  checkAddress(checked, ['stored', 'source'], { kind: stored.source, url: stored.url });
  checkAddress(checked, ['cache', 'store'], { kind: cache.store, url: cache.url });
  const paths = [
    ['cache', 'apiKey'],
    ['cache', 'store'],
  ];
  if (cache.apiKey !== '' && cache.store !== 'http') breach(checked, paths, needless(['cache', 'store'], cache.store));
}

/** What is said of a setting that the chosen `kind` of store has no use for. */
function needless([section, choice]: readonly [string, string], kind: string): string {
  return `is given, but ${section}.${choice} is ${kind}, which has none: change one of the two`;
}

function checkAddress(
  checked: Checked,
  path: readonly [string, string],
  { kind, url }: { kind: string; url: string },
): void {
  const [section, choice] = path;
  const paths = [[section, 'url'], path];
  const allowed = protocols.get(kind);
  if (!allowed) {
    if (url !== '') breach(checked, paths, needless(path, kind));
  } else if (url === '') {
    breach(checked, paths, `is missing: ${section}.${choice} is ${kind}, so give its address (${allowed[0]}//…)`);
  } else {
    const parts = kind === 'redis' ? url.split(',') : [url];
    const fault = parts.map((part) => storeUrlFault(part.trim(), kind, allowed)).find((one) => one !== '');
    if (fault) breach(checked, paths, `${fault}, as ${section}.${choice} is ${kind}`);
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
