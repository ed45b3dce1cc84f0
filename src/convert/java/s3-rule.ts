/** What becomes of the bucket of S3 in which Prebid Server Java has its stored data: Gavel reads it where it is, but for accounts. */
import type { JointTurn } from '../rule.ts';
import { isOn } from './values.ts';

/** The old settings, from `settings`. */
export const s3Settings = [
  'access-key-id',
  'secret-access-key',
  'endpoint',
  'bucket',
  'region',
  'force-path-style',
  'accounts-dir',
  'stored-requests-dir',
  'stored-imps-dir',
  'stored-responses-dir',
].map((name) => `s3.${name}`);

const folders = [
  ['requests', 's3.stored-requests-dir'],
  ['imps', 's3.stored-imps-dir'],
  ['responses', 's3.stored-responses-dir'],
] as const;

/** Java's accounts are not Gavel's: these are kept beside them. */
const accountsFolder = 'gavel-accounts';

/** Puts the bucket as the source. False where no whole address is stated. */
export function putS3({ stated, put, tell }: JointTurn): boolean {
  const part = (name: string): string => stated(`s3.${name}`)?.text.trim().toWellFormed() ?? '';
  const [endpoint, bucket] = [part('endpoint'), part('bucket')];
  if (endpoint === '' && bucket === '') return false;
  if (!isServer(endpoint) || bucket === '') {
    tell(
      endpoint === '' ? 's3.bucket' : 's3.endpoint',
      'is no whole address with its counterpart: state stored.source s3, and stored.url (https://KEY:SECRET@host/bucket)',
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
      'is asked with a key and secret, which Java takes from its surroundings: write both into stored.url, KEY:SECRET@ before the host',
    );
  for (const name of ['access-key-id', 'secret-access-key', 'endpoint', 'bucket'])
    if (part(name).includes('${')) tell(`s3.${name}`, 'is filled from the environment there: write it into stored.url');
  tell(
    's3.bucket',
    `is read where it is (raise stored.timeoutMs to what it takes to answer, and let its key list the bucket), but accounts must be as Gavel has them: convert a copy of Java's with --accounts, and import them (npm run store -- import DIR --config FILE) into ${accountsFolder}`,
  );
  return true;
}

/** True for the address of a web server; what stands behind its host would be lost. */
function isServer(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname + url.search === '/';
}

function queryOf(part: (name: string) => string, isVirtual: boolean): string {
  const region = part('region') === 'aws-global' ? '' : part('region');
  const words = [
    ...(isVirtual ? [['style', 'virtual'] as const] : []),
    ['region', region] as const,
    ...folders.map(([kind, from]) => [kind, part(from.slice('s3.'.length)).replaceAll(/^\/+|\/+$/g, '')] as const),
    ['accounts', accountsFolder] as const,
  ];
  return words
    .filter(([word, value]) => value !== '' && value !== word)
    .map(([word, value]) => `${word}=${encodeURIComponent(value).replaceAll('%2F', '/')}`)
    .join('&');
}
