/** Decides what a bidder's documentation page says, all of it from its definition (bidders, 'From the same definition'). */
import type { KnownBidder } from './known-bidders.ts';
import type { Shape } from './params.ts';
import { makeBidder } from './registry.ts';

/** The page in Markdown: configuration, params, example, media types, user sync. `namespace` is the key in `ext` that the example uses. */
export function bidderPage(bidder: KnownBidder, namespace: string): string {
  const { code, definition } = bidder;
  const parts = [
    `# ${code}`,
    ...about(bidder),
    '## Configuration',
    fenced('yaml', configOf(bidder)),
    '## Params',
    paramsTable(definition.params),
    '## Example',
    fenced('json', JSON.stringify({ ext: { [namespace]: { bidder: { [code]: definition.example } } } }, null, 2)),
    '## Media types',
    mediaTypes(bidder),
    '## User sync',
    sync(bidder),
  ];
  return `${parts.join('\n\n')}\n`;
}

function about({ aliasOf, definition, facts }: KnownBidder): string[] {
  const facets = [
    aliasOf === undefined ? '' : `It is another name of [${aliasOf}](${aliasOf}.md).`,
    `OpenRTB ${facts.ortbVersion ?? '2.5'}${facts.gppSupported ? ', reads GPP' : ''}.`,
    facts.gvlVendorId ? `Global Vendor List id ${facts.gvlVendorId}.` : 'No id in the Global Vendor List.',
    facts.endpointCompression === undefined ? '' : 'Requests are sent compressed.',
    facts.whiteLabelOnly ? 'It works under its other names only.' : '',
  ];
  const aliases = aliasOf === undefined ? definition.aliases.map((alias) => `[${alias.code}](${alias.code}.md)`) : [];
  const others = aliases.length === 0 ? [] : [`Other names: ${aliases.join(', ')}.`];
  return [facets.filter((text) => text !== '').join(' '), ...others];
}

/** The smallest configuration of the bidder, with a comment about what the host must set besides. */
function configOf(bidder: KnownBidder): string {
  const { code, facts } = bidder;
  const missing = missingSetting(bidder);
  const entry =
    facts.endpoint === undefined ? `${code}:\n    endpoint: https://… # as the bidder tells you` : `${code}: {}`;
  return `bidders:\n${missing === '' ? '' : `  # ${missing}\n`}  ${entry}`;
}

/** Why the bidder cannot work with only its facts and an endpoint; '' if it can. */
function missingSetting({ code, definition, facts }: KnownBidder): string {
  const merged = { ...facts, endpoint: facts.endpoint ?? 'https://bidder.example/' };
  try {
    makeBidder({ code, core: code, definition, merged });
    return '';
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
}

function paramsTable({ properties = {}, required = [], ...rest }: Shape): string {
  const rows = Object.entries(properties).map(
    ([name, shape]) => `| \`${name}\` | ${typeOf(shape)} | ${required.includes(name) ? 'yes' : ''} | ${rules(shape)} |`,
  );
  const table = ['| name | type | required | rules |', '|---|---|---|---|', ...rows].join('\n');
  const more = (['anyOf', 'oneOf', 'not'] as const).flatMap((word) =>
    rest[word] === undefined ? [] : [`Besides, \`${word}\`: \`${JSON.stringify(rest[word])}\`.`],
  );
  return rows.length === 0 ? 'None that are checked.' : [table, ...more].join('\n\n');
}

function typeOf({ type, anyOf, items, const: only }: Shape): string {
  if (only !== undefined) return inCell(`\`${JSON.stringify(only)}\``);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  const names = type === undefined ? 'any' : [type].flat().join(' or ');
  return names === 'array' && items !== undefined ? `list of ${typeOf(items)}` : names;
}

/** The constraints on a value besides its type. */
function rules({ type: _, anyOf, items, properties, required, const: only, ...rest }: Shape): string {
  const words = Object.entries(rest).map(([keyword, value]) => `${keyword}: \`${JSON.stringify(value)}\``);
  return inCell(words.join(', '));
}

/** Escapes `|`, which would end a table cell. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function mediaTypes({ facts: { capabilities } }: KnownBidder): string {
  if (capabilities === undefined) return 'All, on every platform.';
  const rows = Object.entries(capabilities).map(([platform, types]) => `| ${platform} | ${types.join(', ')} |`);
  return ['| platform | media types |', '|---|---|', ...rows].join('\n');
}

function sync({ code, facts }: KnownBidder): string {
  if (facts.sync === undefined) return 'None.';
  const { key = code, iframe, redirect, supports = [] } = facts.sync;
  const ways = [iframe && 'iframe', redirect && 'redirect'].filter((way) => way !== undefined);
  const hostAddress =
    supports.length === 0 ? '' : ` The host may state an address of its own for ${supports.join(', ')}.`;
  return `Key in the cookie: \`${key}\`. ${ways.length === 0 ? 'No public address.' : `By ${ways.join(' and ')}.`}${hostAddress}`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
