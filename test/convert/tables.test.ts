/** The tables of conversion rules: every path of Gavel exists, every enum value is reachable, and no setting is listed twice. */
import t from 'tap';
import { Type, type TSchema } from 'typebox';
import { accountSchema } from '../../src/config/account-settings.ts';
import { configSchema } from '../../src/config/schema.ts';
import { schemaAt } from '../../src/convert/draft.ts';
import type { Around, Rule } from '../../src/convert/rule.ts';
import { oldServers } from '../../src/convert/run-convert.ts';
import { pathsOf } from '../../src/convert/unknown-settings.ts';

const around: Around = {
  account: '',
  hasHost: true,
  stated: () => undefined,
  codeOf: (name) => name,
  known: new Map(),
  textOf: () => undefined,
};

function targets(rule: Rule): readonly string[] {
  if ('join' in rule) return rule.to;
  return 'to' in rule ? [rule.to] : [];
}

for (const { name, hostRules, accountRules, pins } of oldServers) {
  const tables: readonly (readonly [TSchema, readonly Rule[]])[] = [
    [configSchema, hostRules],
    [accountSchema, accountRules],
  ];

  t.test(`${name}: every target is a setting of Gavel`, async (t) => {
    for (const [schema, rules] of tables)
      for (const to of rules.flatMap(targets))
        if (schemaAt(schema, to.split('.')) === undefined) t.fail(`there is no ${to}`);
    for (const { to } of pins) t.ok(schemaAt(configSchema, to.split('.')), to);
  });

  t.test(`${name}: every value of an enum of Gavel is accepted`, async (t) => {
    for (const [schema, rules] of tables) {
      for (const rule of rules) {
        if (!('to' in rule) || 'join' in rule || rule.as === undefined) continue;
        const at = schemaAt(schema, rule.to.split('.'))!;
        if (!Type.IsEnum(at)) continue;
        for (const word of at.enum)
          t.strictSame(
            rule.as({ path: rule.from, value: word, text: String(word) }, around),
            { value: word },
            `${rule.from}: ${String(word)}`,
          );
      }
    }
  });

  t.test(`${name}: no setting is listed twice`, async (t) => {
    for (const [, rules] of tables) {
      const paths = rules.flatMap(pathsOf);
      t.strictSame(
        paths.filter((path, at) => paths.indexOf(path) !== at),
        [],
      );
    }
  });
}
