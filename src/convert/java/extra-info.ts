/** Makes `extraInfo` out of what some bidders of Prebid Server Java state besides the common settings. */
import type { JointRule, JointTurn } from '../rule.ts';
import { member } from './values.ts';

/** What some bidders state, and the key under which Gavel's definition reads it in the JSON of `extraInfo`. */
const members: readonly (readonly [from: string, key: string])[] = [
  ['video-endpoint', 'video_endpoint'],
  ['whitelist', 'publisher_whitelist'],
  ['allowlist', 'publisher_whitelist'],
  ['hb-source', 'hb_source'],
  ['hb-source-video', 'hb_source_video'],
];

const names: readonly string[] = ['extra-info', 'eu-endpoint', ...members.map(([from]) => from)];

/** The bidders for which one member of the map `extra-info` is the whole `extraInfo` that Gavel's definition reads. */
const lone: ReadonlyMap<string, string> = new Map([
  ['adnuntius', 'url'],
  ['thetradedesk', 'supply-id'],
]);

/** The rule of one bidder's part of the file. */
export function extraInfo(within: string): JointRule {
  return {
    within,
    from: names,
    to: ['bidders.*.extraInfo'],
    join: (turn) => {
      const text = textOf(turn);
      if (text !== '') turn.put('bidders.*.extraInfo', text);
    },
  };
}

function textOf({ stated, textAt, names }: JointTurn): string {
  const url = textAt('eu-endpoint');
  if (url !== '') return url;
  const info = stated('extra-info');
  if (info !== undefined && info.text !== '') return info.text;
  const key = lone.get(names[0]!.toLowerCase());
  if (key !== undefined) return String(member(info?.value, key) ?? '');
  const given = members.flatMap(([from, name]) => {
    const value = stated(from)?.value ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const all: object = { ...(info?.value as object | undefined), ...Object.fromEntries(given) };
  return Object.keys(all).length === 0 ? '' : JSON.stringify(all);
}
