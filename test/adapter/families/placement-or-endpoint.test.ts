/** Platforms where a placement id means a publisher and an endpoint id a network. */
import t from 'tap';
import { placementOrEndpoint } from '../../../src/adapter/families/placement-or-endpoint.ts';
import { set } from '../../../src/adapter/steps/any.ts';
import { bidderOf, callsOf } from '../support.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const bidder = bidderOf(placementOrEndpoint({ code: 'acme', mediaType: ['imp'], imp: [set({ tagid: 't' })] }));

t.test('each imp has its own call, whose imp.ext holds only the id and the kind of seller', async (t) => {
  const { calls, problems } = callsOf(bidder, [
    { id: 'i1', banner, ext: { gpid: 'g' }, params: { placementId: 'p' } },
    { id: 'i2', banner, params: { endpointId: 'e' } },
    { id: 'i3', banner, params: { placementId: 'p', endpointId: 'e' } },
  ]);
  t.strictSame(problems, []);
  t.strictSame(
    calls.map(({ body }) => (JSON.parse(body) as { imp: unknown }).imp),
    [
      [{ id: 'i1', banner, tagid: 't', ext: { bidder: { placementId: 'p', type: 'publisher' } } }],
      [{ id: 'i2', banner, tagid: 't', ext: { bidder: { endpointId: 'e', type: 'network' } } }],
      [{ id: 'i3', banner, tagid: 't', ext: { bidder: { placementId: 'p', type: 'publisher' } } }],
    ],
  );
});

t.test('an imp with neither a placement id nor an endpoint id is left out with a problem', async (t) => {
  for (const params of [{}, { placementId: '' }, { placementId: 7 }, { endpointId: null }, []]) {
    const { calls, problems } = callsOf(bidder, [
      { id: 'bad', banner, params },
      { id: 'good', banner, params: { endpointId: 'e' } },
    ]);
    t.strictSame(
      calls.map(({ impids }) => impids),
      [['good']],
      JSON.stringify(params),
    );
    t.match(problems, wholeLists([{ code: 2, message: /^imp "bad": the params / }]));
  }
});

t.test('the params have exactly one of the two ids, and it is not empty', async (t) => {
  const { adapter } = placementOrEndpoint({ code: 'acme', mediaType: ['imp'] });
  for (const params of [{ placementId: 'p' }, { endpointId: 'e' }])
    t.equal(adapter.paramsFault(params), undefined, JSON.stringify(params));
  for (const params of [{}, { placementId: 'p', endpointId: 'e' }, { placementId: '' }, { endpointId: '' }])
    t.type(adapter.paramsFault(params), 'string', JSON.stringify(params));
});
