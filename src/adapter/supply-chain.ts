/** Reads a request's supply chain (OpenRTB 2.6 section 3.2.25), and writes it as the one text that bidders want in a query. */
import { raiseSource } from '../openrtb/places.ts';
import type { SupplyChain } from '../openrtb/request.ts';
import type { SharedRequest } from './call-steps.ts';
import { asList, numberAt, textAt, valueAt } from './json.ts';

/** The supply chain, whichever of its two places the bidder's OpenRTB version has; undefined for none. */
export function chainOf({ source }: SharedRequest): SupplyChain | undefined {
  return raiseSource(source, undefined)?.schain;
}

/**
 * The supply chain as one text: version and completeness, then each node with its members written by `encode`. Undefined without nodes, or
 * with more than `mostNodes`.
 */
export function chainText(
  request: SharedRequest,
  encode: (member: string | number) => string,
  mostNodes = Infinity,
): string | undefined {
  const chain = chainOf(request);
  const nodes = asList(valueAt(chain, 'nodes'));
  if (nodes.length === 0 || nodes.length > mostNodes) return undefined;
  const texts = nodes.map((node) => membersOf(node).map(encode).join(','));
  return [`${textAt(chain, 'ver')},${numberAt(chain, 'complete')}`, ...texts].join('!');
}

function membersOf(node: unknown): (string | number)[] {
  const [hp, ext] = [valueAt(node, 'hp'), valueAt(node, 'ext')];
  return [
    textAt(node, 'asi'),
    textAt(node, 'sid'),
    hp === undefined ? '' : numberAt(hp),
    textAt(node, 'rid'),
    textAt(node, 'name'),
    textAt(node, 'domain'),
    ext === undefined ? '' : JSON.stringify(ext),
  ];
}
