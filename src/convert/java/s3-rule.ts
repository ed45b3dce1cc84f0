/** Converts the S3 bucket in which Prebid Server Java has its stored data. Gavel reads it where it is, except for accounts. */
import type { JointTurn } from '../rule.ts';
import { isOn, tellPlaces } from './values.ts';

const address = ['s3.access-key-id', 's3.secret-access-key', 's3.endpoint', 's3.bucket'];

const folders = [
  ['requests', 'stored-requests-dir'],
  ['imps', 'stored-imps-dir'],
  ['responses', 'stored-responses-dir'],
] as const;

/** The old settings, relative to `settings`. */
export const s3Settings = [
  ...address,
  's3.region',
  's3.force-path-style',
  's3.accounts-dir',
  ...folders.map(([, from]) => `s3.${from}`),
];

/** The folder for Gavel's accounts, beside those of Prebid Server Java, which have another form. */
const accountsFolder = 'gavel-accounts';

/** Puts the bucket as the source. False if no complete address is stated. */
export function putS3(turn: JointTurn): boolean {
  const { stated, textAt, put, tell } = turn;
  const part = (name: string): string => textAt(`s3.${name}`).trim().toWellFormed();
  const [endpoint, bucket] = [part('endpoint'), part('bucket')];
  if (endpoint === '' && bucket === '') return false;
  if (!isServer(endpoint) || bucket === '') {
    tell(
      endpoint === '' ? 's3.bucket' : 's3.endpoint',
      'not converted: it takes both s3.bucket and s3.endpoint, a URL of only scheme, host and port; set stored.source to s3, and stored.url (https://KEY:SECRET@host/bucket)',
    );
    return false;
  }
  const { protocol, host } = new URL(endpoint);
  const login = [part('access-key-id'), part('secret-access-key')];
  const isVirtual = isOn(stated('s3.force-path-style')) === false;
  const place = isVirtual ? `${bucket}.${host}/` : `${host}/${encodeURIComponent(bucket)}`;
  put('stored.source', 's3');
  put('stored.url', `${protocol}//${login.map(encodeURIComponent).join(':')}@${place}?${queryOf(part, isVirtual)}`);
  if (login.includes(''))
    tell(
      's3.endpoint',
      'needs a key and secret, which Prebid Server Java takes from its environment: write both into stored.url, as KEY:SECRET@ before the host',
    );
  tellPlaces(turn, address);
  tell(
    's3.bucket',
    `converted (raise stored.timeoutMs to the time that it takes to answer, and let its key list the bucket), but accounts must be in Gavel's format: convert a copy of the old ones with --accounts, and import them (npm run store -- import DIR --config FILE) into ${accountsFolder}`,
  );
  return true;
}

/** True for the address of a web server that is only host and port: anything more would be lost. */
function isServer(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function queryOf(part: (name: string) => string, isVirtual: boolean): string {
  const region = part('region') === 'aws-global' ? '' : part('region');
  const words = [
    ...(isVirtual ? [['style', 'virtual'] as const] : []),
    ['region', region] as const,
    ...folders.map(([kind, from]) => [kind, part(from).replaceAll(/^\/+|\/+$/g, '')] as const),
    ['accounts', accountsFolder] as const,
  ];
  return words
    .filter(([word, value]) => value !== '' && value !== word)
    .map(([word, value]) => `${word}=${encodeURIComponent(value).replaceAll('%2F', '/')}`)
    .join('&');
}
