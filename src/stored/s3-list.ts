/** Reads a page of the list of a bucket's objects (AWS, ListObjectsV2). */

/** What a page holds: names of objects, and where the next one goes on; undefined for the last. */
export interface S3Page {
  readonly names: readonly string[];
  readonly next: string | undefined;
}

/** The page that `xml` is. Throws an Error for what is none. */
export function readPage(xml: string): S3Page {
  if (!xml.includes('<ListBucketResult')) throw new Error('stored.url answered no list of objects: correct it');
  const names = textsOf(xml, 'Key');
  const [next] = textsOf(xml, 'NextContinuationToken');
  // Half a list would have texts that nobody validates, or moves.
  const isWhole = next !== undefined || textsOf(xml, 'IsTruncated')[0]?.trim() !== 'true';
  if (!isWhole || names.length < [...xml.matchAll(/<Key[\s>]/g)].length)
    throw new Error(
      'stored.url answered half a list of objects, or names in another form than ListObjectsV2 has: use a store that has it',
    );
  return { names, next };
}

/** The texts of all elements `name`, which hold no others: in XML a text has no bare `<`. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll(/&([^;&]{1,10});/g, (whole, reference: string) => letterOf(reference) ?? whole),
  );
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The letter that a reference without its marks stands for. */
function letterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return named.get(reference);
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
