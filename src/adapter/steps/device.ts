/** Steps about the device that asks (bidders, 'Steps'). */
import { refuse, type BodyStep } from '../definition.ts';

/** Refuses a call whose request does not tell this of the device; an IPv6 address serves as `ip` as well. */
export function requireDevice(...names: readonly ('ip' | 'os' | 'ua')[]): BodyStep<unknown, unknown> {
  return ({ device = {} }) => {
    const missing = names.find((name) => !(device[name] || (name === 'ip' && device.ipv6)));
    return missing === undefined ? null : refuse(`the request lacks device.${missing}`);
  };
}
