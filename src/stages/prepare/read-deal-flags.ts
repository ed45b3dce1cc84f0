/** Decides whether a bidder may bid with deals only (spec 4.1.13; decisions, 'dealsonly'). */
import { isObject, own } from '../../openrtb/json-object.ts';

/** The flags of one bidder on one imp; `pgdealsonly` implies `dealsonly`. `fault` ends a sentence that names the params. */
interface DealFlags {
  readonly dealsonly: boolean;
  readonly pgdealsonly: boolean;
  readonly fault: string | undefined;
}

const noFlags: DealFlags = { dealsonly: false, pgdealsonly: false, fault: undefined };

/** Reads the flags of merged params, which may be any JSON. */
export function readDealFlags(params: unknown): DealFlags {
  if (!isObject(params)) return noFlags;
  const [dealsonly, pgdealsonly] = [own(params, 'dealsonly') ?? false, own(params, 'pgdealsonly') ?? false];
  if (dealsonly === false && pgdealsonly === false) return noFlags;
  const wrong = typeof dealsonly === 'boolean' ? 'pgdealsonly' : 'dealsonly';
  const isWrong = typeof dealsonly !== 'boolean' || typeof pgdealsonly !== 'boolean';
  return {
    dealsonly: dealsonly === true || pgdealsonly === true,
    pgdealsonly: pgdealsonly === true,
    fault: isWrong ? `have a ${wrong} that is not a boolean: give true or false` : undefined,
  };
}
