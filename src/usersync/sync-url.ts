/** Decides the URL that synchronises a browser (spec 4.5; decisions, 'User sync'): macros of both styles, each value encoded once in the URL that holds it. */
import { encode, type EncodedValues, type Values } from './sync-values.ts';

/** The form of the answer of `/setuid`: `b` an empty page, for iframes; `i` a pixel. */
export type Format = 'b' | 'i';

/** One way to synchronise, ready to be filled. */
export interface CompiledPage {
  /** What the bidder replaces with its id of the user; '' when it appends it. */
  readonly userMacro: string;
  readonly supportCORS: boolean;
  /** Texts as JSON holds them. */
  readonly url: readonly Piece[];
  /** Texts as `url` holds them. */
  readonly returnUrl: readonly Piece[];
}

/** Text, or the place of a value. */
type Piece = { readonly text: string } | { readonly value: keyof Values | 'redirectUrl' };

type MacroValue = Exclude<keyof Values, 'accountParameter'> | 'redirectUrl';

/** How a bidder's page is set. */
export interface PageWords {
  readonly url: string;
  readonly userMacro: string;
  /** Path and query of the return URL, after `externalUrl`; undefined for the usual one. */
  readonly returnPath: string | undefined;
  /** True when the return URL is appended to a `url` that names no place for it. */
  readonly appendsReturn: boolean;
  readonly supportCORS: boolean;
}

/** Where a page leads back to: `externalUrl` without a slash at its end, the bidder's code. */
export interface ReturnTo {
  readonly externalUrl: string;
  readonly code: string;
  readonly format: Format;
}

/** Macros without dots and underscores, in lower case. */
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

const usualQuery =
  'gdpr={{gdpr}}&gdpr_consent={{gdpr_consent}}&us_privacy={{us_privacy}}&gpp={{gpp}}&gpp_sid={{gpp_sid}}';

/** Compiles a page. Throws an Error that names a macro which is not known, as the end of a sentence about the setting. */
export function compilePage(words: PageWords, to: ReturnTo): CompiledPage {
  const { userMacro, returnPath } = words;
  const url = split(words.url, 'refuse');
  if (words.appendsReturn && !placesReturn(words.url)) url.push({ value: 'redirectUrl' });
  return {
    userMacro: returnPath === undefined ? userMacro : uidMacro(returnPath),
    supportCORS: words.supportCORS,
    url: written(url, (text) => JSON.stringify(text).slice(1, -1)),
    returnUrl: written(
      [
        { text: to.externalUrl },
        ...(returnPath === undefined ? usualReturn(to, userMacro) : split(returnPath, 'keep')),
      ],
      encode,
    ),
  };
}

/** True when the `url` of a page names a place for the return URL. */
export function placesReturn(url: string): boolean {
  return split(url, 'keep').some((piece) => 'value' in piece && piece.value === 'redirectUrl');
}

function written(pieces: readonly Piece[], write: (text: string) => string): Piece[] {
  return pieces.map((piece) => ('text' in piece ? { text: write(piece.text) } : piece));
}

/** The user macro is the bidder's own and may look like one of ours. */
function usualReturn({ code, format }: ReturnTo, userMacro: string): Piece[] {
  const query = split(`/setuid?bidder=${code}&${usualQuery}`, 'keep');
  return [...query, { value: 'accountParameter' }, { text: `&f=${format}&uid=${userMacro.toWellFormed()}` }];
}

/** An unknown macro of a return URL is kept: it may be the bidder's own for its user id. */
function split(template: string, unknown: 'refuse' | 'keep'): Piece[] {
  const text = template.toWellFormed();
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(macroPattern)) {
    const word = match[1]!.trim();
    const value = macros.get(word.replaceAll(/[._]/g, '').toLowerCase());
    if (value === undefined && unknown === 'keep') continue;
    if (value === undefined) throw new Error(`has the macro {{${word}}}, which is not known: ${macroHint}`);
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

/** The URL of a page with `encoded` from `encodeValues`, as JSON holds it, in texts to be joined: those of the values are the same for all. */
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
