/** The most members of request parts that are copied per bidder (spec 4.1.5, 4.1.14). */
import t from 'tap';
import { boundMembers } from '../../../src/stages/prepare/bound-members.ts';
import { createTestHops, prepareMessage } from '../../support/hops.ts';
import { processorMs } from '../../support/processor-time.ts';
import { wholeLists } from '../../support/whole-lists.ts';

function members(count: number): { [name: string]: number } {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
}

t.test('a part that is copied per bidder has at most 500 members', async (t) => {
  t.strictSame(boundMembers({}, 'svc'), []);
  t.strictSame(boundMembers({ id: 'r', user: members(500), ext: { svc: members(500), ...members(499) } }, 'svc'), []);
  t.strictSame(
    boundMembers({ user: members(501), ext: { svc: members(600), ...members(500) }, ...members(499) }, 'svc'),
    [
      'the request has 501 members: keep at most 500',
      'user has 501 members: keep at most 500',
      'ext has 501 members: keep at most 500',
      'ext.svc has 600 members: keep at most 500',
    ],
  );
  const [long, more] = [members(501), members(500)];
  for (const name of ['site', 'app', 'dooh', 'device', 'source'])
    t.strictSame(boundMembers({ [name]: long }, 'svc'), [`${name} has 501 members: keep at most 500`]);
  for (const name of ['user', 'source'])
    t.strictSame(boundMembers({ [name]: { ext: long } }, 'svc'), [`${name}.ext has 501 members: keep at most 500`]);
  t.strictSame(boundMembers({ imp: [more, long, { ext: long }] }, 'svc'), [
    'imp[1] has 501 members: keep at most 500',
    'imp[2].ext has 501 members: keep at most 500',
  ]);
  t.strictSame(boundMembers({ ext: { svc: { multibid: [more, long] } } }, 'svc'), [
    'ext.svc.multibid[1] has 501 members: keep at most 500',
  ]);
});

t.test('a map by bidder has at most 500 names, and each bidder at most 500 common params', async (t) => {
  const [long, more] = [members(501), members(500)];
  for (const name of ['bidderparams', 'bidadjustmentfactors', 'aliasgvlids']) {
    t.strictSame(boundMembers({ ext: { svc: { [name]: more } } }, 'svc'), []);
    t.strictSame(boundMembers({ ext: { svc: { [name]: long } } }, 'svc'), [
      `ext.svc.${name} has 501 members: keep at most 500`,
    ]);
  }
  const svc = { bidderparams: { bidderA: long, bidderB: more }, bidadjustmentfactors: { mediatypes: { video: long } } };
  t.strictSame(boundMembers({ ext: { svc } }, 'svc'), [
    'ext.svc.bidderparams.bidderA has 501 members: keep at most 500',
    'ext.svc.bidadjustmentfactors.mediatypes.video has 501 members: keep at most 500',
  ]);
  t.strictSame(boundMembers({ user: { ext: { svc: { buyeruids: long } } } } as object, 'svc'), [
    'user.ext.svc.buyeruids has 501 members: keep at most 500',
  ]);
  const imp = [{ ext: { svc: { bidder: more, imp: more } } }, { ext: { svc: { bidder: long, imp: long } } }];
  t.strictSame(boundMembers({ imp } as object, 'svc'), [
    'imp[1].ext.svc.bidder has 501 members: keep at most 500',
    'imp[1].ext.svc.imp has 501 members: keep at most 500',
  ]);
});

/** The least time that `act` takes in some runs. */
function leastMs(act: () => unknown): number {
  return Math.min(...[1, 2, 3, 4, 5].map(() => processorMs(act)));
}

t.test(
  'a request with 25,000 members is refused before it is filled in, for less than 5 times its parsing',
  async (t) => {
    const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
    const text = JSON.stringify({ ...members(25_000), id: 'r', imp: [], site: { page: 'https://a.example/' } });
    const message = prepareMessage(text);
    const [parsing, refusing] = [leastMs(() => JSON.parse(text)), leastMs(() => t.notOk(hops.prepare(message).ok))];
    t.ok(refusing < 5 * parsing, `${refusing} ms, ${parsing} ms to parse it`);
  },
);

const rates = (table: object): object => ({ ext: { svc: { currency: { rates: table } } } });

t.test('currency.rates and each of its rows have at most 500 currencies', async (t) => {
  const table = { ...members(499), EUR: members(500) };
  t.strictSame(boundMembers(rates(table), 'svc'), []);
  t.strictSame(boundMembers(rates({ ...table, USD: members(501) }), 'svc'), [
    'ext.svc.currency.rates has 501 members: keep at most 500',
    'ext.svc.currency.rates.USD has 501 members: keep at most 500',
  ]);
});

t.test('a part that bidders share may have any number of members', async (t) => {
  const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
  const ext = { svc: { bidder: { bidderA: {} } }, data: members(2000) };
  const request = { id: 'r', imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext }], site: { page: 'https://a.example/' } };
  t.ok(hops.prepare(prepareMessage(request)).ok);
  t.match(
    hops.prepare(prepareMessage({ ...request, user: members(501) })),
    wholeLists({
      ok: false,
      status: 400,
      faults: ['user has 501 members: keep at most 500'],
    }),
  );
});
