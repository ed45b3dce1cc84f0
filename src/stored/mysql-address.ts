/** Reads the address of a MySQL or MariaDB server (interface, `stored.url`): the login, and the use of TLS, in MySQL's own words. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { reasonOf } from '../error-text.ts';
import { checkIdentity } from '../server-identity.ts';

/** TLS options that are the same for every connection. */
export type MysqlTls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'checkServerIdentity'>;

/** The parts of an address. */
export interface MysqlAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** undefined: no TLS. */
  readonly tls: MysqlTls | undefined;
}

const defaultPort = 3306;

/**
 * The parts of `url`, which the configuration has validated. Throws an Error that says what to do when a file that it names cannot be read.
 */
export function readMysqlAddress(url: string): MysqlAddress {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host: decodeURIComponent(host),
    port: port === '' ? defaultPort : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    tls: readTls(searchParams, decodeURIComponent(host)),
  };
}

/** Without `ssl-mode`, an address that names files for TLS gets the server's identity verified. */
function readTls(params: URLSearchParams, host: string): MysqlTls | undefined {
  const defaultMode = params.size > 0 ? 'VERIFY_IDENTITY' : 'DISABLED';
  const mode = (params.get('ssl-mode') ?? defaultMode).toUpperCase();
  if (mode === 'DISABLED') return undefined;
  const files = ['ca', 'cert', 'key'].flatMap((part) => {
    const path = params.get(`ssl-${part}`);
    return path === null ? [] : [[part, readPart(part, path)]];
  });
  return {
    ...(Object.fromEntries(files) as MysqlTls),
    rejectUnauthorized: mode !== 'REQUIRED',
    checkServerIdentity: (_, certificate) =>
      mode === 'VERIFY_IDENTITY' ? checkIdentity(host, certificate) : undefined,
  };
}

function readPart(part: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`ssl-${part} of stored.url cannot be read (${reasonOf(error)}): name a readable file`, {
      cause: error,
    });
  }
}
