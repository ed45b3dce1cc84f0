/** What a store of S3 refuses, in words that say what to do. */
import { FaultyQuestion } from './join-look-ups.ts';

/** What was asked for: a text to read or to keep, by its name, or a list. */
export interface S3Deed {
  readonly method: 'GET' | 'PUT';
  /** undefined: the list. */
  readonly name?: string;
}

/** An answer that is no success, as far as it is looked at. */
export interface S3Refusal {
  readonly statusCode: number;
  /** The word of its `<Code>`, '' for an answer without. */
  readonly code: string;
}

const clock = 'the clocks of this machine and of the store differ too much: set this one (NTP)';
const elsewhere = 'the bucket is in another region: name the host of its own in stored.url';
const token = 'the session-token of stored.url holds no more: give another one with its key and secret';

/** The words by the store's own. */
const lessons: ReadonlyMap<string, string> = new Map([
  ['InvalidAccessKeyId', 'the key of stored.url is not known there: correct it'],
  [
    'SignatureDoesNotMatch',
    'the secret of stored.url is not that of its key: correct it, with each %, / and @ written as %25, %2F and %40; or the region is another (?region=…)',
  ],
  ['RequestTimeTooSkewed', clock],
  ['RequestExpired', clock],
  ['ExpiredToken', token],
  ['InvalidToken', token],
  [
    'AuthorizationHeaderMalformed',
    'the region is another: state that of the bucket at the end of stored.url (?region=…)',
  ],
  ['NoSuchBucket', 'the bucket that stored.url names is not there: make it, or correct its name'],
  ['PermanentRedirect', elsewhere],
  ['TemporaryRedirect', elsewhere],
]);

/** What it says of a name that no object can have. */
const impossible: ReadonlySet<string> = new Set(['KeyTooLongError', 'XMinioInvalidObjectName', 'InvalidObjectName']);

/** Statuses that may find fault with one name: that of a wall in front of the store, too, which forbids what looks like an attack. */
const blamesQuestion: ReadonlySet<number> = new Set([400, 403, 404, 414, 422]);

/** True for an answer that says that there is no such object, of a store that could have it. */
export function isAbsent({ statusCode, code }: S3Refusal): boolean {
  return (statusCode === 404 && code === 'NoSuchKey') || (statusCode === 400 && impossible.has(code));
}

/** The fault of an answer that is no success. */
export function faultOf(refusal: S3Refusal, deed: S3Deed): Error {
  const { statusCode, code } = refusal;
  const said = `stored.url answered ${statusCode}${code === '' ? '' : ` ${code}`}`;
  // Where a key may not list, S3 says so of all that is missing: whoever names such a text must not take the source from others.
  if (code === 'AccessDenied') return new FaultyQuestion(`${said}: ${denied(deed)}`);
  if (code === 'InvalidObjectState') return new FaultyQuestion(`${said}: a stored text is archived: restore it`);
  const lesson = lessons.get(code);
  if (lesson !== undefined) return new Error(`${said}: ${lesson}`);
  const isForeign = statusCode < 500 && code === '';
  const Fault = deed.name !== undefined && blamesQuestion.has(statusCode) ? FaultyQuestion : Error;
  return new Fault(isForeign ? `${said}, and not in the words of S3: correct it` : said);
}

/** What to grant. The name of a text that is read is a client's word, and is not shown. */
function denied({ method, name }: S3Deed): string {
  if (name === undefined) return 'grant its key s3:ListBucket on the bucket';
  if (method === 'PUT') return `its key may not write ${name}: grant it s3:PutObject`;
  return 'its key may not read a text that was asked for, or there is none: grant it s3:GetObject, and s3:ListBucket on the bucket, without which S3 says so of what is missing';
}
