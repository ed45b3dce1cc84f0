/**
 * The markup of a simulated bid: an HTML image for banners, a small VAST 3 for video and audio, a native 1.2 response.
 */

const asset = 'https://cdn.farm.example';

function bannerMarkup(code: string): string {
  return `<a href="https://${code}.example/click"><img src="${asset}/${code}.png" alt="" width="100%"></a>`;
}

function vastMarkup(code: string, media: string): string {
  return (
    `<VAST version="3.0"><Ad id="${code}"><InLine><AdSystem>${code}</AdSystem><AdTitle>${code}</AdTitle>` +
    `<Impression><![CDATA[https://${code}.example/imp]]></Impression><Creatives><Creative><Linear>` +
    `<Duration>00:00:15</Duration><MediaFiles>${media}</MediaFiles></Linear></Creative></Creatives>` +
    '</InLine></Ad></VAST>'
  );
}

function nativeMarkup(code: string): string {
  return JSON.stringify({
    ver: '1.2',
    assets: [
      { id: 0, title: { text: `An offer of ${code}` } },
      { id: 1, img: { url: `${asset}/${code}.png`, w: 300, h: 250 } },
    ],
    link: { url: `https://${code}.example/click` },
  });
}

const videoFile =
  `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360">` +
  `<![CDATA[${asset}/spot.mp4]]></MediaFile>`;
const audioFile =
  `<MediaFile delivery="progressive" type="audio/mpeg" width="0" height="0">` +
  `<![CDATA[${asset}/spot.mp3]]></MediaFile>`;

/** `adm` of a bidder's bids of one media type (1 banner, 2 video, 3 audio, 4 native), filled up to at least `bytes` bytes. */
export function makeMarkup(code: string, mtype: number, bytes: number): string {
  if (mtype === 4) {
    const text = nativeMarkup(code);
    const missing = Math.max(0, bytes - text.length - ',"ext":{"fill":""}'.length);
    return missing === 0 ? text : `${text.slice(0, -1)},"ext":{"fill":"${'n'.repeat(missing)}"}}`;
  }
  const text = mtype === 1 ? bannerMarkup(code) : vastMarkup(code, mtype === 2 ? videoFile : audioFile);
  const missing = bytes - text.length;
  return missing <= 0 ? text : `${text}<!--${'m'.repeat(Math.max(0, missing - 7))}-->`;
}
