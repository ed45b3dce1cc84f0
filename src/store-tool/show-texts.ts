/** Lists the keys of the store, and shows texts (issue 7, item 4). */
import { storedKinds } from '../config/stored-kinds.ts';
import { keyOf, nameOf } from '../stored/store.ts';
import { Progress } from './progress.ts';
import type { Faults, ToolParts } from './tool-parts.ts';
import { editable, openToRead } from './tool-store.ts';

/** Writes all keys, or those of one kind ('' for all), one a line. */
export async function listKeys(kind: string, parts: ToolParts): Promise<Faults> {
  const { config, out, tell } = parts;
  if (kind !== '' && !storedKinds.some((one) => one === kind))
    return [`${JSON.stringify(kind.slice(0, 80))} is not a kind: use ${storedKinds.join(', ')}`];
  const store = await openToRead(parts);
  try {
    const progress = new Progress(tell);
    let listed = 0;
    for await (const key of editable(store, config.stored.source).list()) {
      if (kind !== '' && key.kind !== kind) continue;
      out(nameOf(key));
      progress.note('listed', ++listed);
    }
    return [];
  } finally {
    await store.close();
  }
}

/** Writes the texts under `name`: `<kind>/<id>`, or an id that is looked up in every kind. */
export async function showText(name: string, parts: ToolParts): Promise<Faults> {
  const { out, tell } = parts;
  const store = await openToRead(parts);
  try {
    // Both are tried: an id may contain a slash.
    const keyInName = keyOf(name);
    const keys = [...(keyInName === undefined ? [] : [keyInName]), ...storedKinds.map((kind) => ({ kind, id: name }))];
    const texts = await store.fetch(keys);
    for (const [at, text] of texts.entries()) {
      if (text === undefined) continue;
      tell(nameOf(keys[at]!));
      out(Buffer.from(text).toString());
    }
    return texts.some((text) => text !== undefined)
      ? []
      : [`nothing is stored under ${JSON.stringify(name.slice(0, 300))}: use the command list to see what is`];
  } finally {
    await store.close();
  }
}
