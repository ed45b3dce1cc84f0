/** Decides how the first hop rejects a request: with 400 and every fault of a step (house, 'Errors'). */
import { RequestError } from '../../src/errors.ts';

/** Throws a `RequestError` when there are faults. */
export function failOn(faults: readonly string[]): void {
  if (faults.length > 0) throw new RequestError(400, faults);
}
