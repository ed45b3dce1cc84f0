/** Posts one batch of JSON lines, and decides what its failure means. */
import { request, type Dispatcher } from 'undici';

/** How to post: `signal` breaks off. */
export interface PostTerms {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** `fault` is '' when the collector took the batch; a final outcome is not tried again. */
export interface PostOutcome {
  readonly fault: string;
  readonly isFinal: boolean;
}

const timeoutMs = 5000;

/** What is read of an answer, and for how long, in milliseconds: it says nothing that is needed. */
const maxAnswerBytes = 65_536;
const answerMs = 1000;

/** Posts `lines` to `url`. Never rejects. A status from 400 to 499, but for 408 and 429, will not change: it is final. */
export async function postLines(url: string, lines: Uint8Array, terms: PostTerms): Promise<PostOutcome> {
  try {
    const { statusCode, body } = await request(url, {
      ...terms,
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await body.dump({ limit: maxAnswerBytes, signal: AbortSignal.timeout(answerMs) }).catch(() => undefined);
    if (statusCode >= 200 && statusCode < 300) return { fault: '', isFinal: true };
    const isOurs = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
    return { fault: `the collector of events answered status ${statusCode}`, isFinal: isOurs };
  } catch (error) {
    // An abort has a number for its code.
    const { code } = error as { code?: unknown };
    const why = typeof code === 'string' ? ` (${code})` : '';
    return { fault: `the collector of events cannot be reached${why}`, isFinal: false };
  }
}
