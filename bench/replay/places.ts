/** The services of a replay, whose every bidder points to the farm that answers as recorded. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { parse } from 'yaml';
import { capturedToken } from '../../src/http/debug-override.ts';
import { fixtureSettings } from '../fixture-file.ts';
import { startService } from '../subjects.ts';
import { knownBiddersOf, placeSettings, type BidderSettings } from './bidder-places.ts';

/** A service to play against; `base` is its address without a path. */
export interface Place {
  readonly name: string;
  readonly base: string;
  stop(): Promise<void>;
}

/** Which service to start: `config` is a file, undefined for the fixtures'; `set` are `path=value` settings of its own. */
export interface PlaceSettings {
  readonly name: string;
  readonly dir: string;
  readonly config: string | undefined;
  readonly scratch: string;
  readonly farmPort: number;
  /** The hosts (scheme, name and port) that each bidder was called at. */
  readonly calledAt: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether auctions of the file show a token. */
  readonly hasToken: boolean;
  readonly set: readonly string[];
}

/** Starts a service of the checkout `dir`, whose bidders are all at the farm. Rejects with the faults of its configuration. */
export async function startPlace(settings: PlaceSettings): Promise<Place> {
  const { name, dir, scratch } = settings;
  const file = settings.config ?? join(scratch, 'service.json');
  if (settings.config === undefined) writeFileSync(file, fixtureSettings(scratch));
  const facts = factsOf(file);
  const moved = placeSettings(facts.bidders, await knownBiddersOf(dir), settings);
  const subject = await startService({
    name,
    configFile: file,
    settings: lastOfEach([...changedSettings(facts, settings.hasToken), ...moved, ...settings.set]),
    dir,
  });
  return { name, base: new URL(subject.url).origin, stop: subject.stop };
}

/**
 * What a replay changes of a host's settings (`path=value`). Recorded failures repeat without their pauses: nobody is to be spared for
 * them, and no bidder to be told of them. A host's books are of real auctions.
 */
export function changedSettings({ address, tellsTimeouts }: Facts, hasToken: boolean): string[] {
  return [
    'log.level=info',
    'admin.port=0',
    'capture.path=',
    'analytics.file.path=',
    'analytics.http.url=',
    'processes=1',
    'bidderHealth.breakerFailures=0',
    'bidderHealth.throttleMemory=0',
    // Only then: older services do not know these.
    ...(tellsTimeouts ? ['auction.tellTimeouts=false'] : []),
    ...(hasToken ? [`debug.overrideToken=${capturedToken}`] : []),
    ...address,
  ];
}

/** Gives `place`, a service that runs already. Rejects with an Error that says why it does not answer. */
export async function reached(place: Place): Promise<Place> {
  try {
    // Not `fetch`, which refuses some ports.
    const { body } = await request(`${place.base}/status`);
    await body.dump();
    return place;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code ?? message;
    throw new Error(`--service ${place.base} cannot be reached (${why}): start it, or name its address`, {
      cause: error,
    });
  }
}

/** Of several settings of one path the last. */
function lastOfEach(settings: readonly string[]): string[] {
  return [...new Map(settings.map((setting) => [setting.split('=', 1)[0], setting])).values()];
}

/** What a replay reads of a configuration file. */
interface Facts {
  readonly bidders: { readonly [code: string]: BidderSettings | null };
  /** The setting of the address that answers were written with, which else would follow the port of the replay; none when it is stated. */
  readonly address: readonly string[];
  /** The host states whether bidders are told of their timeouts. */
  readonly tellsTimeouts: boolean;
}

const usualPort = 8000;

/** Reads a configuration file; nothing of one that the service itself refuses, in better words. */
export function factsOf(file: string): Facts {
  try {
    const config = parse(readFileSync(file, 'utf8')) as {
      readonly bidders?: Facts['bidders'] | null;
      readonly externalUrl?: string;
      readonly port?: number;
      readonly auction?: { readonly tellTimeouts?: boolean } | null;
    } | null;
    const port = variable('port') ?? config?.port ?? usualPort;
    const isStated = (variable('externalUrl') ?? config?.externalUrl) !== undefined;
    return {
      bidders: config?.bidders ?? {},
      address: isStated ? [] : [`externalUrl=http://localhost:${port}`],
      tellsTimeouts: (variable('auction__tellTimeouts') ?? config?.auction?.tellTimeouts) !== undefined,
    };
  } catch {
    return { bidders: {}, address: [], tellsTimeouts: false };
  }
}

/** The environment's word for a setting. */
function variable(setting: string): string | undefined {
  const name = `SVC__${setting}`.toUpperCase();
  return Object.entries(process.env).find(([key]) => key.toUpperCase() === name)?.[1];
}
