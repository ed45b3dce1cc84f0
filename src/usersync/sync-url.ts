/**
 * Builds the URL that syncs a browser (spec 4.5; decisions, 'User sync'): fills the macros of both styles; each value is encoded once for
 * each URL that contains it.
 */
import { encode, type EncodedValues, type Values } from './sync-values.ts';

/** The format of the answer of `/setuid`: `b` an empty page, for iframes; `i` a pixel. */
export type Format = 'b' | 'i';

/** A sync page with its macros parsed, ready to be filled. */
export interface CompiledPage {
  /** The text that the bidder replaces with its user id; '' when it appends the id. */
  readonly userMacro: string;
  readonly supportCORS: boolean;
  /** Its texts are escaped for JSON. */
  readonly url: readonly Piece[];
  /** Its texts are encoded for use in `url`. */
  readonly returnUrl: readonly Piece[];
}

/** Text, or a placeholder for a value. */
type Piece = { readonly text: string } | { readonly value: keyof Values | 'redirectUrl' };

type MacroValue = Exclude<keyof Values, 'accountParameter'> | 'redirectUrl';

/** The settings of a bidder's page. */
export interface PageSettings {
  readonly url: string;
  readonly userMacro: string;
  /** Path and query of the return URL, after `externalUrl`; undefined for the default. */
  readonly returnPath: string | undefined;
  /** True to append the return URL to a `url` without a placeholder for it. */
  readonly appendsReturn: boolean;
  readonly supportCORS: boolean;
}

/** What the return URL is built from; `externalUrl` has no trailing slash. */
export interface ReturnTo {
  readonly externalUrl: string;
  readonly code: string;
  readonly format: Format;
}

/** Macro names without dots and underscores, in lower case. */
const macros = new Map<string, MacroValue>([
  ['gdpr', 'gdpr'],
  ['gdprconsent', 'gdprConsent'],
  ['usprivacy', 'usPrivacy'],
  ['gpp', 'gpp'],
  ['gppsid', 'gppSid'],
  ['account', 'account'],
  ['redirecturl', 'redirectUrl'],
]);

const macroPattern = /\{\{([^{}]{0,64})\}\}/g;

const defaultQuery =
  'gdpr={{gdpr}}&gdpr_consent={{gdpr_consent}}&us_privacy={{us_privacy}}&gpp={{gpp}}&gpp_sid={{gpp_sid}}';

/** Compiles a page. Throws an Error that names an unknown macro, as the end of a sentence about the setting. */
export function compilePage(page: PageSettings, to: ReturnTo): CompiledPage {
  const { userMacro, returnPath } = page;
  const url = split(page.url, 'refuse');
  if (page.appendsReturn && !placesReturn(page.url)) url.push({ value: 'redirectUrl' });
  return {
    userMacro: returnPath === undefined ? userMacro : uidMacro(returnPath),
    supportCORS: page.supportCORS,
    url: escaped(url, (text) => JSON.stringify(text).slice(1, -1)),
    returnUrl: escaped(
      [
        { text: to.externalUrl },
        ...(returnPath === undefined ? defaultReturn(to, userMacro) : split(returnPath, 'keep')),
      ],
      encode,
    ),
  };
}

/** True when the `url` of a page has a placeholder for the return URL. */
export function placesReturn(url: string): boolean {
  return split(url, 'keep').some((piece) => 'value' in piece && piece.value === 'redirectUrl');
}

function escaped(pieces: readonly Piece[], write: (text: string) => string): Piece[] {
  return pieces.map((piece) => ('text' in piece ? { text: write(piece.text) } : piece));
}

/** The user macro is inserted as text: it may look like one of our macros. */
function defaultReturn({ code, format }: ReturnTo, userMacro: string): Piece[] {
  const query = split(`/setuid?bidder=${code}&${defaultQuery}`, 'keep');
  return [...query, { value: 'accountParameter' }, { text: `&f=${format}&uid=${userMacro.toWellFormed()}` }];
}

/** Splits a template at its macros. Unknown macros of a return URL are kept: the bidder may use one for its user id. */
function split(template: string, unknown: 'refuse' | 'keep'): Piece[] {
  const text = template.toWellFormed();
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(macroPattern)) {
    const word = match[1]!.trim();
    const value = macros.get(word.replaceAll(/[._]/g, '').toLowerCase());
    if (value === undefined && unknown === 'keep') continue;
    if (value === undefined) throw new Error(`has the unknown macro {{${word}}}: ${macroHint}`);
    pieces.push({ text: text.slice(end, match.index) }, { value });
    end = match.index + match[0].length;
  }
  pieces.push({ text: text.slice(end) });
  return pieces;
}

const macroHint =
  'use {{.RedirectURL}}, {{.GDPR}}, {{.GDPRConsent}}, {{.USPrivacy}}, {{.GPP}}, {{.GPPSID}} or {{.Account}} (or {{gdpr}}, …)';

function uidMacro(returnPath: string): string {
  return /[?&]uid=([^&]*)/.exec(returnPath)?.[1] ?? '';
}

/**
 * The URL of a page, escaped for JSON, as texts to be joined. The values come from `encodeValues`, and their strings are shared by all
 * pages.
 */
export function fillPage({ url, returnUrl }: CompiledPage, { once, twice }: EncodedValues): string[] {
  return url.flatMap((piece) => {
    if ('text' in piece) return piece.text;
    return piece.value === 'redirectUrl' ? returnUrl.map((one) => fill(one, twice)) : fill(piece, once);
  });
}

function fill(piece: Piece, values: Values): string {
  if ('text' in piece) return piece.text;
  return piece.value === 'redirectUrl' ? '' : values[piece.value];
}
