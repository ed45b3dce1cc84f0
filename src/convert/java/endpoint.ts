/** Makes a bidder's endpoint out of that of Prebid Server Java, whose places for params are written otherwise. */
import type { JointRule, JointTurn } from '../rule.ts';

const unnamed =
  'has %s where Gavel writes the name of a param: put that in its place ({{.Name}}; the page of the bidder names them)';

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
  const text = stated('endpoint')!.text.replaceAll(/\{\{(\w{1,64})\}\}/g, '{{.$1}}');
  const count = text.split('%s').length - 1;
  if (count === 0) return put('bidders.*.endpoint', text);
  const known = around.known.get(around.codeOf(names.at(-1)!)) ?? around.known.get(around.codeOf(names[0]!));
  const places = known?.facts.endpoint?.match(/\{\{\.\w{1,64}\}\}/g) ?? [];
  if (places.length !== count) return tell('endpoint', unnamed);
  put(
    'bidders.*.endpoint',
    text.replaceAll('%s', () => places.shift()!),
  );
}
