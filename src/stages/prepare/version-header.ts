/** Decides the value of the header `x-<namespace>` on requests to bidders (spec 9; decisions, 'Version header'). */
import { isObject, own } from '../../openrtb/merge-patch.ts';
import type { BidRequest } from '../../openrtb/request.ts';

/**
 * `<name>/<version>` of the browser library (`ext.<namespace>.channel`), of the mobile SDK (`app.ext.<namespace>` or
 * `app.ext`), then of this server, joined by commas; incomplete pairs are left out. Characters that mean something in a
 * header are replaced.
 */
export function versionHeader(request: BidRequest, namespace: string, server: string): string {
  const svc = own(request.ext, namespace);
  const channel = isObject(svc) ? own(svc, 'channel') : undefined;
  const appSvc = own(request.app?.ext, namespace);
  const sdk = isObject(appSvc) ? appSvc : request.app?.ext;
  const entries = [
    isObject(channel) ? entry(own(channel, 'name'), own(channel, 'version')) : undefined,
    isObject(sdk) ? entry(own(sdk, 'source'), own(sdk, 'version')) : undefined,
    server,
  ];
  return entries.filter((one) => one !== undefined).join(',');
}

function entry(name: unknown, version: unknown): string | undefined {
  if (typeof name !== 'string' || typeof version !== 'string' || name === '' || version === '') return undefined;
  return `${token(name)}/${token(version)}`;
}

function token(text: string): string {
  return text.slice(0, 64).replace(/[^\w.+~-]/g, '_');
}
