/** Validates stored data (issue 7, item 4): the given keys, or all. */
import type { Config } from '../config/schema.ts';
import { judgeDefaultRequest } from '../judge/default-request.ts';
import { judgingHops } from '../judge/judged-request.ts';
import { keyOf } from '../stored/store.ts';
import { Progress } from './progress.ts';
import type { Faults, ToolParts } from './tool-parts.ts';
import { TextJudge } from './text-judge.ts';
import { editable, openToRead } from './tool-store.ts';

/** Validates the keys in `names`, or all keys when there are none. Writes warnings and the count; returns faults. */
export async function validateTexts(names: readonly string[], parts: ToolParts): Promise<Faults> {
  const { config, definitions, out, tell } = parts;
  const wrong = names.filter((name) => keyOf(name) === undefined);
  if (wrong.length > 0) return wrong.map((name) => `${JSON.stringify(name.slice(0, 300))} is not a key: write KIND/ID`);
  // Otherwise a fault of the default request would be reported with every text.
  const ofDefault = judgeDefaultRequest(config, parts);
  if (ofDefault.faults.length > 0) return ofDefault.faults;
  const hops = judgingHops(judgingConfig(config), definitions);
  if ('faults' in hops) return hops.faults;
  for (const doubt of ofDefault.doubts) tell(`warning: ${doubt}`);
  const store = await openToRead(parts);
  try {
    const judge = new TextJudge(store, hops, { parts, told: new Set(ofDefault.doubts) });
    const progress = new Progress(tell);
    const keys = names.length > 0 ? names.map((name) => keyOf(name)!) : editable(store, config.stored.source).list();
    const faults: string[] = [];
    let done = 0;
    for await (const key of keys) {
      faults.push(...(await judge.judge(key)));
      progress.note('validated', ++done, names.length);
    }
    out(`${done} validated, ${faults.length} faults`);
    return faults;
  } finally {
    await store.close();
  }
}

/**
 * The configuration used for validation. Texts need not state consent, which pages add: under GDPR their bidders would not be called, and
 * so not validate them.
 */
function judgingConfig(config: Config): Config {
  const { privacy, validation } = config;
  return {
    ...config,
    privacy: { ...privacy, gdpr: { ...privacy.gdpr, defaultScope: false } },
    validation: { ...validation, unknownProfile: 'reject' },
  };
}
