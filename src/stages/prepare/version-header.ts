/** Decides the value of the header `x-<namespace>` on requests to bidders (spec 9; decisions, 'Version header'). */
import { isObject, own } from '../../openrtb/json-object.ts';
import type { BidRequest } from '../../openrtb/request.ts';
import { requestSvc } from '../../openrtb/svc.ts';

/**
 * `<name>/<version>` of the browser library (`ext.<namespace>.channel`), of the mobile SDK (`app.ext.<namespace>` or `app.ext`), then of
 * this server, joined by commas; incomplete pairs are left out. Characters with a meaning in headers are replaced.
 */
export function versionHeader(request: BidRequest, namespace: string, server: string): string {
  const { ext } = request.app ?? {};
  const sdk = entry(own(ext, namespace), 'source') ?? entry(ext, 'source');
  const entries = [entry(requestSvc(request, namespace)?.channel, 'name'), sdk, server];
  return entries.filter((one) => one !== undefined).join(',');
}

function entry(owner: unknown, nameKey: 'name' | 'source'): string | undefined {
  if (!isObject(owner)) return undefined;
  const name = own(owner, nameKey);
  const version = own(owner, 'version');
  if (typeof name !== 'string' || typeof version !== 'string' || name === '' || version === '') return undefined;
  return `${token(name)}/${token(version)}`;
}

function token(text: string): string {
  return text.slice(0, 64).replace(/[^\w.+~-]/g, '_');
}
