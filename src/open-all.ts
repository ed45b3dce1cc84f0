/** Opens the parts of a service in parallel, so that a start reports all its faults at once (interface, 'Commands'). */
import { faultsOf } from './error-text.ts';

/** An opened part, if there is one. */
type Opened = { close(): unknown } | undefined;

type Openers = { readonly [name: string]: () => Opened | Promise<Opened> };

type AllOpened<Each extends Openers> = { readonly [Name in keyof Each]: Awaited<ReturnType<Each[Name]>> };

/**
 * Runs `openers` and resolves with what they open, by name. If any fails, or if `hindrances` lists other reasons not to start, it closes
 * what did open and rejects with an AggregateError of all reasons.
 */
export async function openAll<const Each extends Openers>(
  openers: Each,
  hindrances: readonly string[] = [],
): Promise<AllOpened<Each>> {
  const names = Object.keys(openers);
  const settled = await Promise.allSettled(names.map(async (name) => openers[name]!()));
  const faults = settled.flatMap((one) => (one.status === 'rejected' ? faultsOf(one.reason) : []));
  const opened = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  if (hindrances.length + faults.length === 0)
    return Object.fromEntries(names.map((name, at) => [name, opened[at]])) as AllOpened<Each>;
  await Promise.allSettled(opened.map(async (one) => one?.close()));
  const all = [...hindrances, ...faults];
  throw new AggregateError(all, all.join('; '));
}
