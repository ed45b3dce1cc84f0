/** Readers of the answers of `/cookie_sync`. */
import { bidders, type SyncAnswer } from './sync-front.ts';

interface Answer {
  readonly status: string;
  readonly bidder_status: readonly {
    readonly bidder: string;
    readonly no_cookie: boolean;
    readonly usersync: { readonly url: string; readonly type: string; readonly supportCORS: boolean };
  }[];
  readonly debug?: readonly { readonly bidder: string; readonly error: string }[];
}

/** The answer's members. */
export const read = ({ text }: SyncAnswer): Answer => JSON.parse(text) as Answer;

/** The bidders to synchronise, in their order. */
export const names = (answer: SyncAnswer): string[] => read(answer).bidder_status.map(({ bidder }) => bidder);

/** Bidders `b0` to `b<count - 1>`, each with a redirect. */
export function many(count: number): { readonly bidders: object } {
  const codes = Array.from({ length: count }, (_, at) => `b${at}`);
  return { bidders: { ...none, ...Object.fromEntries(codes.map((code) => [code, bidders.image])) } };
}

/** Removes the default bidders of `openSync`. */
export const none = { image: null, frame: null, mute: null };
