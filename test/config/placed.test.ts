/** The line of a setting, by a sentence that begins with its path. */
import t from 'tap';
import { placed } from '../../src/config/placed.ts';
import { readYaml } from '../../src/config/yaml-tree.ts';

const text = `bidders:
  acme:
    endpoint: https://acme.example/
  acme2: {gvlVendorId: 1}
  "odd name": {endpoint: x}
rules:
  - {geo: []}
  - geo: [1]
    names: [a]
`;
const { tree } = readYaml(text, (line) => `line ${line}`);

t.test('a sentence gets the line of its setting, else of the innermost existing parent', async (t) => {
  for (const [sentence, place] of [
    ['bidders.acme.endpoint is wrong', ' (line 3)'],
    ['bidders.acme.endpoint: is wrong', ' (line 3)'],
    ['bidders.acme2.gvlVendorId is wrong', ' (line 4)'],
    ['bidders.acme2.endpoint is missing', ' (line 4)'],
    ['bidders["odd name"].endpoint is wrong', ' (line 5)'],
    ['rules[0].geo is empty', ' (line 7)'],
    ['rules[1].geo is empty', ' (line 8)'],
    ['rules[1].names.a is nobody', ' (line 9)'],
    ['externalUrl is missing', ''],
    ['biddersAndMore are wrong', ''],
    ['', ''],
  ] as const)
    t.equal(placed(tree!, sentence), sentence + place);
});
