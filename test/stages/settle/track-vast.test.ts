/** Adding an impression tracker to VAST. */
import t from 'tap';
import { trackVast } from '../../../src/stages/settle/track-vast.ts';
import { processorMs } from '../../support/processor-time.ts';

const url = 'https://host.example/event?t=imp&b=1';
const tracker = `<Impression><![CDATA[${url}]]></Impression>`;

/** Each text has `#` where the tracker belongs. */
const placed: [why: string, text: string][] = [
  [
    'behind the last one of InLine',
    '<VAST><Ad><InLine><Impression>a</Impression><Impression>b</Impression>#<Creatives/></InLine></Ad></VAST>',
  ],
  ['before the end of an InLine without one', '<VAST><Ad><InLine><AdTitle>x</AdTitle>#</InLine></Ad></VAST>'],
  [
    'behind the last one of Wrapper',
    '<VAST><Ad><Wrapper><Impression/><Impression>a</Impression>#</Wrapper></Ad></VAST>',
  ],
  [
    'before the end of a Wrapper without one',
    '<VAST><Ad><Wrapper><VASTAdTagURI>u</VASTAdTagURI>#</Wrapper></Ad></VAST>',
  ],
  [
    'InLine goes before Wrapper',
    '<VAST><Ad><Wrapper><Impression>a</Impression></Wrapper></Ad><Ad><InLine>#</InLine></Ad></VAST>',
  ],
  [
    'whatever the case, whatever the spaces',
    '<vast><ad><INLINE ><impression id="1">a</IMPRESSION >#</Inline\n></ad></vast>',
  ],
  [
    'what a comment says is no tag',
    '<VAST><Ad><InLine><Impression>a</Impression>#<!-- </Impression></InLine> --></InLine></Ad></VAST>',
  ],
  [
    'nor is CDATA',
    '<VAST><Ad><InLine><Impression><![CDATA[</Impression></InLine>]]></Impression>#<X><![CDATA[<Impression></Impression>]]></X></InLine></Ad></VAST>',
  ],
  [
    'nor are those of an extension',
    '<VAST><Ad><InLine><Impression>a</Impression>#<Extensions><Extension><Impression>b</Impression></Extension></Extensions></InLine></Ad></VAST>',
  ],
  [
    'an extension first',
    '<VAST><Ad><InLine><Extensions><X/></Extensions><Impression>a</Impression>#<Creatives/></InLine></Ad></VAST>',
  ],
  [
    'no extensions at all',
    '<VAST><Ad><InLine><Extensions/><Impression>a</Impression>#<Creatives/></InLine></Ad></VAST>',
  ],
  [
    'no extensions at all, with a blank',
    '<VAST><Ad><InLine><Extensions /><Impression>a</Impression>#<Creatives/></InLine></Ad></VAST>',
  ],
  [
    'whatever attributes hold',
    `<VAST><Ad><InLine a=">"><Extensions a='">'/><Impression>a</Impression>#</InLine></Ad></VAST>`,
  ],
  [
    'an extension of a creative',
    '<VAST><Ad><InLine><Impression>a</Impression>#<CreativeExtensions><Impression>b</Impression></CreativeExtensions></InLine></Ad></VAST>',
  ],
  [
    'a whole ad in an extension',
    '<VAST><Ad><Wrapper><Impression>a</Impression>#<Extensions><X><InLine></InLine></X></Extensions></Wrapper></Ad></VAST>',
  ],
  ['a declaration first', '<?xml version="1.0"?><VAST><Ad><InLine>#</InLine></Ad></VAST>'],
  ['what follows InLine is not its', '<VAST><Ad><InLine>#</InLine><Impression>x</Impression></Ad></VAST>'],
];

const unplaced = [
  '',
  'no xml at all',
  '<VAST/>',
  '<VAST><Ad><InLine><Impression>a</Impression></Ad></VAST>',
  '<VAST><Ad><Wrapper',
  '<VAST><Ad><InLine></InLine',
  '<InLines></InLines><XInLine></XInLine>',
  '<!-- <InLine></InLine>',
  '<![CDATA[<InLine></InLine>]]>',
  '</InLine></Wrapper></Impression>',
];

t.test("the host's impression is added where VAST allows one", async (t) => {
  for (const [why, text] of placed) t.equal(trackVast(text.replace('#', ''), url), text.replace('#', tracker), why);
});

t.test('an empty impression is replaced', async (t) => {
  const before = '<VAST><Ad><Wrapper><Impression>a</Impression>';
  const behind = '<Creatives/></Wrapper></Ad></VAST>';
  for (const gone of ['<Impression></Impression>', '<impression id="1">\n </IMPRESSION >']) {
    t.equal(trackVast(`${before}${gone}${behind}`, url), `${before}${tracker}${behind}`, gone);
  }
  const filled = '<Impression><![CDATA[]]>b</Impression>';
  t.equal(trackVast(`${before}${filled}${behind}`, url), `${before}${filled}${tracker}${behind}`);
  const far = `<Impression>${' '.repeat(100_000)}</Impression>`;
  t.equal(
    trackVast(`${before}${far}${behind}`, url),
    `${before}${far}${tracker}${behind}`,
    'an impression that is too long is kept',
  );
});

t.test('a text without a place for it is not changed', async (t) => {
  for (const text of unplaced) t.equal(trackVast(text, url), undefined, text);
});

t.test('a megabyte of hostile VAST is searched in less than a second', async (t) => {
  const hostile = [
    '<!--',
    '<![CDATA[',
    '</Impression',
    '<InLine>',
    '<',
    '<?',
    '<InLine><Impression>',
    `<InLine a="'>"`,
    `<${'a'.repeat(50)}`,
  ];
  for (const part of hostile) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    t.ok(processorMs(() => trackVast(text, url)) < 1000, part.slice(0, 20));
  }
});
