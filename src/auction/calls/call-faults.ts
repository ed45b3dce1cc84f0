/**
 * What a failed call is called: the error of a socket or of undici becomes an outcome's kind and a short reason.
 * Reasons are our own words by error code, never text that a bidder sent.
 */

import { staleCodes } from '../../own-server.ts';
import type { OutcomeKind } from '../call-records.ts';

/** Why a call failed. `isStale`: the error is what a kept connection that its server has just closed looks like. */
export interface CallFault {
  readonly kind: OutcomeKind;
  readonly reason: string;
  readonly isStale: boolean;
}

const closed = 'connection closed before the reply';
const hostNotFound = 'host not found';
const hostInside = 'the host has no address on the internet';
const networkUnreachable = 'network unreachable';
const connectTimeout = 'connecting took too long';
const certificate = 'TLS certificate not valid';
const untrusted = 'TLS certificate of an issuer that is not trusted here';
const tooManyNames = 'too many names of hosts are being looked up';
const requestNotValid = 'the call has a method, uri or header that is not valid HTTP';

/** The reason of a call that this process ends, because it closes. */
export const serverCloses = 'the server is closing';

/** The reason of a call that this machine had no file or local port for. */
export const noSocket = 'no socket left on this machine';

/** Of the error for a host that params made up, which leads to this machine or a network behind it. */
export const insideCode = 'ERR_HOST_INSIDE';

/** Of the error for a host that params made up, when too many of their names are looked up already. */
export const namesCode = 'ERR_HOST_NAMES';

/** An error that ends a call or a connection: `callFault` finds its words by `code`. */
export function coded(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** With this a call ends that nobody waits for. One for all: nobody reads its stack, and a stack costs as much as a call's headers. */
export const noLongerWanted = new Error('no longer wanted');

const reasonByCode = new Map([
  [insideCode, hostInside],
  [namesCode, tooManyNames],
  ['ECONNREFUSED', 'connection refused'],
  ['ENOTFOUND', hostNotFound],
  ['EAI_AGAIN', hostNotFound],
  ['EAI_FAIL', hostNotFound],
  ['EAI_NODATA', hostNotFound],
  ['EAI_NONAME', hostNotFound],
  ['EHOSTUNREACH', networkUnreachable],
  ['ENETUNREACH', networkUnreachable],
  ['EACCES', networkUnreachable],
  ['ETIMEDOUT', connectTimeout],
  ['UND_ERR_CONNECT_TIMEOUT', connectTimeout],
  ['EMFILE', noSocket],
  ['ENFILE', noSocket],
  ['EADDRNOTAVAIL', noSocket],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_HAS_EXPIRED', 'TLS certificate has expired'],
  ['CERT_NOT_YET_VALID', 'TLS certificate is not valid yet'],
  ['CERT_REVOKED', certificate],
  ['CERT_UNTRUSTED', certificate],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS certificate is for another name'],
  ['UND_ERR_INVALID_ARG', requestNotValid],
  ['UND_ERR_NOT_SUPPORTED', requestNotValid],
  ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', requestNotValid],
]);

/** Of the error that closes a connection which brings more bytes than a reply may have. */
export const floodCode = 'ERR_REPLY_FLOOD';

const ownFaults: ReadonlySet<string> = new Set([noSocket, tooManyNames, requestNotValid]);

/** True for the reason of a call that failed on this side: it says nothing of the bidder's host. */
export function isOwnFault(reason: string): boolean {
  return ownFaults.has(reason);
}

const mislengthedCode = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** The kind and reason of a call that ended in `error`; `hasStarted` says whether any byte of its reply had come. */
export function callFault(error: Error, hasStarted: boolean): CallFault {
  const code = codeOf(error);
  if (error === noLongerWanted) return { kind: 'cancelled', reason: noLongerWanted.message, isStale: false };
  if (code === 'UND_ERR_DESTROYED') return { kind: 'cancelled', reason: serverCloses, isStale: false };
  if (code === floodCode)
    return { kind: 'oversized', reason: 'the reply has too much beside its body', isStale: false };
  if (hasStarted) return { kind: 'broken', reason: brokenReason(error, code), isStale: false };
  const isStale = staleCodes.has(code);
  return { kind: 'unreachable', reason: isStale ? closed : unreachableReason(code), isStale };
}

/** True for the error of a reply whose body is longer or shorter than undici takes its Content-Length for. */
export function isMislengthed(error: Error): boolean {
  return codeOf(error) === mislengthedCode;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function unreachableReason(code: string): string {
  const known = reasonByCode.get(code);
  if (known !== undefined) return known;
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) ? 'TLS handshake failed' : 'connection failed';
}

function brokenReason(error: Error, code: string): string {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'the reply has too many headers';
  if (code === mislengthedCode) return 'the reply is not as long as its Content-Length';
  // undici gives its parser's errors no code.
  return error.name === 'HTTPParserError' ? 'the reply is not HTTP' : 'the reply broke off';
}
