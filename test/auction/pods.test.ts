/** Ads of pods through the whole service: ad servers fetch them by category key and cache id (implementations A 2.5, B `hbCacheId`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { postAuction } from '../support/auction.ts';
import { startBidders } from '../support/bidders.ts';
import { testFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';

const category = { primaryadserver: 1, withcategory: true };
const video = { mimes: ['video/mp4'], protocols: [2] };

/** The bid on the imp of this number, in the category of that number. */
const bid = (id: string, price: number) => ({
  id: `b${id}`,
  impid: `i${id}`,
  price,
  crid: 'c',
  dur: 30,
  cat: [`IAB${id}`],
});

interface Answer {
  readonly seatbid: {
    readonly bid: {
      readonly ext: {
        readonly svc: {
          readonly targeting: { readonly [key: string]: string };
          readonly cache: { readonly vastXml: { readonly url: string; readonly cacheId: string } };
        };
      };
    }[];
  }[];
}

for (const workers of [0, 1]) {
  t.test(`VAST is cached under category key and id, with ${workers} threads`, async (t) => {
    const dir = testFolder(t);
    mkdirSync(join(dir, 'freewheel'));
    writeFileSync(join(dir, 'freewheel/freewheel.json'), '{"IAB1":{"id":"399"},"IAB2":{"id":"400"}}');
    const bidders = await startBidders(t);
    const service = await startService(t, {
      workers,
      categories: { dir },
      bidders: bidders.settings('bidderA'),
    });
    const seatbid = [{ bid: [1, 2].map((at) => ({ ...bid(`${at}`, at), adm: `<VAST>${at}</VAST>` })) }];
    bidders.answer('bidderA', { body: { seatbid } });
    const response = await postAuction(service.url, {
      id: 'r1',
      imp: ['i1', 'i2'].map((id) => ({ id, video, ext: { svc: { bidder: { bidderA: {} } } } })),
      site: { page: 'https://news.example/' },
      ext: { svc: { cache: { vastxml: {} }, targeting: { includewinners: true, includebrandcategory: category } } },
    });
    const answer = (await response.json()) as Answer;
    const found = answer.seatbid.flatMap((seat) => seat.bid.map((one) => one.ext.svc));
    t.strictSame(
      found.map(({ targeting }) => targeting['hb_pb_cat_dur']),
      ['1.00_399_30s', '2.00_400_30s'],
    );
    t.equal(found[0]!.targeting['hb_uuid'], found[1]!.targeting['hb_uuid'], 'one id for all bids');
    for (const [at, { targeting, cache }] of found.entries()) {
      const id = `${targeting['hb_pb_cat_dur']}_${targeting['hb_uuid']}`;
      t.equal(cache.vastXml.cacheId, id);
      t.ok(cache.vastXml.url.endsWith(`?uuid=${id}`), 'the URL in the bid leads there');
      const kept = await fetch(`${service.url}/cache?uuid=${id}`);
      t.equal(await kept.text(), `<VAST>${at + 1}</VAST>`);
    }
  });
}
