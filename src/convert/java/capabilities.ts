/** Converts a bidder's media types by platform from Prebid Server Java. What the file leaves out is as shipped. */
import { texts } from '../conversions.ts';
import type { JointRule, JointTurn, Stated } from '../rule.ts';

const platforms = ['app', 'site', 'dooh'] as const;
const settings = platforms.map((platform) => `${platform}-media-types`);

/** The rule of one bidder's part of the file. */
export function capabilitiesRule(pattern: string): JointRule {
  return {
    within: `${pattern}.meta-info`,
    from: settings,
    to: platforms.map((platform) => `bidders.*.capabilities.${platform}`),
    join: joinCapabilities,
  };
}

/** Gavel takes all capabilities from one place, so those that the file does not state are added to those that it does. */
function joinCapabilities({ stated, put, names, around }: JointTurn): void {
  const [core = '', name = core] = names;
  const known = around.known.get(around.codeOf(name)) ?? around.known.get(around.codeOf(core));
  for (const [at, platform] of platforms.entries()) {
    const own = stated(settings[at]!) ?? around.stated(`adapters.${core}.meta-info.${settings[at]!}`);
    const types = own === undefined ? known?.facts.capabilities?.[platform] : typesOf(own, around);
    if (types !== undefined) put(`bidders.*.capabilities.${platform}`, types);
  }
}

function typesOf(stated: Stated, around: JointTurn['around']): unknown {
  const made = texts(stated, around)?.value;
  return Array.isArray(made) ? made.map((type) => String(type).toLowerCase()) : stated.value;
}
