/** Decides what becomes of a bidder's imps (bidders, 'Steps', 'Overrides, not copies'): each goes through the steps, none is mutated. */
import { errorCode, type Problem } from '../errors.ts';
import type { Imp } from '../openrtb/imp.ts';
import { readable } from '../openrtb/readable.ts';
import type { BidderImp, BidderRequest } from './contract.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { ImpContext, ImpsCheck, ImpStep, ShapedImp, StepContext } from './call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import type { FaultTexts } from './fault-texts.ts';
import type { ParamsCheck } from './params.ts';
import { Refusal, refuse } from './refusal.ts';

/** The part of a definition that shapes imps. */
export interface ImpOptions<P, R> {
  readonly checkTypes: ParamsCheck;
  readonly steps: readonly ImpStep<P, R>[];
  readonly split: ((imp: Imp, c: ImpContext<P, R>) => readonly Changes<Imp>[]) | undefined;
  readonly onImpError: 'drop' | 'abort';
  readonly together: readonly ImpsCheck<P, R>[];
  readonly says: FaultTexts;
}

/** The imps to offer. Adds the problems of refused imps to `problems`; where `onImpError` is 'abort', one problem leaves no imps. */
export function shapeImps<P, R>(
  options: ImpOptions<P, R>,
  { imps }: BidderRequest,
  { context, problems }: { readonly context: StepContext<R>; readonly problems: Problem[] },
): ShapedImp<P>[] {
  const { onImpError, together, says } = options;
  if (imps.length === 0 && says.empty !== undefined) {
    problems.push({ code: errorCode.badInput, message: says.empty });
    return [];
  }
  const shaped: ShapedImp<P>[] = [];
  for (const [at, bidderImp] of imps.entries()) {
    const pieces = shapeImp(options, { bidderImp, at }, context);
    if (!(pieces instanceof Refusal)) {
      for (const piece of pieces) shaped.push(piece);
      continue;
    }
    if (pieces.problem === undefined) continue;
    problems.push(pieces.problem);
    if (onImpError === 'abort') return [];
  }
  if (shaped.length === 0) {
    if (says.noImps !== undefined) problems.push({ code: errorCode.badInput, message: says.noImps });
    return [];
  }
  for (const check of together) {
    const refusal = check(shaped, context);
    if (refusal === null) continue;
    if (refusal.problem !== undefined) problems.push(refusal.problem);
    return [];
  }
  return shaped;
}

/** An imp as it is sent. `imp`, which steps see, is built on first access. */
class Piece<P> implements ShapedImp<P> {
  readonly params: P;
  readonly at: number;
  readonly base: Imp;
  readonly own: Changes<Imp>;
  readonly ext: Imp['ext'];
  readonly given: JsonObject;
  #view: Imp | undefined;

  constructor({ params, at, base, own, ext, given }: Omit<ShapedImp<P>, 'imp'>) {
    this.params = params;
    this.at = at;
    this.base = base;
    this.own = own;
    this.ext = ext;
    this.given = given;
  }

  get imp(): Imp {
    this.#view ??= { ...this.base, ext: { ...this.ext, bidder: this.params }, ...this.own } as Imp;
    return this.#view;
  }

  /** The same piece with further overrides. */
  with(changes: Changes<Imp>): Piece<P> {
    const { params, at, base, own, ext, given } = this;
    return new Piece<P>({ params, at, base, own: { ...own, ...changes }, ext, given });
  }
}

function shapeImp<P, R>(
  { checkTypes, steps, split, says }: ImpOptions<P, R>,
  { bidderImp, at }: { bidderImp: BidderImp; at: number },
  context: StepContext<R>,
): readonly Piece<P>[] | Refusal {
  const { imp, params } = bidderImp;
  const fault = checkTypes(params);
  if (fault !== undefined) {
    const known = typeof says.params === 'function' ? says.params(imp, at) : says.params;
    return refuse(known ?? `imp ${JSON.stringify(imp.id ?? '')}: the params ${fault}`);
  }
  const { ext: changed, ...own } = bidderImp.own;
  // A removed `ext` is present as undefined.
  const ext = Object.hasOwn(bidderImp.own, 'ext') ? changed : imp.ext;
  let piece = new Piece<P>({ params: readable(params, 'drop') as P, at, base: imp, own, ext, given: params });
  if (steps.length === 0 && split === undefined) return [piece];
  const c: ImpContext<P, R> = { ...context, params: piece.params };
  for (const step of steps) {
    const made = step(piece.imp, c);
    if (made instanceof Refusal) return made;
    if (made !== null) piece = piece.with(made);
  }
  return split === undefined ? [piece] : split(piece.imp, c).map((made) => piece.with(made));
}
