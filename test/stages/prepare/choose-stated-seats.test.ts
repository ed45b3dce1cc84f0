/** The seats of a stored auction response for the request, and its faults (implementation B 1; decisions, 'Stored responses'). */
import t from 'tap';
import { chooseStatedSeats } from '../../../src/stages/prepare/choose-stated-seats.ts';
import { wholeLists } from '../../support/whole-lists.ts';

const seat = { seat: 's', bid: [{ id: 'b' }] };

function choose(stated: object | undefined, imp: readonly object[] = [], texts: { [id: string]: string } = {}) {
  const request = { imp: [...imp], ext: { svc: { storedauctionresponse: stated } } };
  return chooseStatedSeats(request, { namespace: 'svc', textOf: (id) => texts[id], mostCharacters: 40_000 });
}

const impOf = (storedauctionresponse?: object) => ({ id: 'i', ext: { svc: { storedauctionresponse } } });

t.test('a request without a stored auction response has none', async (t) => {
  t.equal(chooseStatedSeats({}, { namespace: 'svc', textOf: () => '[]', mostCharacters: 1 }), undefined);
  t.equal(choose(undefined), undefined);
  t.equal(choose({}), undefined);
  t.equal(choose({ seatbidobj: seat }), undefined, 'seatbidobj is only for imps');
});

t.test('seatbidarr takes precedence over a stored text, and an empty list is valid', async (t) => {
  const texts = { a1: JSON.stringify([seat]) };
  t.strictSame(choose({ id: 'a1' }, [], texts), { seats: [seat] });
  t.strictSame(choose({ id: 'a1', seatbidarr: [] }, [], texts), { seats: [] });
  t.strictSame(choose({ id: 'a1' }, [], { a1: '[]' }), { seats: [] });
});

t.test("if every imp repeats the request's id, the imps' responses are used", async (t) => {
  const texts = { a1: '[]' };
  const same = impOf({ id: 'a1' });
  t.equal(choose({ id: 'a1' }, [same, same], texts), undefined);
  for (const other of [impOf(), impOf({ id: 'a2' }), impOf({ id: 'a1', seatbidobj: seat }), { id: 'i' }]) {
    t.ok(choose({ id: 'a1' }, [same, other], texts), JSON.stringify(other));
  }
  t.ok(choose({ id: 'a1', seatbidarr: [] }, [same], texts), 'seatbidarr is no repetition');
});

t.test('an invalid list of seats gives no seats and a fault', async (t) => {
  const shape = 'is not an array of seatbid objects, each with a seat and at least one bid: correct it';
  const bad = [
    null,
    7,
    [],
    {},
    { seat: '', bid: [{}] },
    { seat: 's' },
    { seat: 's', bid: [] },
    { seat: 's', bid: [1] },
  ];
  for (const one of bad) {
    const texts = { a1: JSON.stringify([seat, one]) };
    const fault = `Stored response with ID="a1" ${shape}`;
    t.strictSame(choose({ id: 'a1' }, [], texts), { seats: [], fault }, texts.a1);
    t.strictSame(choose({ seatbidarr: [seat, one] }), {
      seats: [],
      fault: `ext.svc.storedauctionresponse.seatbidarr ${shape}`,
    });
  }
  for (const text of ['', '{', '{}', 'null', '"[]"']) {
    const fault = `Stored response with ID="a1" ${shape}`;
    t.strictSame(choose({ id: 'a1' }, [], { a1: text }), { seats: [], fault }, text);
  }
  const marked = 'Stored response with ID="a1" starts with a byte order mark: remove it';
  t.equal(choose({ id: 'a1' }, [], { a1: '\ufeff[]' })?.fault, marked);
  t.equal(choose({ id: '' })?.fault, 'Stored response with ID="" not found: store it, or correct the id');
});

const deep = (levels: number) => `[{"seat":"s","bid":[{"a":${'['.repeat(levels)}${']'.repeat(levels)}}]}]`;

t.test('a stored text that is too deep or too long is a fault', async (t) => {
  t.match(choose({ id: 'a1' }, [], { a1: deep(500) }), wholeLists({ seats: [{ seat: 's' }], fault: undefined }));
  for (const levels of [520, 15_000]) {
    const fault = 'Stored response with ID="a1" is nested deeper than 512 levels: flatten it';
    t.strictSame(choose({ id: 'a1' }, [], { a1: deep(levels) }), { seats: [], fault });
  }
  const fault = 'Stored response with ID="a1" has over 40000 characters: shorten it';
  t.strictSame(choose({ id: 'a1' }, [], { a1: `[]${' '.repeat(40_000)}` }), { seats: [], fault });
});
