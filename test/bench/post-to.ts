/** Posts bid requests to the bidders of a farm. */
import type { RunningFarm } from '../../bench/farm/start.ts';

/** Makes a function that posts a body to the bidder with this code, and rejects after eight seconds. */
export const postTo =
  (farm: RunningFarm) =>
  (code: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(farm.endpoints[code]!, { method: 'POST', body, headers, signal: AbortSignal.timeout(8000) });
