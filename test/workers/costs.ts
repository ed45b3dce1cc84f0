/** Counts what an auction costs by measures that a busy machine does not change: bytes between threads, hops, JSON calls, buffers, memory taken. */
import { getHeapStatistics, serialize, setFlagsFromString } from 'node:v8';
import type { PrepareResult } from '../../src/auction/messages.ts';
import type { HopFunctions } from '../../src/auction/hop-functions.ts';

/** Costs of one auction. */
export interface Costs {
  hops: number;
  /** Bytes that the main thread hands to threads and gets back: in buffers (`moved`, though those on the way out are copied too), and in records. */
  movedOut: number;
  copiedOut: number;
  movedBack: number;
  copiedBack: number;
  /** Buffers among them. */
  buffers: number;
  /** Bodies of calls to bidders, and their bytes. */
  calls: number;
  callBytes: number;
  /** Calls of JSON's functions, and the characters that they read and write. */
  parses: number;
  parsedChars: number;
  stringifies: number;
  stringifiedChars: number;
}

/** All zero. */
export function noCosts(): Costs {
  return {
    hops: 0,
    movedOut: 0,
    copiedOut: 0,
    movedBack: 0,
    copiedBack: 0,
    buffers: 0,
    calls: 0,
    callBytes: 0,
    parses: 0,
    parsedChars: 0,
    stringifies: 0,
    stringifiedChars: 0,
  };
}

/** Hops that add their costs to `costs()`. */
export function countedHops(hops: HopFunctions, costs: () => Costs): HopFunctions {
  const counted =
    <Message extends object, Result extends object>(hop: (message: Message) => Result) =>
    (message: Message): Result => {
      const sum = costs();
      sum.hops += 1;
      const out = sizesOf(message);
      const result = countJson(sum, () => hop(message));
      const back = sizesOf(result);
      sum.movedOut += out.moved;
      sum.copiedOut += out.copied;
      sum.movedBack += back.moved;
      sum.copiedBack += back.copied;
      sum.buffers += out.buffers + back.buffers;
      return result;
    };
  const prepare = counted(hops.prepare);
  return {
    prepare: (message) => {
      const result = prepare(message);
      countCalls(result, costs());
      return result;
    },
    settle: counted(hops.settle),
  };
}

function countCalls(result: PrepareResult, sum: Costs): void {
  if (!('calls' in result)) return;
  sum.calls += result.calls.length;
  for (const { body } of result.calls) sum.callBytes += body.end - body.start;
}

/** The size of a message: shared memory costs nothing, an ArrayBuffer is moved whole, the rest is copied. */
function sizesOf(message: object): { moved: number; copied: number; buffers: number } {
  let moved = 0;
  let buffers = 0;
  const light = (value: unknown): unknown => {
    const buffer = value instanceof Uint8Array ? value.buffer : value;
    if (buffer instanceof SharedArrayBuffer) return null;
    if (buffer instanceof ArrayBuffer) {
      moved += buffer.byteLength;
      buffers += 1;
      return null;
    }
    if (Array.isArray(value)) return value.map(light);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, light(member)]));
  };
  return { copied: serialize(light(message)).byteLength, moved, buffers };
}

/** Runs `work` with JSON's functions counted; and restores them. */
function countJson<T>(sum: Costs, work: () => T): T {
  const { parse, stringify } = JSON;
  JSON.parse = (text: string, ...rest: [never?]) => {
    sum.parses += 1;
    sum.parsedChars += text.length;
    return parse(text, ...rest) as unknown;
  };
  JSON.stringify = (value: unknown, ...rest: [never?, never?]) => {
    const text = stringify(value, ...rest);
    sum.stringifies += 1;
    sum.stringifiedChars += text?.length ?? 0;
    return text;
  };
  try {
    return work();
  } finally {
    Object.assign(JSON, { parse, stringify });
  }
}

/** What both hops of an auction allocate, whether freed again or not. */
export interface Allocated {
  /** Bytes of the engine's heap. */
  readonly heapBytes: number;
  /** Bytes of buffers, which lie outside of it: copies of bytes, and what the hops themselves exchange. */
  readonly bufferBytes: number;
}

/**
 * Makes this process, before it runs what is weighed, allocate the same every time: code stays as it was first compiled, since
 * optimized code leaves objects out when it pleases, and no buffer shares memory with others. The returned function ends that.
 */
export function allocateEvenly(): () => void {
  const { poolSize } = Buffer;
  const compilers = ['opt', 'maglev', 'sparkplug'];
  for (const name of compilers) setFlagsFromString(`--no-${name}`);
  Buffer.poolSize = 0;
  return () => {
    for (const name of compilers) setFlagsFromString(`--${name}`);
    Buffer.poolSize = poolSize;
  };
}

/** Hops that report what was allocated from the start of the first to the end of the second. */
export function weighedHops(hops: HopFunctions, tell: (allocated: Allocated) => void): HopFunctions {
  let before = memory();
  return {
    prepare: (message) => {
      before = memory();
      return hops.prepare(message);
    },
    settle: (message) => {
      const result = hops.settle(message);
      const { heapBytes, bufferBytes } = memory();
      tell({ heapBytes: heapBytes - before.heapBytes, bufferBytes: bufferBytes - before.bufferBytes });
      return result;
    },
  };
}

function memory(): Allocated {
  return { heapBytes: getHeapStatistics().used_heap_size, bufferBytes: process.memoryUsage().arrayBuffers };
}

/** The typical of at least two samples: the collector lowers some of them, the engine raises others. */
export function usualOf(samples: readonly Allocated[]): Allocated {
  const heap = samples.map(({ heapBytes }) => heapBytes).filter((bytes) => bytes > 0);
  return {
    heapBytes: heap.toSorted((a, b) => a - b)[1] ?? NaN,
    bufferBytes: Math.max(...samples.map(({ bufferBytes }) => bufferBytes)),
  };
}
