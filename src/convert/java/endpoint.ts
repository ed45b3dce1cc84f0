/** Converts a bidder's endpoint from Prebid Server Java, which writes the macros for params differently. */
import type { Around, JointRule, JointTurn } from '../rule.ts';

const unnamed =
  'contains %s where Gavel needs the name of a param: replace it with {{.Name}} (the page of the bidder lists them)';

/** The rule of one bidder's part of the file. */
export function endpointRule(within: string): JointRule {
  return {
    within,
    from: ['endpoint'],
    to: ['bidders.*.endpoint'],
    join: joinEndpoint,
  };
}

function joinEndpoint({ stated, put, tell, names, around }: JointTurn): void {
  const endpoint = endpointOf(stated('endpoint')!.text, names, around);
  if (endpoint === undefined) tell('endpoint', unnamed);
  else put('bidders.*.endpoint', endpoint);
}

/** An endpoint in Gavel's spelling. `names`: the bidder and perhaps its alias. Undefined if it is unknown what a %s stands for. */
export function endpointOf(text: string, names: readonly string[], around: Around): string | undefined {
  const known = around.known.get(around.codeOf(names.at(-1)!)) ?? around.known.get(around.codeOf(names[0]!));
  const places = known?.facts.endpoint?.match(/\{\{\.\w{1,64}\}\}/g) ?? [];
  const own = new Map(places.map((place) => [place.toLowerCase(), place]));
  // Both servers name the same param, often in different case: ZoneId, ZoneID.
  const spelled = text.replaceAll(/\{\{(\w{1,64})\}\}/g, (_, name: string) => {
    const place = `{{.${name}}}`;
    return own.get(place.toLowerCase()) ?? place;
  });
  const count = spelled.split('%s').length - 1;
  if (count === 0) return spelled;
  return places.length === count ? spelled.replaceAll('%s', () => places.shift()!) : undefined;
}
