/** Run by host-lookup.test in a network of its own, whose name server never answers: what bidders' names cost another. */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { once } from 'node:events';
import { rememberedLookup } from '../../src/auction/host-lookup.ts';

const server = createSocket('udp4').bind(53, '127.0.0.1');
await once(server, 'listening');
for (let at = 0; at < 4; at++)
  rememberedLookup(true)(`made-up-${at}.example`, { all: true }, () => process.stdout.write('made-up '));
lookup('localhost', () => process.stdout.write('localhost '));
