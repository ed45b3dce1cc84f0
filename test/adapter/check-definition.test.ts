/** A definition that cannot work is rejected at the start (bidders, 'the start-up check'). */
import t from 'tap';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { params } from './acme.ts';

/** The error of a definition with these members, '' for none. */
function wrong(words: object): string {
  try {
    defineBidder({ code: 'acme', params, ...words });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

t.test('the error of a definition names the bidder and lists every fault', async (t) => {
  t.match(wrong({ endpoint: 'acme.com/bid' }), /^acme: the endpoint "acme\.com\/bid" is no URL: write it as https:/);
  for (const odd of ['https://ac me.com/', 'ftp://acme.com', 'https:acme.com', ''])
    t.match(wrong({ endpoint: odd }), /is no URL/, odd);
  t.match(wrong({ endpoint: 'https://acme.com/{{Tag}}' }), /has "\{\{Tag\}\}": a macro is written \{\{\.Name\}\}/);
  t.match(wrong({ endpoint: 'https://acme.com/{{ .Tag }}' }), /a macro is written/);
  t.match(
    wrong({ endpoint: '{{.Tag}}/bid', macros: { Tag: () => 'x' } }),
    /a macro before its host: begin it with http/,
  );
  t.match(wrong({ endpoint: 'https://acme.com/{{.Tag}}' }), /^acme: the endpoint names the macro Tag, but .* has none/);
  t.match(wrong({ sync: { redirect: 'acme.com/sync', userMacro: '$UID' } }), /^acme: sync\.redirect .* is no URL/);
  const aliases = [{ code: 'other', endpoint: 'other.com', sync: { iframe: { url: 'x', userMacro: '' } } }];
  t.match(wrong({ headers: ['json', 'jsno'] }), /^acme: headers has "jsno": use json, .*, basicAuth, or a function$/);
  t.match(
    wrong({ mediaType: ['mtype', 'vdeo'] }),
    /^acme: mediaType has "vdeo": use mtype, .*, native, or a function$/,
  );
  t.equal(wrong({ headers: ['json', 'ua', () => []], mediaType: ['adm', () => 'video', 'audio'] }), '');
  const both = wrong({ mediaType: [], aliases });
  t.match(both, /no rule; .*"other\.com" is no URL.*; sync\.iframe "x" is no URL/);
  const macros = { Port: () => 8080 };
  const sync = { iframe: '//acme.com/sync' };
  t.equal(wrong({ endpoint: 'https://acme.com:{{.Port}}/', macros, sync }), '', 'a port may be a macro');
});
