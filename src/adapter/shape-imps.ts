/** Decides what becomes of a bidder's imps (bidders, 'Steps', 'Overrides, not copies'): each goes through the definition's steps, none is edited. */
import { errorCode, type Problem } from '../errors.ts';
import type { Imp } from '../openrtb/imp.ts';
import type { BidderImp, BidderRequest } from './contract.ts';
import { Refusal, type ImpContext, type ImpStep, type Overrides, type ShapedImp } from './definition.ts';
import type { ParamsCheck } from './params.ts';

/** The part of a definition that shapes imps. */
export interface ImpWords<P, R> {
  readonly checkTypes: ParamsCheck;
  readonly steps: readonly ImpStep<P, R>[];
  readonly split: ((imp: Imp, c: ImpContext<P, R>) => readonly Overrides<Imp>[]) | undefined;
  readonly onImpError: 'drop' | 'abort';
}

/** The imps to offer. A refused imp leaves its problem in `problems`; none is left when one refusal is to abort all. */
export function shapeImps<P, R>(
  words: ImpWords<P, R>,
  { imps }: BidderRequest,
  context: Omit<ImpContext<P, R>, 'params'>,
  problems: Problem[],
): ShapedImp<P>[] {
  const shaped: ShapedImp<P>[] = [];
  for (const [at, bidderImp] of imps.entries()) {
    const pieces = shapeImp(words, bidderImp, context);
    if (!(pieces instanceof Refusal)) {
      const { imp: base, params } = bidderImp;
      for (const { imp, own, ext } of pieces) shaped.push({ imp, params: params as P, at, base, own, ext });
      continue;
    }
    if (pieces.problem !== undefined) problems.push(pieces.problem);
    if (words.onImpError === 'abort') return [];
  }
  return shaped;
}

type Piece = Pick<ShapedImp, 'imp' | 'own' | 'ext'>;

function shapeImp<P, R>(
  { checkTypes, steps, split }: ImpWords<P, R>,
  { imp: base, own: given, params }: BidderImp,
  context: Omit<ImpContext<P, R>, 'params'>,
): readonly Piece[] | Refusal {
  const fault = checkTypes(params);
  if (fault !== undefined) {
    return new Refusal({
      code: errorCode.badInput,
      message: `imp ${JSON.stringify(base.id ?? '')}: the params ${fault}`,
    });
  }
  const c: ImpContext<P, R> = { ...context, params: params as P };
  const { ext = base.ext, ...rest } = given;
  let own: Overrides<Imp> = rest;
  let imp = { ...base, ...rest, ext: { ...ext, bidder: params } } as Imp;
  for (const step of steps) {
    const made = step(imp, c);
    if (made === null) continue;
    if (made instanceof Refusal) return made;
    own = { ...own, ...made };
    imp = { ...imp, ...made } as Imp;
  }
  if (split === undefined) return [{ imp, own, ext }];
  return split(imp, c).map((made) => ({ imp: { ...imp, ...made } as Imp, own: { ...own, ...made }, ext }));
}
