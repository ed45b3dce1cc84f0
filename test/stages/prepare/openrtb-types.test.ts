/** Each field of OpenRTB 2.5 and 2.6 with a wrong JSON type is a fault that names it (decisions, 'Wrong fields'). */
import t from 'tap';
import { checkTypes } from '../../../src/stages/prepare/check-types.ts';

/** The fields of each object as the standards list them: strings, integers, numbers, objects; lists of strings, integers, objects. */
type Listed = { readonly [kind in 's' | 'i' | 'n' | 'o' | 'ss' | 'is' | 'os']?: string };

const party: Listed = { s: 'id name domain', i: 'cattax', ss: 'cat', o: 'ext' };
const page: Listed = {
  s: 'id name domain keywords inventorypartnerdomain',
  i: 'cattax privacypolicy',
  ss: 'cat sectioncat pagecat kwarray',
  o: 'publisher content ext',
};
const stream: Listed = {
  s: 'podid',
  i: 'minduration maxduration poddur startdelay podseq sequence slotinpod maxextended minbitrate maxbitrate maxseq',
  n: 'mincpmpersec',
  ss: 'mimes',
  is: 'protocols rqddurs battr delivery api companiontype',
  os: 'companionad durfloors',
  o: 'ext',
};
const banner: Listed = {
  s: 'id',
  i: 'w h pos topframe vcm',
  ss: 'mimes',
  is: 'btype battr expdir api',
  os: 'format',
  o: 'ext',
};
const geo: Listed = {
  s: 'country region regionfips104 metro city zip',
  i: 'type accuracy lastfix ipservice utcoffset',
  n: 'lat lon',
  o: 'ext',
};
const data: Listed = { s: 'id name', os: 'segment', o: 'ext' };
const brand: Listed = { s: 'brand', ss: 'version', o: 'ext' };

/** The fields by path; a name ends in `[]` if it is a list of objects. */
const objects: { readonly [path: string]: Listed } = {
  '': {
    s: 'id',
    i: 'test at tmax allimps cattax',
    o: 'site app dooh device user source regs ext',
    ss: 'cur wlang wlangb acat bcat badv bapp',
    os: 'imp',
  },
  source: { s: 'tid pchain', i: 'fd', o: 'schain ext' },
  'source.schain': { s: 'ver', i: 'complete', os: 'nodes', o: 'ext' },
  'source.schain.nodes[]': { s: 'asi sid rid name domain', i: 'hp', o: 'ext' },
  regs: { i: 'coppa gdpr', o: 'ext' },
  'regs.ext': { i: 'gdpr' },
  'imp[]': {
    s: 'id displaymanager displaymanagerver tagid bidfloorcur',
    i: 'instl clickbrowser secure rwdd ssai exp',
    n: 'bidfloor dt',
    o: 'banner video audio native pmp qty refresh ext',
    ss: 'iframebuster',
    os: 'metric',
  },
  'imp[].metric[]': { s: 'type vendor', n: 'value', o: 'ext' },
  'imp[].banner': banner,
  'imp[].banner.format[]': { i: 'w h wratio hratio wmin', o: 'ext' },
  'imp[].video': {
    ...stream,
    i: `${stream.i} protocol w h placement plcmt linearity skip skipmin skipafter boxingallowed playbackend pos`,
    is: `${stream.is} playbackmethod poddedupe`,
  },
  'imp[].video.companionad[]': banner,
  'imp[].video.durfloors[]': { i: 'mindur maxdur', n: 'bidfloor', o: 'ext' },
  'imp[].audio': { ...stream, i: `${stream.i} feed stitched nvol` },
  'imp[].native': { s: 'request ver', is: 'api battr', o: 'ext' },
  'imp[].pmp': { i: 'private_auction', os: 'deals', o: 'ext' },
  'imp[].pmp.deals[]': {
    s: 'id bidfloorcur',
    i: 'at guar',
    n: 'bidfloor mincpmpersec',
    ss: 'wseat wadomain',
    os: 'durfloors',
    o: 'ext',
  },
  'imp[].qty': { s: 'vendor', i: 'sourcetype', n: 'multiplier', o: 'ext' },
  'imp[].refresh': { i: 'count', os: 'refsettings', o: 'ext' },
  'imp[].refresh.refsettings[]': { i: 'reftype minint', o: 'ext' },
  site: { ...page, s: `${page.s} page ref search`, i: `${page.i} mobile` },
  app: { ...page, s: `${page.s} bundle storeurl ver`, i: `${page.i} paid` },
  dooh: { s: 'id name domain keywords', i: 'venuetypetax', ss: 'venuetype', o: 'publisher content ext' },
  'site.publisher': party,
  'site.content': {
    s: 'id title series season artist genre album isrc url contentrating userrating keywords language langb',
    i: 'episode cattax prodq videoquality context qagmediarating livestream sourcerelationship len embeddable',
    o: 'producer network channel ext',
    ss: 'cat kwarray',
    os: 'data',
  },
  'site.content.producer': party,
  'site.content.network': { s: 'id name domain', o: 'ext' },
  'site.content.channel': { s: 'id name domain', o: 'ext' },
  'site.content.data[]': data,
  device: {
    s:
      'ua ip ipv6 make model os osv hwv flashver language langb carrier mccmnc ' +
      'ifa didsha1 didmd5 dpidsha1 dpidmd5 macsha1 macmd5',
    i: 'dnt lmt devicetype h w ppi js geofetch connectiontype',
    n: 'pxratio',
    o: 'geo sua ext',
  },
  'device.geo': geo,
  'device.sua': { s: 'architecture bitness model', i: 'mobile source', o: 'platform ext', os: 'browsers' },
  'device.sua.browsers[]': brand,
  'device.sua.platform': brand,
  user: { s: 'id buyeruid gender keywords customdata consent', i: 'yob', o: 'geo ext', ss: 'kwarray', os: 'data' },
  'user.ext': { s: 'consent' },
  'user.geo': geo,
  'user.data[]': data,
  'user.data[].segment[]': { s: 'id name value', o: 'ext' },
};

const [integer, list] = [' must be an integer, not a', ' must be an array, not a string'];

/** Wrong values of each kind, by the fault's text after the path. */
const wrong: { readonly [kind in keyof Required<Listed>]: { readonly [fault: string]: unknown } } = {
  s: { ' must be a string, not a number': 7 },
  i: { [`${integer} string`]: '7', [`${integer} fraction`]: 1.5 },
  n: { ' must be a number, not a string': '1.5' },
  o: { ' must be an object, not an array': [] },
  ss: { [list]: 'x', '[0] must be a string, not a number': [7] },
  is: { [list]: 'x', [`[0]${integer} string`]: ['7'] },
  os: { [list]: 'x', '[0] must be an object, not a number': [7] },
};

function requestWith(path: string, value: object): unknown {
  return path === '' ? value : path.split('.').toReversed().reduce(wrap, value);
}

function wrap(inner: object, step: string): object {
  return step.endsWith('[]') ? { [step.slice(0, -2)]: [inner] } : { [step]: inner };
}

for (const [path, listed] of Object.entries(objects)) {
  t.test(`${path || 'the request'}: a field of a wrong type is a fault with its path`, async (t) => {
    for (const [kind, names] of Object.entries(listed)) {
      for (const name of names.split(' ')) {
        const at = [...(path === '' ? [] : [path.replaceAll('[]', '[0]')]), name].join('.');
        for (const [fault, value] of Object.entries(wrong[kind as keyof Listed])) {
          t.strictSame(checkTypes(requestWith(path, { [name]: value }), 'svc').faults, [`${at}${fault}`], at);
        }
      }
    }
  });
}
