/** Reads the address of a MySQL or MariaDB server (interface, `stored.url`): whom to log in as, and how TLS is spoken, in MySQL's own words. */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { reasonOf } from '../error-text.ts';
import { checkIdentity } from '../server-identity.ts';

/** How TLS is spoken: the options of Node that are not those of one connection. */
export type MysqlTls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'checkServerIdentity'>;

/** What an address says. */
export interface MysqlAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** undefined: without. */
  readonly tls: MysqlTls | undefined;
}

const usualPort = 3306;

/** What `url` says, which the configuration has found good. Throws an Error that says what to do where a file that it names cannot be read. */
export function readMysqlAddress(url: string): MysqlAddress {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host: decodeURIComponent(host),
    port: port === '' ? usualPort : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    tls: readTls(searchParams, decodeURIComponent(host)),
  };
}

/** Who names an authority, or nothing but a file for TLS, wants to know whom it speaks to. */
function readTls(stated: URLSearchParams, host: string): MysqlTls | undefined {
  const usual = stated.size > 0 ? 'VERIFY_IDENTITY' : 'DISABLED';
  const mode = (stated.get('ssl-mode') ?? usual).toUpperCase();
  if (mode === 'DISABLED') return undefined;
  const files = ['ca', 'cert', 'key'].flatMap((part) => {
    const path = stated.get(`ssl-${part}`);
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
