/** Every bidder with a page and params whose host is very long: to parse one takes time that grows with the square of its length. */
import t from 'tap';
import { loadBidders } from '../../src/load-bidders.ts';
import { exampleParams } from '../../src/adapter/params-example.ts';
import { bidderOf, callsOf } from '../adapter/support.ts';

const { definitions } = await loadBidders();

const page = `https://${'一'.repeat(1001)}.example/a`;
const secrets = { platformId: 'p', credentials: { appSecret: 's', username: 'u' }, disabled: false };

/** The schema of a param. */
interface Type {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

/** The texts that were parsed as URLs from now on. */
function watchUrls(t: { teardown: (end: () => void) => void }): string[] {
  const parsed: string[] = [];
  const Own = URL;
  t.teardown(() => (globalThis.URL = Own));
  globalThis.URL = class extends Own {
    constructor(text: string | URL, base?: string | URL) {
      parsed.push(String(text));
      super(text, base);
    }
    static override parse(text: string, base?: string): URL | null {
      parsed.push(text);
      return Own.parse(text, base);
    }
    static override canParse(text: string, base?: string): boolean {
      parsed.push(text);
      return Own.canParse(text, base);
    }
  };
  return parsed;
}

t.test('no bidder parses it', async (t) => {
  const bidders = definitions.map((definition) => {
    const endpoint = definition.facts.endpoint ?? 'https://acme.example/';
    return { definition, bidder: bidderOf(definition, { ...secrets, endpoint }) };
  });
  const parsed = watchUrls(t);
  for (const { definition, bidder } of bidders) {
    const { properties = {} } = definition.params as { properties?: { readonly [name: string]: Type } };
    const texts = Object.entries(properties).filter(([, { type, enum: values }]) => type === 'string' && !values);
    const example = (definition.example ?? exampleParams(definition.params)) as object;
    const params = { ...example, ...Object.fromEntries(texts.map(([name]) => [name, page])) };
    definition.adapter.paramsFault(params);
    const imp = { id: 'i1', banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] }, params };
    callsOf(bidder, [imp], { site: { page, ref: page }, device: { ip: '192.0.2.1' } });
    t.notOk(parsed.includes(page), definition.code);
    parsed.length = 0;
  }
});

t.test('a route of rtbstack that is no URL, or has such a host, is refused', async (t) => {
  const definition = definitions.find(({ code }) => code === 'rtbstack')!;
  const own = { route: 'https://a.us-adx-admixer.rtb-stack.com/b?client=1&endpoint=2&ssp=3', tagId: 'b' };
  const made = (route: string) => {
    const imp = { id: 'i1', banner: { w: 300, h: 250 }, params: { ...own, route } };
    return callsOf(bidderOf(definition), [imp], { site: { page } }).calls.length;
  };
  t.strictSame([own.route, 'a', page].map(made), [1, 0, 0]);
});
