/** Opens what a service needs side by side, so that a start tells at once everything that hinders it (interface, 'Commands'). */
import { faultsOf } from './error-text.ts';

/** What was opened, if anything was. */
type Opened = { close(): unknown } | undefined;

type Openers = { readonly [name: string]: () => Opened | Promise<Opened> };

type AllOpened<Each extends Openers> = { readonly [Name in keyof Each]: Awaited<ReturnType<Each[Name]>> };

/**
 * What `openers` open, under their names. Rejects with an AggregateError of all that failed when one fails, or when `hindrances`
 * says what else keeps the service from starting; what did open is closed again.
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
