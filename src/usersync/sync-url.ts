/** Decides the URL that synchronises a browser (spec 4.5; decisions, 'User sync'): macros of both styles, each value encoded once. */

/** What macros stand for, as the client sent it; '' for nothing. */
export interface SyncValues {
  readonly gdpr: string;
  readonly gdprConsent: string;
  readonly usPrivacy: string;
  readonly gpp: string;
  readonly gppSid: string;
}

/** Values ready for URLs, with the account that the client named. */
export interface EncodedValues extends SyncValues {
  readonly account: string;
}

/** The form of the answer of `/setuid`: `b` an empty page, for iframes; `i` a pixel. */
export type Format = 'b' | 'i';

/** One way to synchronise, ready to be filled. */
export interface SyncPage {
  /** What the bidder replaces with its id of the user; '' when it appends it. */
  readonly userMacro: string;
  readonly supportCORS: boolean;
  readonly url: readonly Piece[];
  readonly returnUrl: readonly Piece[];
}

/** Text, or the place of a value. */
type Piece = { readonly text: string } | { readonly value: keyof EncodedValues | 'redirectUrl' };

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
  /** `/setuid` refuses who names no account, so the return URL does. */
  readonly namesAccount?: boolean;
}

/** Macros without dots and underscores, in lower case. */
const macros = new Map<string, keyof EncodedValues | 'redirectUrl'>([
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
export function compilePage(words: PageWords, to: ReturnTo): SyncPage {
  const { userMacro, returnPath } = words;
  const query = to.namesAccount === true ? `${usualQuery}&account={{account}}` : usualQuery;
  const path = returnPath ?? `/setuid?bidder=${to.code}&${query}&f=${to.format}&uid=`;
  // The user macro is the bidder's own and may look like one of ours.
  const raw = returnPath === undefined && userMacro !== '' ? [{ text: userMacro.toWellFormed() }] : [];
  const url = split(words.url, 'refuse');
  const isPlaced = url.some((piece) => 'value' in piece && piece.value === 'redirectUrl');
  if (words.appendsReturn && !isPlaced) url.push({ value: 'redirectUrl' });
  return {
    userMacro: returnPath === undefined ? userMacro : uidMacro(returnPath),
    supportCORS: words.supportCORS,
    url,
    returnUrl: [{ text: to.externalUrl }, ...split(path, 'keep'), ...raw],
  };
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

/** Encodes the values once each, for all the pages of one answer; `account` is '' for none. */
export function encodeValues(values: SyncValues, account = ''): EncodedValues {
  return {
    gdpr: encode(values.gdpr),
    gdprConsent: encode(values.gdprConsent),
    usPrivacy: encode(values.usPrivacy),
    gpp: encode(values.gpp),
    gppSid: encode(values.gppSid),
    account: encode(account),
  };
}

/** A text without its other half of a pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The URL of a page: `encoded` from `encodeValues` stands in the return URL, and that as a whole is encoded once more. */
export function fillPage(page: SyncPage, encoded: EncodedValues): string {
  const redirectUrl = encodeURIComponent(fill(page.returnUrl, { ...encoded, redirectUrl: '' }));
  return fill(page.url, { ...encoded, redirectUrl });
}

function fill(pieces: readonly Piece[], values: EncodedValues & { readonly redirectUrl: string }): string {
  let url = '';
  for (const piece of pieces) url += 'text' in piece ? piece.text : values[piece.value];
  return url;
}
