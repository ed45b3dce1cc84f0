/** A real HTTP server with one bucket, as S3, that checks signatures, written from AWS's description alone. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Ending } from './folder.ts';
import { listening } from './listening.ts';

/** The credentials it accepts, and how it differs from the usual store. */
export interface S3Rules {
  readonly key?: string;
  readonly secret?: string;
  readonly token?: string;
  readonly region?: string;
  /** Names on a page of its list. */
  readonly pageSize?: number;
  /** False: a missing object is reported as forbidden, as S3 does without s3:ListBucket. */
  readonly mayList?: boolean;
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
  /** Its host names the bucket. */
  readonly isVirtual?: boolean;
}

/** A running store. */
export interface S3Server {
  readonly port: number;
  /** Its address with key and secret, ending in the bucket. */
  readonly url: string;
  /** Texts by the names of their objects. */
  readonly objects: Map<string, Buffer>;
  /** The requests as they came: method and path. */
  readonly asked: readonly string[];
  /** The most requests that were under way at once. */
  readonly most: () => number;
}

const usualKey = 'AKIDEXAMPLE';
export const usualSecret = 'wJalr+/K7@%MDENG:key';

/** `key` and `secret` as they stand in an address. */
export function loginOf(key = usualKey, secret = usualSecret): string {
  return `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`;
}

/** Starts the store on a free port of 127.0.0.1, until the test ends. */
export async function startS3(t: Ending, rules: S3Rules = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  let underWay = 0;
  let most = 0;
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    most = Math.max(most, ++underWay);
    response.on('close', () => void underWay--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Delayed, so that requests can overlap.
    request.on('end', () =>
      setTimeout(() => answer({ request, response, body: Buffer.concat(chunks) }, objects, rules), 1),
    );
  };
  const port = await listening(t, createServer(listener));
  const url = `http://${loginOf(rules.key, rules.secret)}@127.0.0.1:${port}${rules.isVirtual === true ? '' : '/texts'}`;
  return { port, url, objects, asked, most: () => most };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

function answer({ request, response, body }: Exchange, objects: Map<string, Buffer>, rules: S3Rules): void {
  const refuse = (status: number, code: string): void =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  const fault = signatureFault(request, body, rules);
  if (fault !== undefined) return refuse(fault === 'AuthorizationHeaderMalformed' ? 400 : 403, fault);
  const [path = '', query = ''] = request.url!.split('?');
  const whole = decodeURIComponent(path).slice(1);
  const [bucket, ...rest] = rules.isVirtual === true ? ['texts', ...whole.split('/')] : whole.split('/');
  if (bucket !== 'texts') return refuse(404, 'NoSuchBucket');
  const name = rest.join('/');
  if (Buffer.byteLength(name) > 1024) return refuse(400, 'KeyTooLongError');
  if (name === '') {
    if (rules.mayList === false) return refuse(403, 'AccessDenied');
    return void response.end(pageOf(objects, new URLSearchParams(query), rules.pageSize ?? 1000));
  }
  if (request.method === 'PUT') {
    objects.set(name, body);
    return void response.end();
  }
  const text = objects.get(name);
  if (text === undefined) return rules.mayList === false ? refuse(403, 'AccessDenied') : refuse(404, 'NoSuchKey');
  response.end(text);
}

/** A page of the list, of the names after the one that the token stands for. */
function pageOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams, size: number): string {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const names = [...objects.keys()].toSorted().filter((one) => one.startsWith(query.get('prefix')!) && one > after);
  const page = names.slice(0, size);
  const token = Buffer.from(page.at(-1) ?? '').toString('base64');
  const contents = page.map((one) => `<Contents><Key>${escaped(one)}</Key><Size>1</Size></Contents>`).join('');
  const rest = names.length > size ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${contents}${rest}</ListBucketResult>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&#34;')
    .replaceAll(/\p{Extended_Pictographic}/gu, (letter) => `&#x${letter.codePointAt(0)!.toString(16)};`);
}

const hash = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** S3's word for what is wrong with the signature of a request; undefined for one that holds (AWS, 'Signature calculations for the Authorization header'). */
function signatureFault({ method, url, headers }: IncomingMessage, body: Buffer, rules: S3Rules): string | undefined {
  const { key = usualKey, secret = usualSecret, token, region = 'us-east-1', aheadMs = 0 } = rules;
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\S+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w{64})$/;
  const [, by, day, place, names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  if (by !== key) return 'InvalidAccessKeyId';
  if (place !== region) return 'AuthorizationHeaderMalformed';
  if (headers['x-amz-security-token'] !== token) return 'InvalidToken';
  const time = String(headers['x-amz-date']);
  const sentMs = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() + aheadMs - sentMs) < 900_000)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  const areAll = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].every((name) =>
    signed.includes(name),
  );
  if (!areAll || headers['x-amz-content-sha256'] !== hash(body)) return 'SignatureDoesNotMatch';
  const [path = '', query = ''] = url!.split('?');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signing = [day!, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const wanted = hmac(signing, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')).toString('hex');
  return signature === wanted ? undefined : 'SignatureDoesNotMatch';
}
