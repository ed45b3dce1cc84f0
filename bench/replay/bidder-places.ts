/** Decides where the bidders of a replay are: each address of theirs leads to the farm, with the same path, query and macros. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KnownBidder } from '../../src/adapter/known-bidders.ts';

/** The part of a bidder's configuration that concerns its addresses. */
export interface BidderSettings {
  readonly adapter?: string;
  readonly aliasOf?: string;
  readonly endpoint?: string;
  readonly extraInfo?: string;
}

/** The bidders that the checkout `dir` knows; none if it keeps them elsewhere. */
export async function knownBiddersOf(dir: string): Promise<ReadonlyMap<string, KnownBidder>> {
  try {
    const url = pathToFileURL(join(dir, 'src/load-bidders.ts')).href;
    const { loadBidders } = (await import(url)) as typeof import('../../src/load-bidders.ts');
    return (await loadBidders()).known;
  } catch {
    return new Map();
  }
}

/** The settings (`path=value`) that lead `bidders` to the farm; `calledAt` has the hosts (scheme, name, port) where each was called. */
export function placeSettings(
  bidders: { readonly [code: string]: BidderSettings | null },
  known: ReadonlyMap<string, Pick<KnownBidder, 'facts'>>,
  { farmPort, calledAt }: { readonly farmPort: number; readonly calledAt: ReadonlyMap<string, ReadonlySet<string>> },
): string[] {
  return Object.entries(bidders).flatMap(([code, own]) => {
    const { adapter, aliasOf, endpoint, extraInfo = '' } = own ?? {};
    const parent = aliasOf === undefined ? undefined : bidders[aliasOf];
    const facts = known.get(parent?.adapter ?? adapter ?? aliasOf ?? code)?.facts;
    const farm = `http://127.0.0.1:${farmPort}/${encodeURIComponent(code)}`;
    // A bidder's `extraInfo` contains addresses, too, but not all of them are called.
    const hosts = [...(calledAt.get(code) ?? [])].filter((host) => extraInfo.includes(host));
    const moved = hosts.reduce((text, host) => text.replaceAll(host, movedTo(farm, host)), extraInfo);
    return [
      `bidders.${code}.endpoint=${movedTo(farm, endpoint ?? parent?.endpoint ?? facts?.endpoint ?? '')}`,
      ...(moved === extraInfo ? [] : [`bidders.${code}.extraInfo=${moved}`]),
    ];
  });
}

/** The address at the farm: `farm` followed by `address` without its scheme and credentials. */
function movedTo(farm: string, address: string): string {
  return `${farm}/${address.replace(/^[a-z]+:\/\/(?:[^/@]*@)?/i, '')}`;
}
