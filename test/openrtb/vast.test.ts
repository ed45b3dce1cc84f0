/** The VAST of a video bid (implementations A 2.5, B 6). */
import t from 'tap';
import { vastOf } from '../../src/openrtb/vast.ts';

t.test('the VAST is adm, else a wrapper of nurl, else empty', async (t) => {
  t.equal(vastOf(' <VAST/> ', 'https://a.example/'), ' <VAST/> ');
  const wrapper = vastOf('', 'https://a.example/v?x=1&y=2');
  t.match(wrapper, /^<VAST version="3\.0"><Ad><Wrapper><AdSystem>gavel<\/AdSystem>/);
  t.match(wrapper, '<VASTAdTagURI><![CDATA[https://a.example/v?x=1&y=2]]></VASTAdTagURI>');
  t.equal(vastOf(undefined, ' https://a.example/v '), vastOf('\n', 'https://a.example/v'));
  for (const adm of ['', '  ', undefined, null, 7, {}]) {
    for (const nurl of ['', ' ', undefined, null, 7, []]) t.equal(vastOf(adm, nurl), '');
  }
});

t.test('nurl cannot end its CDATA section', async (t) => {
  const url = 'https://a.example/]]><Impression>https://evil.example</Impression><![CDATA[]]>';
  const inside = /<VASTAdTagURI>(.*)<\/VASTAdTagURI>/.exec(vastOf('', url))![1]!;
  // An XML parser joins adjacent CDATA sections.
  const sections = [...inside.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)];
  t.equal(sections.map(([whole]) => whole).join(''), inside, 'nothing is outside CDATA');
  t.equal(sections.map((section) => section[1]).join(''), url);
});
