/** Posts one batch of JSON lines, and decides whether a failure is worth a retry. */
import { request, type Dispatcher } from 'undici';

/** How to post; `signal` aborts. */
export interface PostTerms {
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

/** `fault` is '' if the collector took the batch. A final outcome is not retried. */
export interface PostOutcome {
  readonly fault: string;
  readonly isFinal: boolean;
}

const timeoutMs = 5000;

/** How much of a response body is read, and for how many milliseconds: its content is not needed. */
const maxAnswerBytes = 65_536;
const answerMs = 1000;

/** Posts `lines` to `url`. Never rejects. A status from 400 to 499 other than 408 and 429 is final: a retry would not change it. */
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
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
    return { fault: `the event collector returned status ${statusCode}`, isFinal: isRefused };
  } catch (error) {
    // The code of an abort is a number.
    const { code } = error as { code?: unknown };
    const why = typeof code === 'string' ? ` (${code})` : '';
    return { fault: `the event collector cannot be reached${why}`, isFinal: false };
  }
}
