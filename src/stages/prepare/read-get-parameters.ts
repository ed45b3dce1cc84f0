/**
 * Decides what the parameters of `GET /openrtb2/auction` say: which members of the request each sets, and with which type
 * (implementation B, its GET interface).
 */
import type { GetPatches } from '../../openrtb/get-patches.ts';
import { isObject } from '../../openrtb/json-object.ts';

/** What the parameters set. */
interface GetParameters extends GetPatches {
  /** One sentence for each parameter that cannot be read. */
  readonly faults: readonly string[];
}

/** How a parameter is read: `read` returns its value, null for none, undefined for an invalid text; `words` describe a valid one. */
interface Kind {
  readonly read: (text: string) => unknown;
  readonly words: string;
}

const text: Kind = { read: (given) => given, words: 'a text' };
const whole: Kind = {
  read: (given) => (/^-?\d{1,9}$/.test(given) ? Number(given) : undefined),
  words: 'a whole number',
};
/** A player that does not know its size yet sends 0. */
const length: Kind = {
  read: (given) => (/^\d{1,5}$/.test(given) ? Number(given) || null : undefined),
  words: 'a number of pixels',
};
const sizes: Kind = {
  read: (given) => (parts(given).every((part) => /^\d{1,5}x\d{1,5}$/i.test(part)) ? given : undefined),
  words: 'a list of sizes such as 300x250,728x90',
};
const decimal: Kind = {
  read: (given) => (/^\d{1,9}(?:\.\d{1,9})?$/.test(given) ? Number(given) : undefined),
  words: 'a number such as 0.05',
};
const texts: Kind = { read: (given) => parts(given).filter(Boolean), words: 'a comma-separated list' };
const wholes: Kind = {
  read: (given) => {
    const numbers = parts(given).map((part) => whole.read(part));
    return numbers.includes(undefined) ? undefined : numbers;
  },
  words: 'a list of whole numbers such as 2,3',
};

function parts(list: string): string[] {
  return list.split(',').map((part) => part.trim());
}

/**
 * The parameters: alternative names, of which the first stated one counts; how they are read; and the members that they set. '' means that
 * the parameter is read elsewhere and only validated here.
 */
const rows: readonly (readonly [names: string, kind: Kind, members: string])[] = [
  ['tmax', whole, ''],
  ['bcat', texts, 'request.bcat'],
  ['badv', texts, 'request.badv'],
  ['coppa', whole, 'request.regs.coppa'],
  ['gpc', text, 'request.regs.ext.gpc'],
  ['usp', text, 'request.regs.us_privacy'],
  ['gppc', text, 'request.regs.gpp'],
  ['dnt', whole, 'request.device.dnt'],
  ['lmt', whole, 'request.device.lmt'],
  ['ua', text, 'request.device.ua'],
  ['dtype', whole, 'request.device.devicetype'],
  ['ifa', text, 'request.device.ifa'],
  ['ifat', text, 'request.device.ext.ifa_type'],
  ['page', text, 'site.page'],
  ['bundle', text, 'app.bundle'],
  ['name', text, 'app.name'],
  ['storeurl', text, 'app.storeurl'],
  ['ctitle', text, 'content.title'],
  ['cseries rss_feed', text, 'content.series'],
  ['cgenre', text, 'content.genre'],
  ['curl', text, 'content.url'],
  ['ccat', texts, 'content.cat'],
  ['ccattax', whole, 'content.cattax'],
  ['crating', text, 'content.contentrating'],
  ['clang', text, 'content.language'],
  ['clivestream', whole, 'content.livestream'],
  ['ow w', length, 'banner.w video.w'],
  ['oh h', length, 'banner.h video.h'],
  ['sizes ms', sizes, ''],
  ['mimes', texts, 'banner.mimes video.mimes audio.mimes'],
  ['battr', wholes, 'banner.battr video.battr audio.battr'],
  ['api', wholes, 'banner.api video.api audio.api'],
  ['pos', whole, 'banner.pos video.pos'],
  ['btype', wholes, 'banner.btype'],
  ['topframe', whole, 'banner.topframe'],
  ['expdir', wholes, 'banner.expdir'],
  ['mindur', whole, 'video.minduration audio.minduration'],
  ['maxdur', whole, 'video.maxduration audio.maxduration'],
  ['startdelay', whole, 'video.startdelay audio.startdelay'],
  ['maxseq', whole, 'video.maxseq audio.maxseq'],
  ['poddur', whole, 'video.poddur audio.poddur'],
  ['podid', text, 'video.podid audio.podid'],
  ['podseq', whole, 'video.podseq audio.podseq'],
  ['slotinpod', whole, 'video.slotinpod audio.slotinpod'],
  ['mincpms', decimal, 'video.mincpmpersec audio.mincpmpersec'],
  ['proto', wholes, 'video.protocols audio.protocols'],
  ['rqddurs', wholes, 'video.rqddurs audio.rqddurs'],
  ['seq', whole, 'video.sequence audio.sequence'],
  ['maxex', whole, 'video.maxextended audio.maxextended'],
  ['minbr', whole, 'video.minbitrate audio.minbitrate'],
  ['maxbr', whole, 'video.maxbitrate audio.maxbitrate'],
  ['delivery', wholes, 'video.delivery audio.delivery'],
  ['linearity', whole, 'video.linearity'],
  ['placement', whole, 'video.placement'],
  ['plcmt', whole, 'video.plcmt'],
  ['skip', whole, 'video.skip'],
  ['skipmin', whole, 'video.skipmin'],
  ['skipafter', whole, 'video.skipafter'],
  ['boxingallowed', whole, 'video.boxingallowed'],
  ['playbackmethod', wholes, 'video.playbackmethod'],
  ['playbackend', whole, 'video.playbackend'],
  ['feed', whole, 'audio.feed'],
  ['stitched', whole, 'audio.stitched'],
  ['nvol', whole, 'audio.nvol'],
];

/**
 * Reads the parameters by name. `ip` sets the device's `ip` or `ipv6`, depending on its form; an IPv4 address in IPv6 form counts as IPv4.
 */
export function readGetParameters(data: ReadonlyMap<string, string>): GetParameters {
  const all = { request: {}, banner: {}, video: {}, audio: {}, site: {}, app: {}, content: {} };
  const faults: string[] = [];
  for (const [names, kind, members] of rows) {
    const stated = names.split(' ').flatMap((name) => {
      const given = data.get(name);
      return given === undefined ? [] : [{ name, value: kind.read(given.trim()) }];
    });
    const first = stated.find(({ value }) => value !== null);
    if (first === undefined) continue;
    if (first.value === undefined) faults.push(`${first.name} must be ${kind.words}`);
    else for (const member of members.split(' ').filter(Boolean)) set(all, member.split('.'), first.value);
  }
  const ip = data
    .get('ip')
    ?.trim()
    .replace(/^::ffff:(?=\d+\.)/i, '');
  if (ip !== undefined) set(all, ['request', 'device', ip.includes(':') ? 'ipv6' : 'ip'], ip);
  return { ...all, faults };
}

function set(target: { [key: string]: unknown }, [key, ...below]: readonly string[], value: unknown): void {
  if (below.length === 0) target[key!] = value;
  else set((isObject(target[key!]) ? target[key!] : (target[key!] = {})) as { [key: string]: unknown }, below, value);
}
