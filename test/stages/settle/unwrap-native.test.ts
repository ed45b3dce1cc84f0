/** Removing the `native` object around native markup. */
import t from 'tap';
import { unwrapNative } from '../../../src/stages/settle/unwrap-native.ts';

t.test('the inner markup is kept byte for byte', async (t) => {
  const bare = '{ "assets": [ {"id":1,"title":{"text":"}: \\u00e9"}} ],\n"ext": {"n": 9007199254740993} }';
  for (const adm of [`{"native":${bare}}`, `\n { "native" : ${bare} }\n`]) t.equal(unwrapNative(adm), bare);
});

t.test('members beside native are dropped', async (t) => {
  t.equal(unwrapNative('{"native": {"assets": []}, "ver": "1"}'), '{"assets":[]}');
});

t.test('any other text is not changed', async (t) => {
  const deep = `{"native":{"assets":${'['.repeat(600)}${']'.repeat(600)}}}`;
  const others = ['', '<b>{"native":{}}</b>', '{"assets":[]}', '{"native":5}', '{"native":{"assets":[]}', 'null', deep];
  for (const adm of others) t.equal(unwrapNative(adm), adm, adm.slice(0, 40));
});
