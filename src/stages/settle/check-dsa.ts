/**
 * Decides whether a bid discloses what the EU's Digital Services Act demands about its ad (IAB Tech Lab, 'DSA Transparency';
 * implementations A 2.1, B 'DSA').
 */
import type { ContextDsa } from '../../auction/context-terms.ts';
import { isObject, type JsonObject } from '../../openrtb/json-object.ts';

/** The most characters of `behalf` and `paid`. */
const longestName = 100;

const cannotRender = 0;
const willRender = 2;

/** What the bid lacks, to follow its name; undefined when it discloses everything. */
export function checkDsa({ ext }: JsonObject, { pubrender }: ContextDsa): string | undefined {
  const dsa = isObject(ext) ? ext['dsa'] : undefined;
  if (!isObject(dsa)) return 'has no ext.dsa, which regs.ext.dsa.dsarequired requires';
  for (const name of ['behalf', 'paid']) {
    const text = dsa[name];
    if (typeof text === 'string' && text.length > longestName)
      return `has an ext.dsa.${name} of over ${longestName} characters`;
  }
  const isRendered = dsa['adrender'] === 1;
  if (pubrender === cannotRender && !isRendered) return 'does not render its ext.dsa itself, and the publisher cannot';
  if (pubrender === willRender && isRendered) return 'renders its ext.dsa itself, but so does the publisher';
  return undefined;
}
