/** Reads a page of the list of a bucket's objects (AWS, ListObjectsV2). */

/** One page: names of objects, and the token of the next page, undefined for the last. */
export interface S3Page {
  readonly names: readonly string[];
  readonly next: string | undefined;
}

/** The page in `xml`. Throws an Error when it is not a complete page. */
export function readPage(xml: string): S3Page {
  if (!xml.includes('<ListBucketResult'))
    throw new Error('stored.url did not answer with a list of objects: correct it');
  const names = textsOf(xml, 'Key');
  const [next] = textsOf(xml, 'NextContinuationToken');
  // With half a list, some texts would silently not be validated or imported.
  const isWhole = next !== undefined || textsOf(xml, 'IsTruncated')[0]?.trim() !== 'true';
  if (!isWhole || names.length < [...xml.matchAll(/<Key[\s>]/g)].length)
    throw new Error(
      'stored.url answered with an incomplete list of objects, or not in the format of ListObjectsV2: use a store that supports it',
    );
  return { names, next };
}

/** The texts of all elements `name`, which hold no child elements: in XML a text has no bare `<`. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(/&([^;&]{1,10});/g, (whole, reference: string) => characterOf(reference) ?? whole),
  );
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The character of a reference, given without its `&` and `;`. */
function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return named.get(reference);
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
