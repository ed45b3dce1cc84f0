/** Finds the recorded call that a bidder is being asked again: of its request by what was sent, bidder and imps; of others by what was sent. */
import { sentPrint, type CapturedAuction, type CapturedCall } from '../../src/observe/capture-record.ts';
import { redactJson } from '../../src/observe/capture-redact.ts';
import { parsedJson } from '../../src/openrtb/parsed-json.ts';

interface Sent {
  readonly id?: unknown;
  readonly imp?: readonly { readonly id?: unknown }[];
}

/** All calls of a recording. */
export class RecordedCalls {
  readonly #prints = new Set<string>();
  readonly #byPrint = new Map<string, CapturedCall>();
  readonly #byRequest = new Map<string, CapturedCall[]>();
  /** Of auctions whose id is made anew every time, as pages of AMP have. */
  readonly #nameless: CapturedCall[] = [];

  constructor(auctions: readonly CapturedAuction[]) {
    for (const { body, calls } of auctions) {
      const { id } = typeof body === 'string' ? parsed(body) : ((body ?? {}) as Sent);
      for (const call of calls) {
        if (call.sentSha256 === undefined) continue;
        this.#prints.add(call.sentSha256);
        this.#byPrint.set(printKey(call.bidder, call.sentSha256), call);
        this.#byPrint.set(printKey(call.bidder, call.sentSha256, id), call);
      }
      if (typeof id === 'string') this.#byRequest.set(id, [...(this.#byRequest.get(id) ?? []), ...calls]);
      else this.#nameless.push(...calls);
    }
  }

  /** The call that `text`, sent to the address of `code`, repeats; undefined for one that was never made. */
  find(code: string, text: string): CapturedCall | undefined {
    const print = this.#printOf(text);
    const { id, imp } = parsed(text);
    // The calls of two users may be alike: a print holds no UUID, as most ids of requests are.
    const itself = this.#byPrint.get(printKey(code, print, id));
    if (itself !== undefined) return itself;
    const same = this.#byPrint.get(printKey(code, print));
    const named = typeof id === 'string' ? this.#byRequest.get(id) : undefined;
    if (named === undefined && same !== undefined) return same;
    const calls = named ?? (typeof id === 'string' ? this.#nameless : []);
    const imps = (Array.isArray(imp) ? imp : []).map((one: { readonly id?: unknown } | null) => String(one?.id)).join();
    const alike = calls.filter((call) => call.imps?.join() === imps);
    const own = calls.filter(({ bidder }) => bidder === code);
    // Aliases that a request makes for itself have their bidder's address.
    const isHere = ({ uri }: CapturedCall): boolean => own.length === 0 || own.some((one) => one.uri === uri);
    return (
      calls.find((call) => call.sentSha256 === print && isHere(call)) ??
      own.find((call) => alike.includes(call)) ??
      same ??
      own[0] ??
      alike[0]
    );
  }

  /** A user that a stored request tells of is in what is sent, though it was blotted out of what was. */
  #printOf(text: string): string {
    const print = sentPrint(text);
    return this.#prints.has(print) ? print : sentPrint(JSON.stringify(redactJson(parsedJson(text))) ?? '');
  }
}

function printKey(bidder: string, print: string, id: unknown = ''): string {
  return `${bidder} ${print} ${String(id)}`;
}

function parsed(text: string): Sent {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
