/** Sends requests to a store that speaks S3, each signed with the host's key (AWS, Signature Version 4). */
import aws4 from 'aws4';
import type { S3Address } from '../config/s3-address.ts';
import { gatherBytes, TooLong } from '../gather-bytes.ts';
import { encodeStrictly } from '../openrtb/encode-strictly.ts';
import { OwnServer } from '../own-server.ts';
import { faultOf, isAbsent, type S3Operation } from './s3-faults.ts';
import { maxTextBytes, tooLongText, type SourceLimits } from './store.ts';

/** The most bytes read of an error answer. */
const maxRefusalBytes = 65_536;

/** One request: for an object, by its name in the bucket, or with a query for the bucket itself. */
interface Asked {
  readonly operation: S3Operation;
  readonly object: string;
  readonly query?: string;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** One bucket. Redirects are not followed: a signature holds for one host only. */
export class S3Bucket {
  readonly #address: S3Address;
  readonly #server: OwnServer;

  constructor(address: S3Address, { connections, giveUpMs }: SourceLimits) {
    this.#address = address;
    this.#server = new OwnServer(address.origin, connections, giveUpMs);
  }

  /** The bytes of an object, undefined when it does not exist. `signal` aborts the request. */
  async get(object: string, { name, signal }: { name: string; signal: AbortSignal }): Promise<Buffer | undefined> {
    return this.#ask({ operation: { method: 'GET', name }, object, signal });
  }

  /** Writes an object, replacing one with the same name. */
  async put(object: string, body: Uint8Array, { name, signal }: { name: string; signal: AbortSignal }): Promise<void> {
    await this.#ask({ operation: { method: 'PUT', name }, object, body, signal });
  }

  /** One page of the list of objects, as XML. */
  async list(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
    const text = new URLSearchParams({ 'list-type': '2', ...query }).toString().replaceAll('+', '%20');
    const page = await this.#ask({ operation: { method: 'GET' }, object: '', query: text, signal });
    return String(page);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #ask(asked: Asked): Promise<Buffer | undefined> {
    const { operation, body = null, signal } = asked;
    const answer = await this.#server.ask({ method: operation.method, ...this.#signed(asked), body, signal });
    const isGood = answer.statusCode === 200;
    const bytes = await gatherBytes(answer.body, isGood ? maxTextBytes : maxRefusalBytes, '').catch(
      (error: unknown) => {
        if (!(error instanceof TooLong)) throw error;
        if (isGood) throw tooLongText();
        return Buffer.alloc(0);
      },
    );
    if (isGood) return bytes;
    const [, code = ''] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(bytes.toString()) ?? [];
    const refusal = { statusCode: answer.statusCode, code };
    if (operation.name !== undefined && operation.method === 'GET' && isAbsent(refusal)) return undefined;
    throw faultOf(refusal, operation);
  }

  #signed({ operation, object, query, body }: Asked): { path: string; headers: Record<string, string> } {
    const { host, region, credentials, bucket } = this.#address;
    const path = `/${[bucket, object].filter(Boolean).map(escaped).join('/')}${query === undefined ? '' : `?${query}`}`;
    const { method } = operation;
    const headers = method === 'PUT' ? { 'content-type': 'application/json' } : {};
    const signed = aws4.sign(
      {
        service: 's3',
        region,
        host,
        method,
        path,
        headers,
        ...(body && { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
      },
      credentials,
    );
    return { path: signed.path!, headers: signed.headers as Record<string, string> };
  }
}

/** Escaped as the signature requires: slashes stay. */
function escaped(path: string): string {
  return encodeStrictly(path).replaceAll('%2F', '/');
}
