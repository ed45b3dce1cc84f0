/** Reads the address of a bucket of S3 (interface, `stored.url`), `https://KEY:SECRET@host/bucket/folder?region=…`, and says what is wrong with it. */
import { storedKinds, type StoredKind } from './stored-kinds.ts';

/** What an address says; nothing in it is escaped but the origin. */
export interface S3Address {
  readonly origin: string;
  /** With its port, where that is not the usual one. */
  readonly host: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** '' where the host names the bucket. */
  readonly bucket: string;
  /** Before the folder of each kind in the names of objects: '' or a folder with its slash. */
  readonly prefix: string;
  /** The folder of a kind. */
  readonly folderOf: (kind: StoredKind) => string;
}

/** What may follow the bucket. */
const words: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['region', (value: string) => /^[a-z0-9-]+$/i.test(value)],
  ['session-token', (value: string) => /^[!-~]+$/.test(value)],
  ['style', (value: string) => value === 'path' || value === 'virtual'],
  ...storedKinds.map((kind) => [kind, isObjectPath] as const),
]);

/** What the store takes for granted when nobody states it, and every other than AWS's takes. */
const usualRegion = 'us-east-1';

/** What `url` says, which `s3AddressFault` has found good. */
export function readS3Address(url: string): S3Address {
  const { origin, host, hostname, username, password, pathname } = new URL(url);
  const stated = statedIn(url);
  const [first = '', ...rest] = namesOf(pathname);
  const isVirtual = isVirtualHost(hostname, stated.get('style'));
  const folders = isVirtual && first !== '' ? [first, ...rest] : rest;
  const sessionToken = stated.get('session-token');
  return {
    origin,
    host,
    region: stated.get('region') ?? regionOf(hostname) ?? usualRegion,
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      ...(sessionToken === null ? {} : { sessionToken }),
    },
    bucket: isVirtual ? '' : first,
    prefix: folders.map((name) => `${name}/`).join(''),
    folderOf: (kind) => stated.get(kind) ?? kind,
  };
}

/** How an address must begin; a slash in a secret ends what is read as the host. */
export const s3Login =
  'must begin with a key and its secret, https://KEY:SECRET@, where each / of them is written as %2F';

/** '' when `url`, whose escapes are good, is such an address, else what it must be. */
export function s3AddressFault(url: string): string {
  const { username, password, hostname, hash, pathname } = new URL(url);
  if (username === '' || password === '') return s3Login;
  // Else each request would fail: the key stands in its headers.
  if (!/^[!-+.0-~-]+$/.test(decodeURIComponent(username)))
    return 'must have a key without spaces, slashes, commas, ends of lines and letters beyond ASCII before its secret';
  if (hash !== '') return 'must have each # written as %23';
  const stated = statedIn(url);
  const names = namesOf(pathname);
  if (names.length === 0 && !isVirtualHost(hostname, stated.get('style')))
    return 'must name the bucket after its host, such as https://KEY:SECRET@s3.eu-west-1.amazonaws.com/bucket';
  if (!names.every((name) => isObjectPath(name))) return 'must have no empty name between the slashes after its host';
  if (
    ![...stated].every(([word, value]) => words.get(word)?.(value) === true) ||
    stated.size > new Set(stated.keys()).size
  )
    return `must have nothing after its ? but region, session-token, style (path or virtual) and the folders of ${storedKinds.join(', ')}, each once and not empty`;
  const folders = storedKinds.map((kind) => `${stated.get(kind) ?? kind}/`);
  const areApart = folders.every((one, at) => folders.every((other, place) => at === place || !one.startsWith(other)));
  return areApart ? '' : `must give each of ${storedKinds.join(', ')} a folder of its own, none within another`;
}

/** A plus is one, as in tokens, not a space. */
function statedIn(url: string): URLSearchParams {
  return new URLSearchParams(new URL(url).search.replaceAll('+', '%2B'));
}

function namesOf(pathname: string): string[] {
  const path = pathname.slice(1).replace(/\/$/, '');
  return path === '' ? [] : path.split('/').map(decodeURIComponent);
}

/** True for names between slashes of which no client or server on the way makes another path, as of `..`. */
export function isObjectPath(text: string): boolean {
  return !text.includes('\\') && text.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/** AWS has both styles, and its hosts tell which it is; its private endpoints begin with a name that is no bucket. */
function isVirtualHost(hostname: string, style: string | null): boolean {
  if (style !== null) return style === 'virtual';
  return /[^.]\.s3[.-](?:[a-z0-9-]+\.)*amazonaws\.com(?:\.cn)?$/.test(hostname) && !hostname.includes('.vpce.');
}

function regionOf(hostname: string): string | undefined {
  return /[.-]([a-z]{2}(?:-[a-z]+)+-\d+)\.(?:vpce\.)?amazonaws\.com(?:\.cn)?$/.exec(hostname)?.[1];
}
