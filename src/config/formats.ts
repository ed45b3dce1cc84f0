/** Checks of strings that a pattern cannot express, such as addresses, URLs and names. The schema names them as `format`. */
import ipaddr from 'ipaddr.js';
import { readBlocks } from '../openrtb/addresses.ts';

type Check = (text: string) => string;

/** The checks by name. Each returns '' for a valid string, else what it must be, to follow the setting's name. */
export const formats: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['host', host],
  ['http-url', (text) => webUrl(text, 'https://host.example/path')],
  ['base-url', baseUrl],
  ['endpoint', (text) => webUrl(withoutMacros(text), 'http://127.0.0.1:9001/bid')],
  [
    'sync-url',
    (text) =>
      webUrl(
        withoutMacros(text.startsWith('//') ? `https:${text}` : text),
        'https://host.example/sync?r={{.RedirectURL}}',
      ),
  ],
  ['return-path', returnPath],
  ['proxy', proxy],
  ['component-kind', componentKind],
  ['cookie-name', cookieName],
  ['cookie-domain', cookieDomain],
]);

/**
 * '' when `text` is a URL with one of `protocols` (such as `redis:`), else what it must be. User and password are a fault unless `secrets`
 * are allowed. The message never shows the URL.
 */
export function urlFault(text: string, protocols: readonly string[], secrets: boolean): string {
  const kinds = protocols.map((protocol) => `${protocol}//`).join(' or ');
  // The URL parser drops newlines and turns backslashes into slashes: what is checked must be what is used.
  // oxlint-disable-next-line no-control-regex
  if (/[\s\\\x00-\x1f\x7f]/.test(text)) return `must be a URL without spaces, control characters or backslashes`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWhole = url && url.hostname !== '' && text.toLowerCase().startsWith(`${url.protocol}//`);
  if (!isWhole || !protocols.includes(url.protocol)) return `must be a full URL that starts with ${kinds}`;
  if (!secrets && (url.username !== '' || url.password !== '' || authority(text).includes('@'))) {
    return 'must not contain a user name or password: remove what precedes the @';
  }
  return '';
}

function authority(text: string): string {
  return /^[^/]*\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
}

function webUrl(text: string, example: string): string {
  const fault = urlFault(text, ['http:', 'https:'], false);
  return fault.startsWith('must be a full') ? `must be an http or https URL such as ${example}` : fault;
}

function baseUrl(text: string): string {
  if (/[?#]/.test(text)) return 'must be a URL without ? and #: take out the query and the fragment';
  return webUrl(text, 'https://host.example');
}

/** Replaces placeholders with a word: {{.Host}}, #{REGION}#, {publisher}. */
function withoutMacros(text: string): string {
  return text.replaceAll(/\{\{[^{}]{0,100}\}\}|#\{[^{}]{0,100}\}#|\{[^{}]{0,100}\}/g, 'x');
}

function returnPath(text: string): string {
  return /^\/(?!\/)[!-~]*$/.test(text)
    ? ''
    : 'must be a path on this host that starts with a single /, such as /setuid?bidder=x&uid=$UID';
}

function host(text: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)) return '';
  const numeric = /^[0-9.]+$/.test(text);
  if (!numeric && /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(text) && text.length <= 253) return '';
  return 'must be an address or host name without a port, such as 0.0.0.0, :: or localhost';
}

function proxy(text: string): string {
  return readBlocks(text)
    ? ''
    : 'must be loopback, private, an address such as 192.0.2.7, or a range such as 10.0.0.0/8';
}

/** This service has bidders and analytics modules; `rtd` and `general` are kinds of other servers, which accounts may name. */
function componentKind(text: string): string {
  return /^(?:bidder|analytics|rtd|general)$/i.test(text) ? '' : 'must be bidder or analytics';
}

function cookieName(text: string): string {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}$/.test(text) ? '' : 'must be a cookie name: letters, digits, "_" and "-"';
}

function cookieDomain(text: string): string {
  const good = /^\.?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text) && text.length <= 253;
  return good || text === 'localhost' ? '' : 'must be a domain such as ads.example.com, without https:// or port';
}
