/** Reads and checks the address of an S3 bucket (interface, `stored.url`): `https://KEY:SECRET@host/bucket/folder?region=…`. */
import { storedKinds, type StoredKind } from './stored-kinds.ts';

/** The parts of an address, unescaped except for the origin. */
export interface S3Address {
  readonly origin: string;
  /** With its port, unless that is the default one. */
  readonly host: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** '' where the host names the bucket. */
  readonly bucket: string;
  /** The start of every object name, before the folder of its kind: '' or a folder with its slash. */
  readonly prefix: string;
  /** The folder of a kind. */
  readonly folderOf: (kind: StoredKind) => string;
}

/** The parameters that an address may have, each with its check. */
const words: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['region', (value: string) => /^[a-z0-9-]+$/i.test(value)],
  ['session-token', (value: string) => /^[!-~]+$/.test(value)],
  ['style', (value: string) => value === 'path' || value === 'virtual'],
  ...storedKinds.map((kind) => [kind, isObjectPath] as const),
]);

/** AWS's default region, which other stores accept, too. */
const defaultRegion = 'us-east-1';

/** The parts of `url`, which `s3AddressFault` has accepted. */
export function readS3Address(url: string): S3Address {
  const { origin, host, hostname, username, password, pathname } = new URL(url);
  const params = paramsOf(url);
  const [first = '', ...rest] = namesOf(pathname);
  const isVirtual = isVirtualHost(hostname, params.get('style'));
  const folders = isVirtual && first !== '' ? [first, ...rest] : rest;
  const sessionToken = params.get('session-token');
  return {
    origin,
    host,
    region: params.get('region') ?? regionOf(hostname) ?? defaultRegion,
    credentials: {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      ...(sessionToken === null ? {} : { sessionToken }),
    },
    bucket: isVirtual ? '' : first,
    prefix: folders.map((name) => `${name}/`).join(''),
    folderOf: (kind) => params.get(kind) ?? kind,
  };
}

/** The fault of an address with a wrong start. An unescaped slash in the secret ends what the URL parser reads as the host. */
export const s3Login = 'must begin with a key and its secret, https://KEY:SECRET@, with each / in them written as %2F';

/** '' when `url`, whose escapes are valid, is such an address, else what it must be. */
export function s3AddressFault(url: string): string {
  const { username, password, hostname, hash, pathname } = new URL(url);
  if (username === '' || password === '') return s3Login;
  // The key is part of request headers: with other characters every request would fail.
  if (!/^[!-+.0-~-]+$/.test(decodeURIComponent(username)))
    return 'must have a key without spaces, slashes, commas, line breaks or non-ASCII characters before its secret';
  if (hash !== '') return 'must have each # written as %23';
  const params = paramsOf(url);
  const names = namesOf(pathname);
  if (names.length === 0 && !isVirtualHost(hostname, params.get('style')))
    return 'must name the bucket after its host, such as https://KEY:SECRET@s3.eu-west-1.amazonaws.com/bucket';
  if (!names.every((name) => isObjectPath(name))) return 'must have no empty, . or .. name, or backslash, in its path';
  if (
    ![...params].every(([word, value]) => words.get(word)?.(value) === true) ||
    params.size > new Set(params.keys()).size
  )
    return `must have only these parameters: region, session-token, style (path or virtual) and the folders of ${storedKinds.join(', ')}, each at most once and not empty`;
  const folders = storedKinds.map((kind) => `${params.get(kind) ?? kind}/`);
  const areApart = folders.every((one, at) => folders.every((other, place) => at === place || !one.startsWith(other)));
  return areApart ? '' : `must give each of ${storedKinds.join(', ')} a folder of its own, none inside another`;
}

/** The parameters of an address. A plus stays a plus, as in tokens; it does not mean a space. */
function paramsOf(url: string): URLSearchParams {
  return new URLSearchParams(new URL(url).search.replaceAll('+', '%2B'));
}

function namesOf(pathname: string): string[] {
  const path = pathname.slice(1).replace(/\/$/, '');
  return path === '' ? [] : path.split('/').map(decodeURIComponent);
}

/** True for a path that clients and servers pass on unchanged, unlike one with `..`. */
export function isObjectPath(text: string): boolean {
  return !text.includes('\\') && text.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

/**
 * True when the host names the bucket. AWS has both styles, and its hosts tell which one applies; private endpoints begin with a name that
 * is no bucket.
 */
function isVirtualHost(hostname: string, style: string | null): boolean {
  if (style !== null) return style === 'virtual';
  return /[^.]\.s3[.-](?:[a-z0-9-]+\.)*amazonaws\.com(?:\.cn)?$/.test(hostname) && !hostname.includes('.vpce.');
}

function regionOf(hostname: string): string | undefined {
  return /[.-]([a-z]{2}(?:-[a-z]+)+-\d+)\.(?:vpce\.)?amazonaws\.com(?:\.cn)?$/.exec(hostname)?.[1];
}
