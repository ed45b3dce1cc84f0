/**
 * The table of implementation A 7, cell by cell: every field × every regime × allowed or denied, as the bidder
 * receives it over a real socket, under OpenRTB 2.5 and 2.6.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { mergePatch } from '../../src/openrtb/merge-patch.ts';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { type Field, type Group, groups, lineOf, list, regimes, type Treatment } from './regimes.ts';
import { put } from './support.ts';

const oneRule = { condition: { componentName: ['bidderA'] }, allow: false };
const bidders = await startBidders(t);
const dir = testFolder(t);
writeFileSync(join(dir, 'list.json'), JSON.stringify(list));
const accounts = {
  'deny-one': { privacy: { allowActivities: { enrichUfpd: { rules: [oneRule] } } } },
  ...Object.fromEntries(
    regimes.flatMap(({ deny, allow }, at) => [
      [`deny-${at}`, deny.account ?? {}],
      [`allow-${at}`, allow.account ?? {}],
    ]),
  ),
};
const service = await startService(
  t,
  {
    privacy: { gdpr: { vendorListDir: dir } },
    bidders: {
      bidderA: { endpoint: bidders.endpoint('bidderA'), gvlVendorId: 11 },
      bidderB: { endpoint: bidders.endpoint('bidderB'), gvlVendorId: 12, ortbVersion: '2.6' },
    },
  },
  { accounts },
);

const fields = Object.values(groups).flat();

/** A request with every field of the table, merged with `added`. */
function requestOf(account: string, added: object): object {
  const more = { site: { publisher: { id: account } }, ext: { svc: { debug: true } } };
  const request = requestFor({ bidderA: {}, bidderB: {} }, more);
  for (const { path, given } of fields) put(request, path.split('.'), given);
  return mergePatch(request, added) as object;
}

function at(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as { [key: string]: unknown } | undefined)?.[key], body);
}

function expected(field: Field, treatment: Treatment | undefined): unknown {
  if (treatment === undefined) return field.given;
  return treatment === 'cleared' ? undefined : field[treatment];
}

for (const [number, regime] of regimes.entries()) {
  for (const verdict of ['deny', 'allow'] as const) {
    t.test(
      `${regime.name}: ${verdict === 'deny' ? 'each field is treated as in the table' : 'every field is kept'}`,
      async (t) => {
        bidders.forget();
        const request = requestOf(`${verdict}-${number}`, regime[verdict].request ?? {});
        const response = await postAuction(service.url, request);
        t.equal(response.status, 200);
        const answer: unknown = await response.json();
        const lines = verdict === 'deny' ? { bidderA: lineOf(regime), bidderB: lineOf(regime) } : undefined;
        t.strictSame(at(answer, 'ext.debug.privacy'), lines, 'the debug lines');
        for (const [code, eids] of [
          ['bidderA', 'user.ext.eids'],
          ['bidderB', 'user.eids'],
        ] as const) {
          const [call] = bidders.received(code);
          for (const [group, members] of Object.entries(groups) as [Group, readonly Field[]][]) {
            const treatment = verdict === 'deny' ? regime.column[group] : undefined;
            for (const field of members) {
              const path = group === 'eids' ? eids : field.path;
              t.strictSame(at(call?.body, path), expected(field, treatment), `${code} ${path}`);
            }
          }
          // Not in the place of the other version.
          t.equal(at(call?.body, code === 'bidderA' ? 'user.eids' : 'user.ext.eids'), undefined);
        }
      },
    );
  }
}

t.test('enrichUfpd decides whether a bidder gets the id of the uids cookie', async (t) => {
  const number = regimes.findIndex(({ name }) => name === 'enrichUfpd');
  const uids = Buffer.from(JSON.stringify({ uids: { bidderA: 'cookie-a', bidderB: 'cookie-b' } })).toString(
    'base64url',
  );
  for (const [account, ids] of [
    [`deny-${number}`, [undefined, undefined]],
    [`allow-${number}`, ['cookie-a', 'cookie-b']],
    ['deny-one', [undefined, 'cookie-b']],
  ] as const) {
    bidders.forget();
    const { user: _, ...request } = requestOf(account, {}) as { user: object };
    const answer = await postAuction(service.url, request, { cookie: `uids=${uids}` });
    t.equal(answer.status, 200, await answer.text());
    const got = ['bidderA', 'bidderB'].map((code) => at(bidders.received(code)[0]!.body, 'user.buyeruid'));
    t.strictSame(got, ids, account);
  }
});
