/** The load-cookie pages as they are served (spec 4.4); test/browser/load-cookie.test.ts shows them in a browser. */
import { createHash } from 'node:crypto';
import t from 'tap';
import { loadCookieRoutes } from '../../src/http/load-cookie.ts';
import { open } from './front.ts';

const endpoints = { a: 'https://a.example/base?x=1&y="<>', b: 'https://b.example:8443/', again: 'https://a.example/' };

for (const path of ['/load-cookie.html', '/load-cookie-with-consent.html']) {
  t.test(`${path} has a policy that allows only its own script and the listed hosts`, async (t) => {
    const { url, bugs } = await open(t, loadCookieRoutes(endpoints));
    const answer = await fetch(url + path);
    t.equal(answer.status, 200);
    t.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    t.equal(answer.headers.get('cache-control'), 'public, max-age=3600');
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const text = await answer.text();
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(text)!;
    const policy = answer.headers.get('content-security-policy')!.split('; ');
    const hash = createHash('sha256').update(script).digest('base64');
    t.ok(policy.includes("default-src 'none'"));
    t.ok(policy.includes(`script-src 'sha256-${hash}'`));
    t.ok(policy.includes("connect-src 'self' https://a.example https://b.example:8443"));
    const [, content = ''] = /<meta name="endpoints" content="([^"<>]*)">/.exec(text)!;
    const read = content
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    t.strictSame(JSON.parse(read), endpoints);
    t.strictSame(bugs, []);
  });
}
