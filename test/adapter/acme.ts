/** A made-up bidder, whose definition each test writes, and its replies. */
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { openrtbBidder } from '../../src/adapter/openrtb.ts';
import { bidderOf } from './support.ts';

/** The schema of its params. */
export const params = Type.Object({ tag: Type.Optional(Type.String()), group: Type.Optional(Type.Integer()) });

/** Where it is called. */
export const endpoint = 'https://acme.com/bid';

/** A banner to ask it for. */
export const banner = { w: 300, h: 250 };

type Words = Partial<Parameters<typeof defineBidder<typeof params>>[0]>;

/** A bidder with the members of `words` in its definition; `merged` replaces its facts. */
export const acme = (words: Words = {}, merged: object = {}) =>
  bidderOf(defineBidder({ code: 'acme', endpoint, params, ...words }), merged);

/** A bidder that speaks plain OpenRTB. */
export const plain = bidderOf(openrtbBidder);

/** A bid for the imp `i1`. */
export const bid = { id: 'b1', impid: 'i1', price: 1, crid: 'c' };

/** A reply in euros with these bids. */
export const reply = (...bids: unknown[]) => ({ id: 'r1', cur: 'EUR', seatbid: [{ seat: 's', bid: bids }] });
