/** The project's own examples for HAProxy and nginx (src/hosting), with TLS, in front of servers on loopback. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { writeCertificate } from '../../bench/farm/certificate.ts';
import { startProxy, type ProxyName } from './proxies.ts';

/** An example file with some of its words replaced; each must be there. */
function example(name: string, replace: { readonly [words: string]: string }): string {
  let text = readFileSync(join(import.meta.dirname, '../../src/hosting', name), 'utf8');
  for (const [words, others] of Object.entries(replace)) {
    if (!text.includes(words)) throw new Error(`src/hosting/${name} has no ${words}`);
    text = text.replaceAll(words, others);
  }
  return text;
}

/** Writes a certificate into `dir` under the names in the examples: gavel.crt, gavel.key, and both in gavel.pem. */
function certify(dir: string): void {
  const { keyFile, certificateFile } = writeCertificate();
  const [key, certificate] = [readFileSync(keyFile, 'utf8'), readFileSync(certificateFile, 'utf8')];
  writeFileSync(join(dir, 'gavel.key'), key);
  writeFileSync(join(dir, 'gavel.crt'), certificate);
  writeFileSync(join(dir, 'gavel.pem'), certificate + key);
}

type Write = (port: number, dir: string, servers: readonly number[]) => string;

const configurations: { readonly [Name in ProxyName]: Write } = {
  haproxy: (port, dir, servers) =>
    example('haproxy.cfg', {
      'bind :443': `bind 127.0.0.1:${port}`,
      '/etc/haproxy/gavel.pem': `${dir}/gavel.pem`,
      '10.0.0.11:8000': `127.0.0.1:${servers[0]}`,
      '10.0.0.12:8000': `127.0.0.1:${servers[1]}`,
      'maxconn 100000': 'maxconn 1000',
    }),
  nginx: (port, dir, servers) => {
    const site = example('nginx.conf', {
      'listen 443': `listen 127.0.0.1:${port}`,
      '/etc/nginx/gavel': `${dir}/gavel`,
      '10.0.0.11:8000': `127.0.0.1:${servers[0]}`,
      '10.0.0.12:8000': `127.0.0.1:${servers[1]}`,
      'gavel:50m': 'gavel:1m',
      // A pause of this machine must not keep it from trying the second server.
      'next_upstream_timeout 1s': 'next_upstream_timeout 20s',
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${dir}/${kind};`)
      .join(' ');
    // A host's own limit, which holds for requests with this parameter.
    const limit = 'limit_req_zone $arg_limited zone=limited:1m rate=1r/m; limit_req zone=limited;';
    return `daemon off; worker_processes 1; pid ${dir}/pid; events { worker_connections 512; }
http { access_log off; ${temporary} ${limit}
${site} }`;
  },
};

/** Starts the example in front of the servers at these two ports, until the test ends; gives its https address. */
export async function startExample(t: Test, name: ProxyName, servers: readonly [number, number]): Promise<string> {
  const port = await startProxy(t, name, (port, dir) => {
    certify(dir);
    return configurations[name](port, dir, servers);
  });
  return `https://127.0.0.1:${port}`;
}
