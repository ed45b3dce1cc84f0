/** HAProxy and nginx retry an auction that one process refuses on another (issue 'Overload'). */
import t, { type Test } from 'tap';
import { postAuction, requestFor } from '../support/auction.ts';
import { startBidders, type TestBidders } from '../support/bidders.ts';
import { proxySkip, startProxy, type ProxyName } from '../support/proxies.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const configurations: { [name in ProxyName]: (port: number, dir: string, ports: readonly number[]) => string } = {
  haproxy: (port, _, ports) => `
defaults
  mode http
  timeout connect 1s
  timeout client 10s
  timeout server 10s
  retries 2
  option redispatch 1
  retry-on conn-failure empty-response 503
frontend auctions
  bind 127.0.0.1:${port}
  default_backend gavel
backend gavel
  balance roundrobin
${ports.map((one) => `  server gavel${one} 127.0.0.1:${one}`).join('\n')}
`,
  nginx: (port, dir, ports) => `
daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  upstream gavel { ${ports.map((one) => `server 127.0.0.1:${one} max_fails=2 fail_timeout=1s;`).join(' ')} keepalive 16; }
  upstream gavel_again { ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_next_upstream_tries 2;
    location / {
      proxy_pass http://gavel;
      proxy_next_upstream error timeout non_idempotent;
      proxy_intercept_errors on;
      error_page 503 = @again;
    }
    location @again {
      proxy_pass http://gavel_again;
      proxy_next_upstream error timeout http_503 non_idempotent;
    }
  }
}
`,
};

async function ask(url: string): Promise<number> {
  const response = await postAuction(url, requestFor({ bidderA: {} }));
  await response.text();
  return response.status;
}

async function serviceFor(t: Test, bidders: TestBidders, maxInFlight: number): Promise<{ url: string; port: number }> {
  return startService(t, { overload: { maxInFlight }, bidders: bidders.settings('bidderA') });
}

// Side by side, as each waits for a slow bidder.
t.jobs = 2;

for (const name of ['haproxy', 'nginx'] as const) {
  t.test(
    `${name}: every auction is answered although one of two processes is full`,
    { skip: proxySkip(name), buffered: true },
    async (t) => {
      const bidders = await startBidders(t);
      const full = await serviceFor(t, bidders, 1);
      const free = await serviceFor(t, bidders, 1000);
      bidders.answer('bidderA', { delayMs: 3000 });
      const held = ask(full.url);
      t.ok(await until(() => bidders.received('bidderA').length > 0));
      bidders.answer('bidderA', {});
      t.equal(await ask(full.url), 503, 'it is full');
      const port = await startProxy(t, name, (port, dir) => configurations[name](port, dir, [full.port, free.port]));
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(`http://127.0.0.1:${port}`)));
      t.strictSame(new Set(statuses), new Set([200]));
      t.equal(await held, 200);
    },
  );
}
