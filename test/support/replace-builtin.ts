/** Functions of Node's own modules that a test replaces until it ends, in every file that has imported them. */
import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import type { Ending } from './folder.ts';

/** Replaces a function of a built-in module, which is its default export. */
export function replaceBuiltin<Module extends object, Name extends keyof Module>(
  t: Ending,
  [module, name]: readonly [Module, Name],
  other: Module[Name],
): void {
  const own = module[name];
  const put = (one: Module[Name]): void => {
    module[name] = one;
    syncBuiltinESMExports();
  };
  put(other);
  t.teardown(() => put(own));
}

type Lookup = (name: string, options: object, found: (error: null, addresses: LookupAddress[]) => void) => void;

/** Lets a name lead to these addresses; any other is looked up as ever. */
export function resolveTo(t: Ending, host: string, addresses: () => LookupAddress[]): void {
  const own = dns.lookup as Lookup;
  const lookup: Lookup = (name, options, found) => {
    if (name === host) setImmediate(() => found(null, addresses()));
    else own(name, options, found);
  };
  replaceBuiltin(t, [dns, 'lookup'], lookup as typeof dns.lookup);
}
