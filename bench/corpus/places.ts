/** Where the fixtures' ads are shown: sites, apps and screens, and the devices they are seen on. */
import { hex, pick, whole, type Next } from '../farm/chance.ts';
import type { Piece } from './draft.ts';

const sections = ['sport', 'travel', 'finance', 'autos', 'gardening', 'music', 'parenting', 'kochen & genießen'];

const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

function address(next: Next): string {
  return `${pick(['81.2.69', '89.160.20', '2.125.160', '67.43.156'], next)}.${whole(1, 254, next)}`;
}

/** A browser on a page; the request states what the page knows about the device. */
export const site: Piece = (next, number) => {
  const section = pick(sections, next);
  const page = `https://www.reader.example/${encodeURIComponent(section)}/${hex(12, next)}.html?utm=${number}`;
  const ua = pick([desktop, phone], next);
  return {
    headers: { 'user-agent': ua, referer: page, 'x-forwarded-for': address(next), 'x-forwarded-proto': 'https' },
    request: {
      id: `${hex(24, next)}-${number}`,
      site: {
        page,
        domain: 'www.reader.example',
        ref: 'https://www.search.example/',
        cat: ['IAB12'],
        content: { language: 'en', cat: ['IAB12-2'], keywords: `${section},news`, title: `All about “${section}”` },
        publisher: { id: 'pub-4711', domain: 'reader.example' },
      },
      device: {
        ua,
        language: 'en',
        w: 1920,
        h: 1080,
        dnt: 0,
        sua: { mobile: 0, source: 2, browsers: [{ brand: 'Chromium', version: ['142', '0'] }] },
      },
    },
  };
};

/** An Android app. */
export const app: Piece = (next, number) => ({
  headers: {
    'user-agent': 'Reader/7.12.0 okhttp/4.12',
    'x-forwarded-for': address(next),
    'x-forwarded-proto': 'https',
  },
  request: {
    id: `${hex(24, next)}-${number}`,
    app: {
      id: '1207472156',
      name: 'Daily Reader',
      bundle: 'com.reader.daily',
      ver: '7.12.0',
      storeurl: 'https://play.google.com/store/apps/details?id=com.reader.daily',
      cat: ['IAB12'],
      publisher: { id: 'pub-4711' },
      ext: { svc: { source: 'reader-sdk', version: '3.1.2' } },
    },
    device: {
      ua: phone,
      ifa: `${hex(8, next)}-${hex(4, next)}-4${hex(3, next)}-a${hex(3, next)}-${hex(12, next)}`,
      make: 'Google',
      model: 'Pixel 9',
      os: 'Android',
      osv: '15',
      w: 412,
      h: 915,
      pxratio: 2.625,
      lmt: 0,
      connectiontype: pick([2, 4, 6], next),
      carrier: 'Telstra',
      geo: { country: 'AUS', region: 'NSW', lat: -33.8688197, lon: 151.2092955, type: 2 },
    },
  },
});

/** An iOS app whose user refused tracking. */
export const iosRefused: Piece = () => ({
  request: {
    app: { bundle: '1207472156', storeurl: 'https://apps.apple.com/app/id1207472156' },
    device: {
      ua: iphone,
      make: 'Apple',
      model: 'iPhone17,1',
      os: 'iOS',
      osv: '18.6',
      ifa: null,
      lmt: 1,
      ext: { atts: 2, ifv: 'AA11BB22-0000-4000-8000-000000000001' },
    },
  },
});

/** A screen in a public place. */
export const dooh: Piece = (next, number) => ({
  headers: { 'user-agent': 'Screen/2', 'x-forwarded-for': address(next), 'x-forwarded-proto': 'https' },
  request: {
    id: `${hex(24, next)}-${number}`,
    dooh: {
      id: 'screen-9',
      name: 'Central station',
      venuetype: ['transit.trainstation'],
      venuetypetax: 1,
      publisher: { id: 'pub-4711' },
    },
    device: { ua: 'Screen/2', devicetype: 8, w: 1080, h: 1920, geo: { country: 'DEU', lat: 52.525, lon: 13.3694 } },
  },
});

/** A page over plain http whose request leaves out everything that the transport says, too. */
export const bareSite: Piece = (next, number) => ({
  headers: {
    'user-agent': desktop,
    referer: `http://old.reader.example/${number}`,
    dnt: '1',
    'x-forwarded-for': address(next),
  },
  request: { id: `${hex(24, next)}-${number}` },
});
