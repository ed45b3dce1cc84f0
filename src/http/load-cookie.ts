/** `GET /load-cookie.html` and its consent variant (spec 4.4): pages that sync a browser's ids from within a 1x1 iframe. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { noSniff, type Header, type Route } from './exchange.ts';

const scripts = { sync: read('sync.js'), askConsent: read('ask-consent.js') };

/** The routes of both pages; `endpoints` maps the codes that the parameter `endpoint` may have to base URLs. */
export function loadCookieRoutes(endpoints: { readonly [code: string]: string }): Route[] {
  return [
    pageRoute('/load-cookie.html', `${scripts.sync}\nuserSync.synchronise(userSync.statedConsent());\n`, endpoints),
    pageRoute('/load-cookie-with-consent.html', `${scripts.sync}\n${scripts.askConsent}`, endpoints),
  ];
}

function pageRoute(path: string, script: string, endpoints: { readonly [code: string]: string }): Route {
  const body = page(script, JSON.stringify(endpoints));
  const headers: readonly Header[] = [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'public, max-age=3600'],
    noSniff,
    ['Content-Security-Policy', policy(script, Object.values(endpoints))],
  ];
  return { method: 'GET', path, cors: 'none', body: false, handle: (exchange) => exchange.answer(200, headers, body) };
}

function page(script: string, endpoints: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="endpoints" content="${escape(endpoints)}">
<title>User sync</title>
</head>
<body>
<script>${script}</script>
</body>
</html>
`;
}

/** A Content-Security-Policy: only the page's own script runs, and it may connect only to this host and those listed. */
function policy(script: string, endpoints: readonly string[]): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const origins = endpoints.map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    'img-src http: https:',
    'frame-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function read(name: string): string {
  return readFileSync(new URL(`load-cookie/${name}`, import.meta.url), 'utf8');
}
