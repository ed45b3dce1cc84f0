/** Decides whether a definition can work (bidders, 'the start-up check'): what is wrong with its addresses and rules is told before anybody is asked. */
import { quoted } from '../openrtb/findings.ts';
import { readEndpoint } from './endpoint.ts';
import type { AliasOptions, FactOptions, SyncPage } from './facts.ts';
import { headerWords } from './headers.ts';
import { mediaTypeWords } from './media-type.ts';

/** What is checked of a definition: its facts, the names of its macros, and lists of words. */
export interface CheckedOptions extends FactOptions {
  readonly aliases: readonly AliasOptions[];
  readonly macros: ReadonlySet<string>;
  readonly mediaType?: readonly unknown[] | undefined;
  readonly headers?: readonly unknown[] | undefined;
}

/** What is wrong with a definition, one sentence each; none for one that can work. */
export function definitionFaults({ aliases, macros, mediaType, headers, ...facts }: CheckedOptions): string[] {
  const faults = mediaType?.length === 0 ? ['mediaType has no rule'] : [];
  faults.push(...wordFaults('headers', headers, headerWords), ...wordFaults('mediaType', mediaType, mediaTypeWords));
  for (const { endpoint, sync = {} } of [facts, ...aliases]) {
    const found = [endpointFault(endpoint, macros), syncFault('iframe', sync), syncFault('redirect', sync)];
    faults.push(...found.filter((fault) => fault !== undefined));
  }
  return faults;
}

/** Words of a list that mean nothing: types do not see what was cast. */
function wordFaults(list: string, given: readonly unknown[] = [], words: readonly string[]): string[] {
  const odd = given.filter((word) => typeof word !== 'function' && !words.includes(String(word)));
  return odd.map((word) => `${list} has ${quoted(String(word))}: use ${words.join(', ')}, or a function`);
}

function endpointFault(endpoint: string | undefined, macros: ReadonlySet<string>): string | undefined {
  if (endpoint === undefined) return undefined;
  try {
    const { literals } = readEndpoint(endpoint, macros);
    // A macro may be a name, or the number of a port.
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
