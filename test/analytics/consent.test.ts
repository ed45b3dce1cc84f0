/** TCF purpose 7: an analytics module with a vendor id gets only the events whose user lets that vendor measure (implementation B 11). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { consentString, vendorListJson } from '../privacy/support.ts';
import { postAuction } from '../support/auction.ts';
import { testFolder } from '../support/folder.ts';
import { imp, deliveredLines } from './delivered-lines.ts';

const list = vendorListJson(5, { 11: { purposes: [1, 2, 7] }, 12: { purposes: [1, 2] } });
const said = { purposes: [1, 2, 7], vendors: [11, 12] };
const strings = {
  all: consentString(list, said),
  no7: consentString(list, { ...said, purposes: [1, 2] }),
  noVendor: consentString(list, { ...said, vendors: [12] }),
};

const dir = testFolder(t);
writeFileSync(join(dir, 'list.json'), JSON.stringify(list));

/** The settings under which the HTTP module is this vendor. */
const httpAs = (gvlVendorId: number): object => ({
  privacy: { gdpr: { vendorListDir: dir, hostVendorId: 0 } },
  analytics: { http: { gvlVendorId } },
});

async function auction(url: string, id: string, consent: { gdpr?: 0 | 1; text?: string }): Promise<void> {
  const body = JSON.stringify({
    id: 'r1',
    imp: [imp],
    site: { id: 's1', publisher: { id } },
    ...(consent.gdpr !== undefined && { regs: { gdpr: consent.gdpr } }),
    ...(consent.text !== undefined && { user: { consent: consent.text } }),
  });
  t.equal((await postAuction(url, body)).status, 200);
}

const purpose7 = (rule: object) => ({ privacy: { gdpr: { purposes: { p7: rule } } } });

t.test(
  'an auction is reported to a vendor where the user consents, GDPR does not apply, or the account exempts it',
  async (t) => {
    const accounts = { free: purpose7({ enforce: 'none' }), excepted: purpose7({ vendorExceptions: ['http'] }) };
    const { file, http } = await deliveredLines(
      t,
      httpAs(11),
      async (url) => {
        await auction(url, 'out-of-scope', {});
        await auction(url, 'consent', { gdpr: 1, text: strings.all });
        await auction(url, 'no-purpose', { gdpr: 1, text: strings.no7 });
        await auction(url, 'no-vendor', { gdpr: 1, text: strings.noVendor });
        await auction(url, 'no-string', { gdpr: 1 });
        await auction(url, 'broken', { gdpr: 1, text: 'CPXx' });
        await auction(url, 'free', { gdpr: 1, text: strings.no7 });
        await auction(url, 'excepted', { gdpr: 1, text: strings.no7 });
      },
      accounts,
    );
    t.equal(file.length, 8, 'a module without a vendor id gets every event');
    t.strictSame(
      http.map(({ account }) => account),
      ['out-of-scope', 'consent', 'free', 'excepted'],
    );
  },
);

t.test('a vendor that does not declare the purpose gets no event', async (t) => {
  const consented = { gdpr: 1, text: strings.all } as const;
  const { file, http } = await deliveredLines(t, httpAs(12), (url) => auction(url, 'p', consented));
  t.strictSame([file.length, http], [1, []]);
});

t.test('AMP, cookie_sync and setuid events need consent as well', async (t) => {
  const { file, http } = await deliveredLines(t, httpAs(11), async (url) => {
    for (const text of [strings.all, strings.no7, '']) {
      await fetch(`${url}/openrtb2/amp?tag_id=page&gdpr_applies=true&consent_type=2&consent_string=${text}`);
      const body = JSON.stringify({ bidders: ['bidderA'], gdpr: 1, gdpr_consent: text });
      await fetch(`${url}/cookie_sync`, { method: 'POST', body });
      await fetch(`${url}/setuid?bidder=bidderA&uid=u&gdpr=1&gdpr_consent=${text}`);
    }
    await fetch(`${url}/setuid?bidder=bidderA&uid=u&gdpr=0`);
    await fetch(`${url}/setuid?bidder=bidderA&uid=u&gpp_sid=2&gdpr=0`);
  });
  const kinds = ['amp', 'cookie_sync', 'setuid'];
  t.strictSame(
    file.map(({ kind }) => kind),
    [...kinds, ...kinds, ...kinds, 'setuid', 'setuid'],
  );
  t.strictSame(
    http.map(({ kind }) => kind),
    [...kinds, 'setuid'],
    'with consent, and where GDPR does not apply',
  );
});
