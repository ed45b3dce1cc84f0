/** One exchange over a live connection: holds a copy of the request, and writes the answer once, never after an abort. */
import type { BugPlace } from '../observe/bug-log.ts';
import type { Address } from '../openrtb/addresses.ts';
import { findFault, writeAnswer } from './answer.ts';
import { type Client, type OnStrangeProxy, type Trust, findClient, peerAddress } from './client-address.ts';
import { closerOf, mustWait } from './closing.ts';
import { type AnswerBody, type Exchange, faultHeaders, type Header } from './exchange.ts';
import { RequestHead } from './request-head.ts';
import type { Turn } from './turn.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** What all exchanges of a server share. */
export interface Front {
  readonly trusts: Trust;
  readonly onStrangeProxy: OnStrangeProxy;
  /** True if browsers reach this host over https, whatever its proxies report. */
  readonly isHttpsOutside: boolean;
  readonly onBug: (error: unknown, place: BugPlace) => void;
  readonly turn: Turn;
  isDraining: boolean;
  /** Exchanges neither answered nor aborted. */
  inFlight: number;
  /** Answers not yet sent to the last byte, because their clients read slowly. */
  unsent: number;
}

const emptyBody = new Uint8Array(0);

/** See `Exchange`. Members that the server sets are writable here. */
export class LiveExchange implements Exchange {
  readonly arrivedAtMs = performance.now();
  readonly head: RequestHead;
  parameter = '';
  account = '';
  body: Uint8Array<ArrayBuffer> = emptyBody;
  /** CORS headers for any answer. */
  corsHeaders: readonly Header[] = [];
  /** Bytes of the body that may still arrive; Infinity makes the answer close the connection. */
  unreadBytes = 0;
  isAborted = false;
  #isAnswered = false;
  #isClosed = false;
  readonly #front: Front;
  readonly #response: WireResponse;
  readonly #peer: Address | undefined;
  #abortListeners: (() => void)[] | undefined;
  #answerListeners: ((status: number, body: AnswerBody) => void)[] | undefined;
  #query: URLSearchParams | undefined;
  #client: Client | undefined;

  constructor(front: Front, response: WireResponse, request: WireRequest) {
    this.#front = front;
    this.#response = response;
    this.head = new RequestHead(request);
    this.#peer = peerAddress(response.getRemoteAddress());
    front.inFlight++;
    response.onAborted(() => this.#abort());
  }

  get path(): string {
    return this.head.path;
  }

  get isHead(): boolean {
    return this.head.method === 'head';
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.head.search));
  }

  get clientAddress(): string {
    return this.#findClient().address;
  }

  get https(): boolean {
    return this.#front.isHttpsOutside || this.#findClient().https;
  }

  /** True once answered or aborted. */
  get isOver(): boolean {
    return this.#isAnswered || this.isAborted;
  }

  header(name: string): string {
    return this.head.header(name);
  }

  onAbort(listener: () => void): void {
    if (this.isAborted) listener();
    else if (!this.#isAnswered) (this.#abortListeners ??= []).push(listener);
  }

  onAnswered(listener: (status: number, body: AnswerBody) => void): void {
    (this.#answerListeners ??= []).push(listener);
  }

  /** Passes the body's chunks to `listener`; to be called before the request's handler returns. */
  onData(listener: (chunk: ArrayBuffer, isLast: boolean) => void): void {
    this.#response.onData(listener);
  }

  answer(status: number, headers: readonly Header[], body: AnswerBody = ''): void {
    if (this.isOver) return;
    const fault = findFault(status, headers);
    if (fault === undefined) {
      this.#end(status, headers, body);
      return;
    }
    this.reportBug(new Error(`The answer to ${this.path} ${fault}`));
    this.#end(500, faultHeaders(), 'Internal error');
  }

  reportBug(error: unknown): void {
    this.#front.onBug(error, this);
  }

  #findClient(): Client {
    if (this.#client !== undefined) return this.#client;
    const sighting = {
      peer: this.#peer,
      forwardedFor: this.header('x-forwarded-for'),
      forwardedProto: this.header('x-forwarded-proto'),
    };
    return (this.#client = findClient(this.#front.trusts, sighting, this.#front.onStrangeProxy));
  }

  #end(status: number, headers: readonly Header[], body: AnswerBody): void {
    this.#isAnswered = true;
    this.#front.inFlight--;
    const { isDraining, turn } = this.#front;
    const connection = this.header('connection');
    const closes = closerOf(connection, this.unreadBytes, isDraining);
    const waits = mustWait(closes, connection);
    const answer = { status, headers: [this.corsHeaders, headers], body, isHead: this.isHead, closes } as const;
    turn.run(() => {
      if (!this.#isClosed) writeAnswer(this.#response, answer, this.#front);
    }, waits);
    for (const listener of this.#answerListeners ?? []) this.#call(() => listener(status, body));
  }

  #abort(): void {
    this.#isClosed = true;
    if (this.isOver) return;
    this.isAborted = true;
    this.#front.inFlight--;
    for (const listener of this.#abortListeners ?? []) this.#call(listener);
  }

  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.reportBug(error);
    }
  }
}
