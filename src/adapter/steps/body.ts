/** Steps that change the request of one call (bidders, 'Steps'). */
import { without } from '../../openrtb/json-object.ts';
import type { Imp } from '../../openrtb/imp.ts';
import type { App, DOOH, Site } from '../../openrtb/inventory.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import type { BodyStep, CallContext } from '../call-steps.ts';
import type { Changes } from '../../openrtb/with-changes.ts';
import { asList, valueAt } from '../json.ts';

/** The request's `site`, `app` or `dooh`: where the ad is shown. */
export type Inventory = Site & App & DOOH;

/** Changes `site`, `app` or `dooh`, whichever the request has. */
export function inventory<P, R>(
  change: (inventory: Inventory, c: CallContext<P, R>) => Changes<Inventory> | null,
): BodyStep<P, R> {
  return (request, c) => {
    const made: { [key: string]: unknown } = {};
    for (const key of ['site', 'app', 'dooh'] as const) {
      const old = request[key];
      const changes = old && change(old, c);
      if (changes) made[key] = { ...old, ...changes };
    }
    return made;
  };
}

/** Sets the publisher's id in `site`, `app` or `dooh`; undefined and '' leave it as it is. */
export function publisherId<P, R>(of: (c: CallContext<P, R>) => string | number | undefined): BodyStep<P, R> {
  return inventory(({ publisher }, c) => {
    const id = of(c) ?? '';
    return id === '' ? null : { publisher: { ...publisher, id: String(id) } };
  });
}

/** Sets the id of `site`, `app` or `dooh`; undefined and '' leave it as it is. */
export function inventoryId<P, R>(of: (c: CallContext<P, R>) => string | number | undefined): BodyStep<P, R> {
  return inventory((_, c) => {
    const id = of(c) ?? '';
    return id === '' ? null : { id: String(id) };
  });
}

/** Replaces `ext`; undefined removes it. */
export function requestExt<P, R>(of: (c: CallContext<P, R>) => BidRequest['ext'] | undefined): BodyStep<P, R> {
  return (_, c) => ({ ext: of(c) });
}

/** Adds members to `ext`; those undefined are left out. */
export function addToExt<P, R>(of: (c: CallContext<P, R>) => { readonly [key: string]: unknown }): BodyStep<P, R> {
  return ({ ext }, c) => ({ ext: { ...ext, ...of(c) } });
}

/** Replaces `ext` with the callers at the key `word`: earlier ones, then this program by the name that bidders know, without a version. */
export function callers(word: string): BodyStep<unknown> {
  return ({ ext }) => ({
    ext: { [word]: { caller: [...asList(valueAt(ext, word, 'caller')), { name: 'Prebid-Server', version: 'n/a' }] } },
  });
}

/** Removes the `ext` of the first imp and no other. */
export function bareFirst(): BodyStep<unknown> {
  return (_, { imps }) => ({ imp: imps.map(({ imp }, at) => (at === 0 ? (without(imp, ['ext']) as Imp) : imp)) });
}
