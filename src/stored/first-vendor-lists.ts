/** Gets the vendor lists that a process without any begins with: auctions under GDPR that come before their list lose their bidders. */
import { listKey, listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import type { VendorListFiles } from './vendor-list-files.ts';
import type { VendorListNotices } from './vendor-list-notices.ts';
import { newestUrl } from './vendor-list-source.ts';

/** So many older lists are fetched before anybody names them: one a week, and consent lasts for thirteen months. */
const mostOlder = 60;

/** Where the lists come from, and who wants them, unless it `isClosed`. */
export interface FirstLists {
  readonly files: VendorListFiles;
  /** `privacy.gdpr.vendorListUrl`. */
  readonly url: string;
  readonly tell: VendorListNotices;
  add(lists: readonly VendorList[]): void;
  isClosed(): boolean;
}

/** Gets the newest list, where the source has a name for it; those that users of the last year have consented under follow behind. */
export async function fetchFirstLists(first: FirstLists): Promise<void> {
  const { files, url, tell } = first;
  const address = newestUrl(url);
  if (address === undefined) return;
  try {
    const { lists, unkept } = await files.fetchNewest(address);
    first.add(lists);
    tell.inUse(lists, unkept);
    void fetchOlder(lists[0]!.key, first);
  } catch (error) {
    tell.noNewest((error as Error).message);
  }
}

/** Gets the lists before `newest`, the latest first, until one is not to be had. */
async function fetchOlder(newest: number, { files, url, tell, add, isClosed }: FirstLists): Promise<void> {
  const { specification, version } = listOf(newest);
  const oldest = Math.max(1, version - mostOlder);
  let at = version;
  while (at > oldest && !isClosed()) {
    const found = await files.fetch(listKey(specification, at - 1), url).catch(() => undefined);
    if (found === undefined) break;
    add([found.list]);
    at -= 1;
  }
  if (at < version) tell.older(version - at);
}
