/** Turns error answers of an S3 store into messages that say what to do. */
import { FaultyQuery } from './store.ts';

/** What was asked for: a text to read or to write, by its name, or a list. */
export interface S3Operation {
  readonly method: 'GET' | 'PUT';
  /** undefined: the list. */
  readonly name?: string;
}

/** The parts of an error answer that count. */
export interface S3Refusal {
  readonly statusCode: number;
  /** The text of its `<Code>`, '' without one. */
  readonly code: string;
}

const clock = 'the clocks of this machine and the store differ too much: synchronize this one (NTP)';
const elsewhere = 'the bucket is in another region: use the host of its region in stored.url';
const token = 'the session-token of stored.url has expired: give a new one with its key and secret';

/** The messages by the store's error code. */
const explanations: ReadonlyMap<string, string> = new Map([
  ['InvalidAccessKeyId', 'the key of stored.url is not known there: correct it'],
  [
    'SignatureDoesNotMatch',
    'the secret of stored.url does not match its key: correct it, with each %, / and @ written as %25, %2F and %40; or the region differs (?region=…)',
  ],
  ['RequestTimeTooSkewed', clock],
  ['RequestExpired', clock],
  ['ExpiredToken', token],
  ['InvalidToken', token],
  ['AuthorizationHeaderMalformed', "the region differs: add the bucket's at the end of stored.url (?region=…)"],
  ['NoSuchBucket', 'the bucket in stored.url does not exist: create it, or correct its name'],
  ['PermanentRedirect', elsewhere],
  ['TemporaryRedirect', elsewhere],
]);

/** Error codes for a name that no object can have. */
const impossible: ReadonlySet<string> = new Set(['KeyTooLongError', 'XMinioInvalidObjectName', 'InvalidObjectName']);

/** Statuses that may blame one name. They may come from a firewall in front of the store, which forbids what looks like an attack. */
const blamesQuery: ReadonlySet<number> = new Set([400, 403, 404, 414, 422]);

/** True when the store says that the object does not exist. */
export function isAbsent({ statusCode, code }: S3Refusal): boolean {
  return (statusCode === 404 && code === 'NoSuchKey') || (statusCode === 400 && impossible.has(code));
}

/** The error of an answer without success. */
export function faultOf(refusal: S3Refusal, operation: S3Operation): Error {
  const { statusCode, code } = refusal;
  const answered = `stored.url answered ${statusCode}${code === '' ? '' : ` ${code}`}`;
  // Without the right to list, S3 answers this for every missing object: naming one must not take the source from others.
  if (code === 'AccessDenied') return new FaultyQuery(`${answered}: ${denied(operation)}`);
  if (code === 'InvalidObjectState') return new FaultyQuery(`${answered}: a stored text is archived: restore it`);
  const explanation = explanations.get(code);
  if (explanation !== undefined) return new Error(`${answered}: ${explanation}`);
  const isForeign = statusCode < 500 && code === '';
  const Fault = operation.name !== undefined && blamesQuery.has(statusCode) ? FaultyQuery : Error;
  return new Fault(isForeign ? `${answered}, and not in the format of S3: correct it` : answered);
}

/** What to grant. The name of a text to read comes from a client, so it is not shown. */
function denied({ method, name }: S3Operation): string {
  if (name === undefined) return 'grant its key s3:ListBucket on the bucket';
  if (method === 'PUT') return `its key may not write ${name}: grant it s3:PutObject`;
  return 'its key may not read a text, or the text does not exist: grant it s3:GetObject, and s3:ListBucket on the bucket, without which S3 answers the same for missing texts';
}
