// The envelope reads bytes in any kind of memory, in any thread, and keeps no reference to them.

import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { nativeFault, readNativeEnvelope } from '../../src/native/addon.ts';
import { readEnvelope } from '../../src/native/envelope.ts';
import { wholeLists } from '../support/whole-lists.ts';

const native = { skip: nativeFault ?? false };
const body = Buffer.from('{"app":{"id":"r"},"tmax":300,"imp":[{"id":"1"}]}');
const expected = { ok: true, envelope: { appId: 'r', tmax: 300, storedImps: [undefined] } } as const;

t.test('bodies are read from views, exact buffers and shared memory', async (t) => {
  const view = Buffer.concat([Buffer.from('{"x":'), body, Buffer.from('garbage')]);
  t.match(readEnvelope(view.subarray(5, 5 + body.length), 'svc'), expected, 'a view into a larger buffer');
  const exact = new Uint8Array(body);
  t.match(readEnvelope(exact, 'svc'), expected, 'no byte to spare behind the body');
  const shared = new Uint8Array(new SharedArrayBuffer(body.length));
  shared.set(body);
  t.match(readEnvelope(shared, 'svc'), expected, 'shared memory');
  t.match(readNativeEnvelope(shared, 'svc'), expected.envelope, 'shared memory, by the addon', native);
  const broken = new Uint8Array(new SharedArrayBuffer(2));
  t.match(readEnvelope(broken, 'svc'), { ok: false, fault: /^the body is not JSON/ }, 'shared memory, refused');
});

t.test('a detached or shrunk buffer is refused as empty', async (t) => {
  const detached = new Uint8Array(body);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  t.match(readEnvelope(detached, 'svc'), { ok: false, fault: /empty/ }, 'detached');
  const buffer = new ArrayBuffer(body.length, { maxByteLength: body.length });
  const resized = new Uint8Array(buffer, 2);
  buffer.resize(1);
  t.match(readEnvelope(resized, 'svc'), { ok: false, fault: /empty/ }, 'out of bounds');
});

t.test('the envelope outlives its bytes and later readings', async (t) => {
  const bytes = new Uint8Array(Buffer.from('{"app":{"id":"a name of more than thirteen letters"},"imp":[{}]}'));
  const first = readEnvelope(bytes, 'svc');
  bytes.fill(0);
  readEnvelope(Buffer.from('{"app":{"id":"another name of more than thirteen letters"},"imp":[{},{}]}'), 'svc');
  t.match(first, wholeLists({ envelope: { appId: 'a name of more than thirteen letters', storedImps: [undefined] } }));
});

function padded(bytes: number): Buffer {
  return Buffer.from(`{"tmax":1,"x":"${'é'.repeat(bytes / 2)}"}`);
}

t.test('large bodies are read, by the addon up to its limit', async (t) => {
  for (const bytes of [70_000, 600_000, 3_000_000, 5_000_000, 1000]) {
    t.match(readEnvelope(padded(bytes), 'svc'), { ok: true, envelope: { tmax: 1 } }, `${bytes} bytes`);
  }
  t.ok(readNativeEnvelope(padded(3_000_000), 'svc'), 'by the addon up to its limit', native);
  t.equal(readNativeEnvelope(padded(5_000_000), 'svc'), undefined, 'and not over it');
});

t.test('many imps and stored responses are all read, by the addon up to its limit', async (t) => {
  for (const count of [1000, 4093, 4094, 100_000]) {
    const imp = '{"ext":{"svc":{"storedrequest":{"id":"s"}}}}';
    const many = Buffer.from(`{"imp":[${Array(count).fill(imp).join()}]}`);
    const read = readEnvelope(many, 'svc');
    t.equal(read.ok && read.envelope.storedImps?.length, count, `${count} imps`);
    t.equal(read.ok && read.envelope.storedImps?.at(-1), 's');
    t.equal(
      readNativeEnvelope(many, 'svc') !== undefined,
      count <= 4093,
      'by the addon while its page has room',
      native,
    );
  }
  for (const count of [1000, 16_384, 200_000]) {
    const ids = Array.from({ length: count }, (_, i) => `{"id":"${i}"}`);
    const imp = `{"id":"i","ext":{"svc":{"storedbidresponse":[${ids.join()}]}}}`;
    const read = readEnvelope(Buffer.from(`{"imp":[${imp},${imp}]}`), 'svc');
    t.equal(read.ok && read.envelope.storedResponses.length, count, `${count} stored responses`);
    t.equal(read.ok && read.envelope.storedResponses.at(-1), String(count - 1));
  }
});

t.test('worker threads read at the same time', async (t) => {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.door).then(({ readEnvelope, nativeFault }) => {
      let wrong = 0;
      for (let i = 0; i < 20000; i++) {
        const id = workerData.name.repeat(1 + (i % 50));
        const read = readEnvelope(Buffer.from(JSON.stringify({ app: { id }, tmax: i, imp: [{}] })), 'svc');
        const { envelope } = read;
        if (envelope.appId !== id || envelope.tmax !== i || envelope.storedImps.length !== 1) wrong++;
      }
      parentPort.postMessage({ wrong, nativeFault });
    });`;
  const door = join(import.meta.dirname, '../../src/native/envelope.ts');
  const answers = ['a', 'é', '😀'].map((name) => {
    const worker = new Worker(program, { eval: true, workerData: { name, door }, execArgv: [] });
    return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  });
  for (let i = 0; i < 20_000; i++) readEnvelope(body, 'svc');
  t.strictSame(
    await Promise.all(answers),
    answers.map(() => ({ wrong: 0, nativeFault })),
  );
  t.match(readEnvelope(body, 'svc'), expected, 'this thread still reads after the workers have ended');
});
