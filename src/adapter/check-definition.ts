/**
 * Decides whether a definition can work (bidders, 'the start-up check'): faults in its URLs and rules are reported before any bidder is
 * called.
 */
import { quoted } from '../openrtb/findings.ts';
import { readEndpoint } from './endpoint.ts';
import type { AliasOptions, FactOptions, SyncPage } from './facts.ts';
import { headerWords } from './headers.ts';
import { mediaTypeWords } from './media-type.ts';

/** The parts of a definition that are checked: its facts, the names of its macros, and its lists of words. */
export interface CheckedOptions extends FactOptions {
  readonly aliases: readonly AliasOptions[];
  readonly macros: ReadonlySet<string>;
  readonly mediaType?: readonly unknown[] | undefined;
  readonly headers?: readonly unknown[] | undefined;
}

/** What is wrong with a definition, one sentence per fault; empty if it can work. */
export function definitionFaults({ aliases, macros, mediaType, headers, ...facts }: CheckedOptions): string[] {
  const faults = mediaType?.length === 0 ? ['mediaType has no rule'] : [];
  faults.push(...wordFaults('headers', headers, headerWords), ...wordFaults('mediaType', mediaType, mediaTypeWords));
  for (const { endpoint, sync = {} } of [facts, ...aliases]) {
    const checked = [endpointFault(endpoint, macros), syncFault('iframe', sync), syncFault('redirect', sync)];
    faults.push(...checked.filter((fault) => fault !== undefined));
  }
  return faults;
}

/** The unknown words in a list, one sentence each: Node runs a definition without checking its types. */
function wordFaults(list: string, given: readonly unknown[] = [], words: readonly string[]): string[] {
  const unknown = given.filter((word) => typeof word !== 'function' && !words.includes(String(word)));
  return unknown.map((word) => `${list} has ${quoted(String(word))}: use ${words.join(', ')}, or a function`);
}

function endpointFault(endpoint: string | undefined, macros: ReadonlySet<string>): string | undefined {
  if (endpoint === undefined) return undefined;
  try {
    const { literals } = readEndpoint(endpoint, macros);
    // A macro may stand for a name or for a port number.
    return ['x', '1'].some((value) => isWebUrl(literals.join(value)))
      ? undefined
      : `the endpoint ${quoted(endpoint)} is no URL: write it as https://bidder.com/bid`;
  } catch (error) {
    return (error as Error).message;
  }
}

type Way = 'iframe' | 'redirect';

function syncFault(way: Way, sync: { readonly [name in Way]?: string | SyncPage }): string | undefined {
  const page = sync[way];
  const url = typeof page === 'string' ? page : page?.url;
  if (url === undefined || isWebUrl(url.replace(/^\/\//, 'https://'))) return undefined;
  return `sync.${way} ${quoted(url)} is no URL: write it as https://bidder.com/sync?to={{.RedirectURL}}`;
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
}
