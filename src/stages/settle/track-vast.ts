/** Decides where an impression tracker goes in VAST (implementation B 6, 'VAST edit'). */
import { cdata } from '../../openrtb/vast.ts';

/** An `<Impression>` without a URL, as in a wrapper that nobody counts yet: players would fetch nothing for it, or the page itself. */
const emptyImpression = /<impression(?:\s[^<>]*)?>\s*<\/impression\s*>$/i;
const longestEmpty = 200;

/**
 * `vast` with one more `<Impression>` that fetches `url`: after the last one of InLine, else of Wrapper, else before their end; it replaces
 * the last one if that is empty. Undefined when the text has neither. Comments and CDATA are not read as tags. Extensions are skipped,
 * because players look for no tracker in them. Linear in the text's length.
 */
export function trackVast(vast: string, url: string): string | undefined {
  const place = findPlace(vast);
  if (place < 0) return undefined;
  const gone = emptyImpression.exec(vast.slice(Math.max(0, place - longestEmpty), place))?.[0].length ?? 0;
  return `${vast.slice(0, place - gone)}<Impression>${cdata(url)}</Impression>${vast.slice(place)}`;
}

interface Marks {
  /** The index after the last `</Impression>`, -1 for none. */
  impression: number;
  /** The start of the last closing tag, -1 for none. */
  close: number;
}

function findPlace(vast: string): number {
  const inline: Marks = { impression: -1, close: -1 };
  const wrapper: Marks = { impression: -1, close: -1 };
  let owner: Marks | undefined;
  let isExtension = false;
  for (const { name, start, end } of tags(vast)) {
    if (name.endsWith('extensions')) isExtension = !name.startsWith('/');
    else if (isExtension) continue;
    else if (name === 'inline') owner = inline;
    else if (name === 'wrapper') owner = wrapper;
    else if (name === '/impression' && owner !== undefined) owner.impression = end;
    else if ((name === '/inline' || name === '/wrapper') && owner !== undefined) {
      owner.close = start;
      owner = undefined;
    }
  }
  const { impression, close } = inline.close >= 0 ? inline : wrapper;
  // Without a closing tag it is not VAST: better unchanged than wrong.
  return close >= 0 && impression >= 0 ? impression : close;
}

interface Tag {
  /** In lower case, with the slash of a closing tag. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The tags of an XML text that matter here, in order, without self-closing ones; stops where the text breaks off. */
function* tags(text: string): Generator<Tag> {
  const opening =
    /<(?:!--|!\[CDATA\[|\/?(?:inline|wrapper)(?=[\s/>])|(?:\/?(?:creative)?extensions|\/impression)(?=[\s>]))/gi;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [found] = match;
    const isTag = !found.startsWith('<!');
    const end = isTag
      ? tagEnd(text, opening.lastIndex)
      : indexAfter(text, found === '<!--' ? '-->' : ']]>', opening.lastIndex);
    if (end === 0) return;
    opening.lastIndex = end;
    if (isTag && text[end - 2] !== '/') yield { name: found.slice(1).toLowerCase(), start: match.index, end };
  }
}

/** The index after the tag that contains `from`, whatever its attributes hold; 0 where the tag does not end. */
function tagEnd(text: string, from: number): number {
  const mark = /[>"']/g;
  for (mark.lastIndex = from; ;) {
    const [found] = mark.exec(text) ?? [];
    if (found === undefined || found === '>') return mark.lastIndex;
    mark.lastIndex = indexAfter(text, found, mark.lastIndex);
    if (mark.lastIndex === 0) return 0;
  }
}

/** The index after the next `mark`, 0 for none. */
function indexAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? 0 : at + mark.length;
}
