/**
 * Reads from a bid request the few fields that a simulated bidder needs (OpenRTB 2.5, 3.2.1): its id, and each imp's id, media and size.
 */
import { Scanner } from './scanner.ts';

/** OpenRTB media types (`mtype`) by the imp's key. */
const mtypeOfKey = new Map([
  ['banner', 1],
  ['video', 2],
  ['audio', 3],
  ['native', 4],
]);

/** One imp. `id` is as written in the request, including JSON escapes, without quotes. */
export interface FarmImp {
  readonly id: string;
  /** The `mtype` of each media type that the imp offers, in the imp's order. */
  readonly mtypes: readonly number[];
  /** The size of the banner (its own, else its first format) or of the video; 0 if neither states one. */
  readonly w: number;
  readonly h: number;
}

/** The request's id as written ('' if it has none), and its imps. */
export interface FarmRequest {
  readonly id: string;
  readonly imps: readonly FarmImp[];
}

/** A size that may still be unknown. */
interface Size {
  w: number;
  h: number;
}

const maxImps = 1000;

function readFormats(scanner: Scanner, size: Size): void {
  if (!scanner.opens(true)) return scanner.skip();
  for (let more = scanner.firstElement(); more; more = scanner.nextElement()) {
    // The banner's own size wins, then the first format.
    if (size.w === 0 && scanner.opens()) readSize(scanner, size);
    else scanner.skip();
  }
}

function readSize(scanner: Scanner, size: Size): void {
  for (let key = scanner.firstKey(); key !== null; key = scanner.nextKey()) {
    if (key === 'w') size.w = scanner.size() || size.w;
    else if (key === 'h') size.h = scanner.size() || size.h;
    else if (key === 'format') readFormats(scanner, size);
    else scanner.skip();
  }
}

function readImp(scanner: Scanner): FarmImp {
  const size: Size = { w: 0, h: 0 };
  const mtypes: number[] = [];
  let id = '';
  for (let key = scanner.firstKey(); key !== null; key = scanner.nextKey()) {
    const mtype = mtypeOfKey.get(key);
    if (mtype !== undefined) {
      mtypes.push(mtype);
      if (size.w === 0 && scanner.opens()) readSize(scanner, size);
      else scanner.skip();
    } else if (key === 'id') id = scanner.string();
    else scanner.skip();
  }
  return { id, mtypes, w: size.w, h: size.h };
}

function readImps(scanner: Scanner): FarmImp[] {
  const imps: FarmImp[] = [];
  for (let more = scanner.firstElement(); more; more = scanner.nextElement()) {
    if (imps.length < maxImps) imps.push(readImp(scanner));
    else scanner.skip();
  }
  return imps;
}

/** Reads a request's text (bytes as Latin-1) only as far as `id` and `imp`; throws a SyntaxError on invalid JSON. */
export function readRequest(text: string): FarmRequest {
  const scanner = new Scanner(text);
  let id: string | undefined;
  let imps: FarmImp[] | undefined;
  for (let key = scanner.firstKey(); key !== null; key = scanner.nextKey()) {
    if (key === 'id') id = scanner.string();
    else if (key === 'imp') imps = readImps(scanner);
    else scanner.skip();
    if (id !== undefined && imps !== undefined) break;
  }
  if (imps === undefined) throw new SyntaxError('no imp in the request');
  return { id: id ?? '', imps };
}
