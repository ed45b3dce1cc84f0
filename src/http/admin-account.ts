/** `POST /cache/invalidate?account=ID` of the admin port (implementation B 11): makes all processes read an account's settings again. */
import { isStoredId } from '../stored/store.ts';
import type { AdminRoute } from './admin-server.ts';
import type { StoredNews } from './admin-stored.ts';
import { faultText } from './exchange.ts';

/** The route, for tools written for implementation B; `DELETE /storedrequests/openrtb2` does the same for many ids at once. */
export function accountRoute({ forget }: Pick<StoredNews, 'forget'>): AdminRoute {
  return {
    method: 'POST',
    path: '/cache/invalidate',
    handle: ({ query }) => {
      const id = query.get('account') ?? '';
      if (!isStoredId(id))
        return { status: 400, body: faultText(['account is missing or not an id: name the account']) };
      forget([{ kind: 'accounts', id }]);
      return { status: 200, body: '1 forgotten\n' };
    },
  };
}
