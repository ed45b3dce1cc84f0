/** Rules of `bidders` (interface, 'Configuration'): names, definitions, aliases, addresses. */
import { memberPath } from '../openrtb/findings.ts';
import { breach, isReserved, type Checked } from './checked.ts';
import type { Config } from './schema.ts';
import { didYouMean, nearest } from './suggest.ts';

/** The name of the default OpenRTB adapter, which is always available. */
const defaultAdapter = 'openrtb';

/** Adds every broken rule of `bidders` to the findings. */
export function checkBidders(checked: Checked): void {
  const seen = new Map<string, string>();
  for (const [code, settings] of Object.entries(checked.config.bidders)) {
    checkCode(checked, code, seen);
    checkSync(checked, code, settings);
    checkAdapter(checked, code, settings);
    if (settings.aliasOf === undefined) checkEndpoint(checked, code, settings);
    else checkAlias(checked, code, settings);
  }
}

type Settings = Config['bidders'][string];

function checkCode(checked: Checked, code: string, seen: Map<string, string>): void {
  const folded = code.toLowerCase();
  if (isReserved(code) || folded === checked.config.namespace.toLowerCase()) {
    breach(checked, [['bidders', code]], 'is a reserved name that requests use for something else: use another code');
  }
  const other = seen.get(folded);
  if (other !== undefined) {
    breach(
      checked,
      [['bidders', code]],
      `differs from ${memberPath('bidders', other)} only in case: keep one of the two`,
    );
  }
  seen.set(folded, code);
}

function checkSync(checked: Checked, code: string, { userSync, usersync }: Settings): void {
  if (!userSync || !usersync) return;
  breach(checked, [['bidders', code, 'usersync']], 'cannot be combined with userSync: keep one of the two');
}

function isKnown(checked: Checked, adapter: string): boolean {
  return adapter === defaultAdapter || checked.knownAdapters.has(adapter);
}

function checkAdapter(checked: Checked, code: string, { adapter, aliasOf }: Settings): void {
  if (adapter === undefined) return;
  const path = ['bidders', code, 'adapter'];
  if (!isKnown(checked, adapter)) {
    const meant = nearest(adapter, checked.knownAdapters);
    const fix = didYouMean(meant, `use ${defaultAdapter}, the default, or leave it out`);
    breach(checked, [path], `is ${adapter}, which is not a definition in this version: ${fix}`);
  }
  if (aliasOf !== undefined) {
    breach(
      checked,
      [path],
      `cannot be combined with aliasOf, which gives it the adapter of ${aliasOf}: keep one of the two`,
    );
  }
}

function checkEndpoint(checked: Checked, code: string, { adapter, endpoint }: Settings): void {
  const definition = adapter ?? code;
  if (endpoint !== undefined || (definition !== defaultAdapter && isKnown(checked, definition))) return;
  const meant = adapter === undefined ? nearest(code, checked.knownAdapters) : '';
  const fix = meant === '' ? 'give the URL for its bid requests' : `give its URL, or did you mean the bidder ${meant}?`;
  breach(
    checked,
    [
      ['bidders', code, 'endpoint'],
      ['bidders', code, 'adapter'],
      ['bidders', code],
    ],
    `is missing: ${fix}`,
  );
}

function checkAlias(checked: Checked, code: string, { aliasOf = '' }: Settings): void {
  const paths = [['bidders', code, 'aliasOf']];
  const { bidders } = checked.config;
  const target = bidders[aliasOf];
  if (aliasOf === code) breach(checked, paths, 'is the bidder itself: name another bidder, or remove it');
  else if (target?.aliasOf !== undefined) {
    const end = endOf(bidders, aliasOf);
    const fix = end === '' ? ', and the aliases lead in a circle: name a bidder that is not an alias' : `: use ${end}`;
    breach(checked, paths, `is ${aliasOf}, itself an alias${fix}`);
  } else if (target === undefined && !checked.knownAdapters.has(aliasOf)) {
    const meant = nearest(aliasOf, [...Object.keys(bidders).filter((one) => one !== code), ...checked.knownAdapters]);
    const fix = didYouMean(meant, 'add that bidder, or correct the name');
    breach(checked, paths, `is ${aliasOf}, which is not a bidder of this host: ${fix}`);
  }
}

/** The bidder at the end of the aliases that start with `alias`; '' when they lead in a circle. */
function endOf(bidders: Config['bidders'], alias: string): string {
  const seen = new Set<string>();
  let code = alias;
  for (let next = bidders[code]?.aliasOf; next !== undefined; next = bidders[code]?.aliasOf) {
    if (seen.has(code)) return '';
    seen.add(code);
    code = next;
  }
  return code;
}
