/**
 * Serves simulated bidders, each at /<code>: reads the request, draws latency and failure, and answers after the latency.
 */
import { gunzipSync } from 'node:zlib';
import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { bids, failureAnswers, noBid, notARequest, type Answer } from './answers.ts';
import { maxLatencyMs, type FarmBidder } from './bidder.ts';
import { collectBody } from './body.ts';
import { writeCertificate } from './certificate.ts';
import { hash32, makeLatencies, makeSequence } from './chance.ts';
import { readRequest } from './read-request.ts';
import { makeReplyBuilder } from './reply.ts';
import { listen, uws } from './uws.ts';

const maxBodyBytes = 4 * 1024 * 1024;

/** A call's answer and how long the bidder thinks about it. */
interface Decision {
  readonly answer: Answer;
  readonly afterMs: number;
}

type Decide = (body: Buffer, gzipped: boolean) => Decision;

/** Bids follow from the request; latencies and failures come from the bidder's own sequences, one number per call. */
function makeDecide(bidder: FarmBidder, seed: number): Decide {
  const buildReply = makeReplyBuilder(bidder, seed);
  const bidderSeed = hash32(bidder.code, seed);
  const nextLatency = makeLatencies(bidder.latency, makeSequence(bidderSeed + 1));
  const nextChance = makeSequence(bidderSeed + 2);
  const { rate, kind } = bidder.failure ?? { rate: 0, kind: 'status500' };
  return (body, gzipped) => {
    const afterMs = nextLatency();
    if (rate > 0 && nextChance() < rate) {
      return { answer: failureAnswers[kind], afterMs: kind === 'hang' ? maxLatencyMs : afterMs };
    }
    try {
      const bytes = gzipped ? gunzipSync(body, { maxOutputLength: maxBodyBytes }) : body;
      const reply = buildReply(readRequest(bytes.toString('latin1')));
      return { answer: reply === null ? noBid : bids(reply), afterMs };
    } catch {
      return { answer: notARequest, afterMs: 0 };
    }
  };
}

function makeHandler(decide: Decide): (res: HttpResponse, req: HttpRequest) => void {
  return (res, req) => {
    const gzipped = req.getHeader('content-encoding') === 'gzip';
    let aborted = false;
    let timer: NodeJS.Timeout | undefined;
    res.onAborted(() => {
      aborted = true;
      clearTimeout(timer);
    });
    collectBody(res, maxBodyBytes, (body) => {
      const { answer, afterMs } = decide(body, gzipped);
      const send = (): void => {
        if (!aborted) res.cork(() => answer(res));
      };
      if (afterMs === 0) send();
      else timer = setTimeout(send, afterMs);
    });
  };
}

/** Where to serve, and the seed for every bidder's random numbers. */
export interface FarmSettings {
  readonly port: number;
  readonly seed: number;
}

/** A listening farm. `endpoints` holds each bidder's URL by code; `caFile` is the certificate for https callers to trust, or ''. */
export interface Farm {
  readonly port: number;
  readonly endpoints: Record<string, string>;
  readonly caFile: string;
}

/** Routes the bidders at /<code>, and an explanation for all other paths. */
function addBidders(app: TemplatedApp, bidders: readonly FarmBidder[], seed: number): TemplatedApp {
  for (const bidder of bidders) app.post(`/${bidder.code}`, makeHandler(makeDecide(bidder, seed)));
  return app.any('/*', (res) => {
    res.writeStatus('404 Not Found').end('No bidder has this address: POST to /<code>');
  });
}

/**
 * Serves checked bidders on 127.0.0.1: http bidders on `port` (0 = any free one), and each bidder also on its own free port, because real
 * bidders are separate origins. Rejects if the port is taken or a recording cannot be read.
 */
export async function serveFarm(bidders: readonly FarmBidder[], { port, seed }: FarmSettings): Promise<Farm> {
  const plain = bidders.filter(({ https }) => https !== true);
  const secure = bidders.filter(({ https }) => https === true);
  const app = addBidders(uws.App(), plain, seed);
  const taken = await listen(app, port);
  const endpoints: [string, string][] = [];
  for (const { code } of plain) endpoints.push([code, `http://127.0.0.1:${await listen(app, 0)}/${code}`]);
  let caFile = '';
  if (secure.length > 0) {
    const { keyFile, certificateFile } = writeCertificate();
    const tls = addBidders(uws.SSLApp({ key_file_name: keyFile, cert_file_name: certificateFile }), secure, seed);
    for (const { code } of secure) endpoints.push([code, `https://127.0.0.1:${await listen(tls, 0)}/${code}`]);
    caFile = certificateFile;
  }
  // `fromEntries` makes own properties, whatever the codes are.
  return { port: taken, endpoints: Object.fromEntries(endpoints), caFile };
}
