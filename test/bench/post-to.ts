/** Posts bid requests to the bidders of a farm. */
import type { Response } from 'undici';
import type { RunningFarm } from '../../bench/farm/start.ts';
import { fetchAlone } from '../support/fetch-alone.ts';

/** Makes a function that posts a body to the bidder with this code, and rejects after a minute. */
export const postTo =
  (farm: RunningFarm) =>
  (code: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
    fetchAlone(farm.endpoints[code]!, { method: 'POST', body, headers, signal: AbortSignal.timeout(60_000) });
