/** The implicit fields (implementation A 1.5; decisions, 'Implicit fields'): fill-site, fill-device, fill-lmt, fill-defaults. */
import t from 'tap';
import { freezeDeep } from '../../../src/openrtb/freeze.ts';
import type { BidRequest } from '../../../src/openrtb/request.ts';
import { fillDefaults } from '../../../src/stages/prepare/fill-defaults.ts';
import { fillDevice } from '../../../src/stages/prepare/fill-device.ts';
import { fillLmt } from '../../../src/stages/prepare/fill-lmt.ts';
import { fillSite } from '../../../src/stages/prepare/fill-site.ts';

const publicIp = '203.0.112.9';
const quiet = { ip: '', ua: '', dnt: '', gpc: '' };

t.test('a site without a page gets page and domains from the referer', async (t) => {
  const amp = { ext: { amp: 0 } };
  for (const [given, referer, wanted] of [
    [
      { site: {} },
      'https://a.b.example/x',
      { page: 'https://a.b.example/x', domain: 'a.b.example', publisher: { domain: 'b.example' }, ...amp },
    ],
    [
      { site: { page: 'https://p.example/' } },
      'https://r.example/',
      { page: 'https://p.example/', domain: 'r.example', publisher: { domain: 'r.example' }, ...amp },
    ],
    [
      { site: { page: 'https://p.example/', domain: 'd' } },
      '',
      { page: 'https://p.example/', domain: 'd', publisher: { domain: 'p.example' }, ...amp },
    ],
    [{ site: { page: 'no url' } }, 'javascript:alert(1)', { page: 'no url', ...amp }],
    [{ site: {} }, 'http://127.0.0.1:99/', { page: 'http://127.0.0.1:99/', domain: '127.0.0.1:99', ...amp }],
    [{ site: {} }, `https://a.example/${'x'.repeat(9000)}`, amp],
    [
      {},
      'https://a.example/',
      { page: 'https://a.example/', domain: 'a.example', publisher: { domain: 'a.example' }, ...amp },
    ],
    [{}, 'about:blank', undefined],
    [{ app: {} }, 'https://a.example/', undefined],
    [{ dooh: {} }, 'https://a.example/', undefined],
  ] as [BidRequest, string, object | undefined][]) {
    t.strictSame(
      fillSite(freezeDeep(given), referer).site,
      wanted,
      `${JSON.stringify(given)} from ${referer.slice(0, 40)}`,
    );
  }
  const whole = { site: { page: 'p', domain: 'd', publisher: { domain: 'x' }, ext: { amp: 1 } } };
  t.equal(fillSite(whole, 'https://a.example/'), whole, 'a complete site is not copied');
});

t.test(
  'a device gets address, user agent, dnt and gpc from the connection; only public addresses are kept',
  async (t) => {
    for (const [device, signals, wanted] of [
      [undefined, { ip: publicIp, ua: 'u', dnt: '1' }, { ip: publicIp, ua: 'u', dnt: 1 }],
      [{ ip: '8.8.8.8' }, { ip: publicIp }, { ip: '8.8.8.8' }],
      [{ ip: '10.0.0.1', model: 'm' }, { ip: publicIp }, { model: 'm', ip: publicIp }],
      [{ ip: '10.0.0.1' }, { ip: '2a00::1' }, { ipv6: '2a00::1' }],
      [{ ipv6: '2a00::1' }, { ip: publicIp }, { ipv6: '2a00::1' }],
      [
        { ip: '10.0.0.1', ipv6: '2a00::1' },
        { ip: publicIp, ua: 'u' },
        { ipv6: '2a00::1', ua: 'u' },
      ],
      [{ ip: '8.8.8.8', ipv6: 'fe80::1' }, { ip: publicIp }, { ip: '8.8.8.8' }],
      [{ ip: '2a00::1', ipv6: '8.8.8.8' }, { ip: '192.168.1.1' }, {}],
      [
        { ua: '', dnt: 0 },
        { ua: 'u', dnt: '1' },
        { dnt: 0, ua: 'u' },
      ],
      [{}, { dnt: 'yes' }, {}],
    ] as [BidRequest['device'], Partial<typeof quiet>, object][]) {
      const request = freezeDeep({ ...(device && { device }) });
      t.strictSame(fillDevice(request, { ...quiet, ...signals }).device, wanted, JSON.stringify([device, signals]));
    }
    t.strictSame(fillDevice({}, { ...quiet, gpc: '1' }).regs, { ext: { gpc: '1' } });
    t.strictSame(fillDevice({ regs: { ext: { gpc: '0' } } }, { ...quiet, gpc: '1' }).regs, { ext: { gpc: '0' } });
    const silent = { regs: { ext: { gpc: '' } } };
    t.strictSame(fillDevice(silent, { ...quiet, gpc: '1' }).regs, { ext: { gpc: '1' } }, 'an empty gpc is no value');
    t.equal(fillDevice(silent, quiet).regs, silent.regs);
    t.equal(fillDevice({}, { ...quiet, gpc: '0' }).regs, undefined);
  },
);

/** The lmt of an iOS app on this device. */
function lmtOf(device: object): number | undefined {
  return fillLmt({ app: {}, device: { os: 'iOS', ...device } }).device?.lmt;
}

t.test('lmt of an iOS app follows from osv, atts and ifa', async (t) => {
  t.equal(lmtOf({ osv: '13.7' }), undefined);
  t.equal(lmtOf({ osv: '14.0' }), 1);
  for (const osv of ['14', '14.x']) {
    t.equal(lmtOf({ osv, lmt: 1, ifa: 'x' }), 1, `${osv} may be any release of 14: lmt is kept`);
    t.equal(lmtOf({ osv, ext: { atts: 3 } }), undefined, osv);
  }
  t.equal(lmtOf({ osv: '14.1', ifa: '00000000-0000-0000-0000-000000000000' }), 1);
  t.equal(lmtOf({ osv: '14.1', ifa: 'x' }), 0);
  t.equal(lmtOf({ osv: '14.2', ifa: 'x' }), undefined, 'undecided without atts');
  t.strictSame(
    [0, 1, 2, 3, 4].map((atts) => lmtOf({ osv: '14.2.1', ext: { atts } })),
    [1, 1, 1, 0, undefined],
  );
  t.equal(lmtOf({ osv: '15', lmt: 1, ext: { atts: 3 } }), 0, 'the user has allowed tracking');
  t.equal(lmtOf({ osv: '14.1', lmt: 1, ifa: 'x' }), 0);
  for (const lmt of [0, 1]) t.equal(lmtOf({ osv: '15', lmt }), lmt, 'kept if undecided');
  t.equal(lmtOf({ osv: '15', os: 'Android', ext: { atts: 0 } }), undefined);
  t.strictSame(fillLmt({ site: {}, device: { os: 'ios', osv: '14.0' } }).device, { os: 'ios', osv: '14.0' }, 'a site');
  t.equal(lmtOf({ osv: 'x' }), undefined);
});

t.test('missing transaction ids and secure are filled in', async (t) => {
  let minted = 0;
  const rules = { namespace: 'svc', https: true, mintId: () => `id${++minted}` };
  const given = freezeDeep<BidRequest>({
    imp: [{ id: 'i' }, { id: 'j', secure: 0, ext: { tid: 't' } }],
    source: { tid: '' },
  });
  const { request, warnings } = fillDefaults(given, rules);
  t.strictSame(request, {
    at: 1,
    source: { tid: 'id1' },
    imp: [
      { id: 'i', secure: 1, ext: { tid: 'id2' } },
      { id: 'j', secure: 0, ext: { tid: 't' } },
    ],
  });
  t.equal(request.imp?.[1], given.imp?.[1], 'a complete imp is shared');
  t.strictSame(warnings, []);
});

t.test('a {{UUID}} macro in a transaction id is replaced', async (t) => {
  const rules = { namespace: 'svc', https: false, mintId: () => 'id' };
  const given = freezeDeep<BidRequest>({
    imp: [
      { id: 'i', ext: { tid: '{{UUID}}-{{UUID}}' } },
      { id: 'j', ext: { tid: ['{{UUID}}'] } },
    ],
    source: { tid: 'site-{{UUID}}', fd: 1 },
  });
  const { request } = fillDefaults(given, rules);
  t.strictSame(request.source, { tid: 'site-id', fd: 1 });
  t.strictSame(request.imp, [{ id: 'i', ext: { tid: 'id-id' } }, given.imp?.[1]]);
  const none = fillDefaults({ ...given, ext: { svc: { createtids: false } } }, rules).request;
  t.strictSame(none.source, { fd: 1 }, 'with createtids off a tid with a macro is removed');
});
