/**
 * Rules of store addresses (interface, `stored`, `cache`): whether the chosen store needs an address, and whether its client can read it.
 */
import { breach, type Checked } from './checked.ts';
import { urlFault } from './formats.ts';
import { s3AddressFault, s3Login } from './s3-address.ts';

/** The protocols of each store's address; a store that is not listed has no address. */
const protocols = new Map([
  ['postgres', ['postgres:', 'postgresql:']],
  ['mysql', ['mysql:', 'mariadb:']],
  ['redis', ['redis:', 'rediss:']],
  ['http', ['http:', 'https:']],
  ['s3', ['https:', 'http:']],
]);

/** Adds the faults of store addresses to the findings. */
export function checkAddresses(checked: Checked): void {
  const { stored, cache } = checked.config;
  checkAddress(checked, ['stored', 'source'], { kind: stored.source, url: stored.url });
  checkAddress(checked, ['cache', 'store'], { kind: cache.store, url: cache.url });
  const paths = [
    ['cache', 'apiKey'],
    ['cache', 'store'],
  ];
  if (cache.apiKey !== '' && cache.store !== 'http') breach(checked, paths, needless(['cache', 'store'], cache.store));
}

/** The fault of a setting that the chosen `kind` of store does not use. */
function needless([section, choice]: readonly [string, string], kind: string): string {
  return `is set, but ${section}.${choice} is ${kind}, which does not use it: change one of the two`;
}

function checkAddress(
  checked: Checked,
  path: readonly [string, string],
  { kind, url }: { kind: string; url: string },
): void {
  const [section, choice] = path;
  const paths = [[section, 'url'], path];
  const [first] = protocols.get(kind) ?? [];
  if (first === undefined) {
    if (url !== '') breach(checked, paths, needless(path, kind));
  } else if (url === '') {
    breach(checked, paths, `is missing: ${section}.${choice} is ${kind}, so give its URL (${first}//…)`);
  } else {
    const parts = kind === 'redis' ? url.split(',') : [url];
    const fault = parts.map((part) => storeUrlFault(part.trim(), kind)).find((one) => one !== '');
    if (fault) breach(checked, paths, `${fault}, as ${section}.${choice} is ${kind}`);
  }
}

/**
 * The fault of a store's address, '' for none, as `urlFault`; includes everything that would make the store's client throw at the start.
 */
export function storeUrlFault(text: string, kind: string): string {
  const fault = urlFault(text, protocols.get(kind) ?? [], true);
  if (oneHost.has(kind) && hasSeveralHosts(text)) return 'must name one host: one whose address follows the primary';
  // An unescaped slash in the secret ends what is read as the host.
  if (kind === 's3' && /^https?:\/\/[^@/]+\//i.test(text) && !URL.canParse(text)) return s3Login;
  if (fault !== '') return fault;
  if (!isEscaped(text, kind))
    return 'must have each literal % written as %25, and non-ASCII letters as UTF-8 (%C3%A4 for ä)';
  const { pathname, searchParams } = new URL(text);
  if (kind === 'mysql') return mysqlFault(pathname, searchParams);
  if (kind === 's3') return s3AddressFault(text);
  const isDatabase = /^\/?\d{0,9}$/.test(pathname);
  return kind === 'redis' && !isDatabase ? 'must end with its port, or with a database number such as /0' : '';
}

/** The kinds of stores whose own clients take several hosts in one address, and ours do not. */
const oneHost: ReadonlySet<string> = new Set(['postgres', 'mysql']);

/** True when a comma separates what stands for the host, after the login. */
function hasSeveralHosts(text: string): boolean {
  const [authority = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(text) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).includes(',');
}

/** The parameters of a MySQL address, in MySQL's own words. */
const mysqlWords: ReadonlyMap<string, RegExp> = new Map([
  ['ssl-mode', /^(?:disabled|required|verify_ca|verify_identity)$/i],
  ['ssl-ca', /./],
  ['ssl-cert', /./],
  ['ssl-key', /./],
]);

function mysqlFault(pathname: string, stated: URLSearchParams): string {
  if (!/^\/[^/]+$/.test(pathname)) return 'must name a database after its host, such as mysql://db.example/gavel';
  const areKnown = [...stated].every(([name, value]) => mysqlWords.get(name)?.test(value) === true);
  return areKnown
    ? ''
    : 'must have only these parameters: ssl-mode (DISABLED, REQUIRED, VERIFY_CA or VERIFY_IDENTITY), ssl-ca, ssl-cert and ssl-key (files)';
}

/** The kinds of stores whose clients also unescape the host and the path. */
const readWhole: ReadonlySet<string> = new Set(['postgres', 'mysql', 's3']);

/** True when the client of this `kind` of store can unescape the address. */
function isEscaped(text: string, kind: string): boolean {
  try {
    const { username, password, hostname, pathname } = new URL(kind === 'postgres' ? asPostgresReads(text) : text);
    for (const part of [username, password, ...(readWhole.has(kind) ? [hostname, pathname] : [])])
      decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address as PostgreSQL's client reads it: when some % begins no escape, it escapes the whole address, except for each % before two
 * digits.
 */
function asPostgresReads(text: string): string {
  const isUnescaped = /%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(text);
  return isUnescaped ? encodeURI(text).replaceAll(/%25(\d\d)/g, '%$1') : text;
}
