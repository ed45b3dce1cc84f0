/** Validates stored data (issue 7, item 4): the keys that are named, or all. */
import type { Config } from '../config/schema.ts';
import { judgeDefaultRequest } from '../judge/default-request.ts';
import { judgingHops } from '../judge/judged-request.ts';
import { keyOf } from '../stored/store.ts';
import { Progress } from './progress.ts';
import type { Faults, ToolParts } from './surroundings.ts';
import { TextJudge } from './text-judge.ts';
import { editable, openToRead } from './tool-store.ts';

/** Judges the keys that `names` name, all keys when there are none; warnings and the count are told, faults returned. */
export async function validateTexts(names: readonly string[], parts: ToolParts): Promise<Faults> {
  const { config, definitions, out, tell } = parts;
  const wrong = names.filter((name) => keyOf(name) === undefined);
  if (wrong.length > 0) return wrong.map((name) => `${JSON.stringify(name.slice(0, 300))} is no key: write KIND/ID`);
  // What lies below every text would be told as wrong with each of them.
  const ofDefault = judgeDefaultRequest(config, parts);
  if (ofDefault.faults.length > 0) return ofDefault.faults;
  const hops = judgingHops(judging(config), definitions);
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

/** A text that states no consent is not wrong for that: pages bring it. Under GDPR its bidders would not be called, and not judge it. */
function judging(config: Config): Config {
  const { privacy, validation } = config;
  return {
    ...config,
    privacy: { ...privacy, gdpr: { ...privacy.gdpr, defaultScope: false } },
    validation: { ...validation, unknownProfile: 'reject' },
  };
}
