/**
 * Reads from a bid request the little a simulated bidder needs (OpenRTB 2.5, 3.2.1): its id, and each imp's id, media and size.
 */
import { Scanner } from './scanner.ts';

/** OpenRTB media types (`mtype`) by the imp's key. */
const mtypeOfKey = new Map([
  ['banner', 1],
  ['video', 2],
  ['audio', 3],
  ['native', 4],
]);

/** One imp. `id` is as written in the request: JSON escapes and all, without quotes. */
export interface FarmImp {
  readonly id: string;
  /** `mtype` of each medium the imp offers, in the order the imp has them. */
  readonly mtypes: readonly number[];
  /** Of the banner (its own, else its first format) or of the video; 0 when neither says. */
  readonly w: number;
  readonly h: number;
}

/** The request's id as written, '' when it has none, and its imps. */
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
    // the banner's own size, and the first format, win
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

/** Reads a request's text (bytes as Latin-1) no further than `id` and `imp`; throws SyntaxError when it cannot. */
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
