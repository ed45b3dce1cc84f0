/** Which native markup loses the object around it, and that nothing else is touched. */
import t from 'tap';
import { unwrapNative } from '../../../src/stages/settle/unwrap-native.ts';

t.test('the object around it is gone, every letter within as it was', async (t) => {
  const bare = '{ "assets": [ {"id":1,"title":{"text":"}: \\u00e9"}} ],\n"ext": {"n": 9007199254740993} }';
  for (const adm of [`{"native":${bare}}`, `\n { "native" : ${bare} }\n`]) t.equal(unwrapNative(adm), bare);
});

t.test('of several members one counts', async (t) => {
  t.equal(unwrapNative('{"native": {"assets": []}, "ver": "1"}'), '{"assets":[]}');
});

t.test('all else stays as it is', async (t) => {
  const deep = `{"native":{"assets":${'['.repeat(600)}${']'.repeat(600)}}}`;
  const others = ['', '<b>{"native":{}}</b>', '{"assets":[]}', '{"native":5}', '{"native":{"assets":[]}', 'null', deep];
  for (const adm of others) t.equal(unwrapNative(adm), adm, adm.slice(0, 40));
});
