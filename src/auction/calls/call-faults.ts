/**
 * Classifies failed calls: turns an error of a socket or of undici into an outcome kind and a short reason. Reasons are our own words by
 * error code, never text that a bidder sent.
 */

import { staleCodes } from '../../own-server.ts';
import type { OutcomeKind } from '../call-records.ts';
import { isBeyondReach } from './own-ipv6.ts';

/** Why a call failed. `isStale`: the error is one that a kept-alive connection gives when its server has just closed it. */
export interface CallFault {
  readonly kind: OutcomeKind;
  readonly reason: string;
  readonly isStale: boolean;
}

const closed = 'connection closed before the reply';
const hostNotFound = 'host not found';
const hostNotFoundInTime = 'looking up the name of the host took too long';
const hostInside = 'the host has no address on the internet';
const networkUnreachable = 'network unreachable';
const connectTimeout = 'connecting took too long';
const certificate = 'TLS certificate not valid';
const untrusted = 'TLS certificate of an issuer that is not trusted here';
const unverified = `${untrusted}, or sent without its intermediate certificate`;
const oldTls = 'the host has no TLS 1.2 or later';
const tooManyNames = 'too many names of hosts are being looked up';
const requestNotValid = 'the call has a method, uri or header that is not valid HTTP';

/** The reason for calls that end because this process is closing. */
export const serverCloses = 'the server is closing';

/** The reason for calls for which this machine had no file descriptor or local port. */
export const noSocket = 'no socket left on this machine';

/** The error code for a host that params made up and that resolves to this machine or a network behind it. */
export const insideCode = 'ERR_HOST_INSIDE';

/** The error code for a host that params made up while too many such names wait to be resolved. */
export const namesCode = 'ERR_HOST_NAMES';

/** The error code for a connection whose host's name was not resolved in time. */
export const slowNameCode = 'ERR_HOST_NAME_SLOW';

/** An error that ends a call or a connection; `callFault` finds its reason by `code`. */
export function coded(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/**
 * The error that ends calls nobody waits for. A single instance: nobody reads its stack, and making a stack costs as much as a call's
 * headers.
 */
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
  [slowNameCode, hostNotFoundInTime],
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
  // Which of both it is, a chain does not tell.
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unverified],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_HAS_EXPIRED', 'TLS certificate has expired'],
  ['CERT_NOT_YET_VALID', 'TLS certificate is not valid yet'],
  ['CERT_REVOKED', certificate],
  ['CERT_UNTRUSTED', certificate],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS certificate is for another name'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', oldTls],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', oldTls],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the port does not speak TLS'],
  ['UND_ERR_INVALID_ARG', requestNotValid],
  ['UND_ERR_NOT_SUPPORTED', requestNotValid],
  ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', requestNotValid],
]);

/** The error code for closing a connection that brings more bytes than a reply may have. */
export const floodCode = 'ERR_REPLY_FLOOD';

const ownFaults: ReadonlySet<string> = new Set([noSocket, tooManyNames, requestNotValid]);

/** True if the call failed on this side, which says nothing about the bidder's host. */
export function isOwnFault(reason: string): boolean {
  return ownFaults.has(reason);
}

const mislengthedCode = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** Classifies the `error` that ended a call; `hasStarted` says whether any byte of its reply had arrived. */
export function callFault(error: Error, hasStarted: boolean): CallFault {
  const code = codeOf(error);
  if (error === noLongerWanted) return { kind: 'cancelled', reason: noLongerWanted.message, isStale: false };
  if (code === 'UND_ERR_DESTROYED') return { kind: 'cancelled', reason: serverCloses, isStale: false };
  if (code === floodCode)
    return {
      kind: 'oversized',
      reason: 'the reply has too many bytes beside its body (chunk extensions, trailers)',
      isStale: false,
    };
  if (hasStarted) return { kind: 'broken', reason: brokenReason(error, code), isStale: false };
  const isStale = staleCodes.has(code);
  return { kind: 'unreachable', reason: isStale ? closed : unreachableReason(code, error), isStale };
}

/** True for undici's error that a reply's body is not as long as its Content-Length. */
export function isMislengthed(error: Error): boolean {
  return codeOf(error) === mislengthedCode;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function unreachableReason(code: string, error: Error): string {
  // Linux says so, too, where IPv6 is switched off.
  if (code === 'EADDRNOTAVAIL' && isBeyondReach(addressOf(error))) return networkUnreachable;
  const known = reasonByCode.get(code);
  if (known !== undefined) return known;
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) ? 'TLS handshake failed' : 'connection failed';
}

/** The address that could not be connected to; of several the first, whose error code is that of them all. */
function addressOf(error: Error): unknown {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return (first as { readonly address?: unknown } | undefined)?.address;
}

function brokenReason(error: Error, code: string): string {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'the reply has too many headers';
  if (code === mislengthedCode) return 'the reply is not as long as its Content-Length';
  // undici's parser errors have no code.
  return error.name === 'HTTPParserError' ? 'the reply is not HTTP' : 'the reply broke off';
}
