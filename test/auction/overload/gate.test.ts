/** Auctions are refused when the event loop or the queue stays behind, but never all, and never after one pause (issue 'Overload'). */
import t from 'tap';
import { OverloadGate } from '../../../src/auction/overload/gate.ts';

/** A gate with a queue and a clock that the test moves. */
class Scene {
  nowMs = 0;
  waiting = 0;
  completed = 1;
  full = 0;
  readonly gate: OverloadGate;

  constructor(maxDelayMs = 400) {
    const backlog = { waiting: () => this.waiting, completed: () => this.completed, refused: () => this.full };
    this.gate = new OverloadGate({ maxDelayMs, maxInFlight: 1000 }, backlog, 0);
    this.gate.countIn(500);
    for (let turn = 0; turn < 150; turn += 1) this.turn(20);
  }

  /** One turn of the loop, of `ms` milliseconds, in which `done` tasks end. */
  turn(ms: number, done = 0): void {
    this.nowMs += ms;
    this.completed += done;
    this.gate.tick(this.nowMs);
  }

  /** Whether an auction is refused that comes `ms` after the turn began, with `open` open exchanges. */
  refuses(ms = 0, open = 500): boolean {
    return this.gate.refuses(open, this.nowMs + ms);
  }
}

t.test('auctions refused by the queue are counted', async (t) => {
  const scene = new Scene();
  scene.full = 3;
  t.strictSame(scene.gate.refused, { loop: 0, queue: 3, inFlight: 0 });
});

t.test('a loop in time refuses no auction, whatever their number', async (t) => {
  const scene = new Scene();
  for (let turn = 0; turn < 1000; turn += 1) {
    scene.turn(20 + (turn % 60));
    if (scene.gate.countIn(500)) t.fail(`tight in turn ${turn}`);
    for (let ms = 0; ms < 60; ms += 1) if (scene.refuses(ms)) t.fail(`refused in turn ${turn}`);
  }
  t.strictSame(scene.gate.refused, { loop: 0, queue: 0, inFlight: 0 });
});

t.test('after one long turn the next accepts auctions only for a quarter of the delay', async (t) => {
  const scene = new Scene();
  scene.turn(421);
  t.ok(scene.gate.isLate, 'replies may have come unread');
  t.notOk(scene.refuses(99), 'some are always accepted');
  t.ok(scene.refuses(101));
  scene.turn(121);
  t.notOk(scene.refuses(0));
  t.ok(scene.refuses(101), 'still late');
  scene.turn(90);
  t.ok(scene.refuses(101), 'until well below the bound');
  scene.turn(60);
  t.notOk(scene.refuses(400), 'one short turn ends it');
  t.strictSame(scene.gate.refused, { loop: 3, queue: 0, inFlight: 0 });
});

t.test('a late turn accepts no more auctions than it has time for', async (t) => {
  const scene = new Scene();
  const take = (auctions: number): void => {
    for (let one = 0; one < auctions; one += 1) scene.gate.countIn(500);
  };
  scene.turn(421);
  take(100);
  scene.turn(200); // two milliseconds each, of which the first step adds one
  take(101);
  t.notOk(scene.refuses(), 'some are always accepted');
  take(1);
  t.ok(scene.refuses(), 'a quarter of the delay is used up');
  t.notOk(scene.refuses(), 'refused auctions do not count');
  scene.turn(1020); // ten milliseconds each, of which a fifth is believed: 3.6
  take(56);
  t.notOk(scene.refuses());
  take(1);
  t.ok(scene.refuses());
  scene.turn(20);
  take(1000);
  t.notOk(scene.refuses(), 'a loop in time refuses nothing');
});

t.test('the cost of a pause while the loop is late is forgotten, as some auctions are always accepted', async (t) => {
  const scene = new Scene(100);
  scene.turn(150);
  for (let one = 0; one < 60; one += 1) scene.gate.countIn(500);
  scene.turn(60); // a millisecond each
  for (let one = 0; one < 9; one += 1) scene.gate.countIn(500);
  scene.turn(20_000); // a pause of the machine: two seconds each
  let taken = 0;
  for (let turn = 0; turn < 100; turn += 1) {
    const before = taken;
    for (let one = 0; one < 100; one += 1) if (!scene.gate.countIn(500) || !scene.refuses()) taken += 1;
    if (taken === before) t.fail(`none is accepted in turn ${turn}`);
    scene.turn(50);
  }
  t.ok(taken > 500, `${taken} of 10,000`);
});

t.test('a single pause refuses nothing, as the waiting auctions come in the next, short turn', async (t) => {
  const scene = new Scene();
  scene.turn(2000);
  for (let ms = 0; ms < 90; ms += 1) t.notOk(scene.refuses(ms));
  scene.turn(20);
  t.notOk(scene.refuses(1000));
});

t.test('a queue may be long for a moment only', async (t) => {
  const scene = new Scene();
  for (let turn = 0; turn < 50; turn += 1) scene.turn(20, 40); // 2,000 tasks a second: 1,000 auctions
  scene.waiting = 600;
  scene.turn(20, 40);
  t.notOk(scene.refuses(), 'a burst');
  for (let turn = 0; turn < 6; turn += 1) scene.turn(20, 40);
  t.ok(scene.gate.countIn(500), 'the gate must be asked');
  t.ok(scene.refuses(), 'a queue that stays long');
  t.strictSame(scene.gate.refused, { loop: 0, queue: 1, inFlight: 0 });
  scene.waiting = 380;
  t.notOk(scene.refuses(), 'a queue within the delay is always accepted');
  scene.turn(20, 40);
  scene.waiting = 190;
  scene.turn(20, 40);
  scene.waiting = 600;
  t.notOk(scene.refuses(), 'after a much shorter queue a burst may pass again');
});

t.test('a short queue is no overload, even with an unknown rate', async (t) => {
  const scene = new Scene();
  scene.waiting = 16;
  for (let turn = 0; turn < 100; turn += 1) scene.turn(20);
  t.notOk(scene.refuses());
});

t.test('with few exchanges open none is refused', async (t) => {
  const scene = new Scene();
  scene.turn(900);
  scene.waiting = 5000;
  for (let turn = 0; turn < 10; turn += 1) scene.turn(900);
  t.ok(scene.refuses(800));
  t.ok(scene.refuses(800, 128));
  t.ok(scene.gate.countIn(128));
  t.notOk(scene.refuses(800, 127));
  t.notOk(scene.gate.countIn(127));
});

t.test('a slow process keeps no more auctions open than it can serve in twice the delay', async (t) => {
  const scene = new Scene(100);
  const turn = (auctions: number, ms: number): void => {
    for (let one = 0; one < auctions; one += 1) scene.gate.countIn(0);
    scene.turn(ms);
  };
  scene.turn(150);
  turn(60, 600); // ten milliseconds each
  t.ok(scene.gate.countIn(20));
  t.ok(scene.refuses(26, 20));
  t.notOk(scene.gate.countIn(19));
  t.notOk(scene.refuses(26, 19));
  for (let turns = 0; turns < 50; turns += 1) turn(10, 1000); // a hundred each
  t.ok(scene.gate.countIn(8));
  t.ok(scene.refuses(26, 8));
  t.notOk(scene.refuses(26, 7), 'some are always accepted');
});

t.test('the cost of auctions in a slow process is forgotten once it is in time', async (t) => {
  const scene = new Scene(100);
  scene.turn(150);
  for (let one = 0; one < 60; one += 1) scene.gate.countIn(60);
  scene.turn(2400); // forty milliseconds each
  t.ok(scene.gate.countIn(60) && scene.refuses(26, 60));
  for (let turns = 0; turns < 500; turns += 1) scene.turn(20);
  scene.turn(150);
  for (let one = 0; one < 20; one += 1) t.notOk(scene.gate.countIn(60) && scene.refuses(0, 60), 'after one pause');
});

t.test('the number in flight is bounded at once, also at the start', async (t) => {
  const gate = new OverloadGate(
    { maxDelayMs: 200, maxInFlight: 10 },
    { waiting: () => 0, completed: () => 0, refused: () => 0 },
    0,
  );
  t.notOk(gate.countIn(9));
  t.notOk(gate.refuses(9, 1), 'the tenth');
  t.ok(gate.countIn(10));
  t.ok(gate.refuses(10, 1));
  t.equal(gate.refused.inFlight, 1);
});

t.test('a process that has just started may be four times as late, for a while', async (t) => {
  const gate = new OverloadGate(
    { maxDelayMs: 400, maxInFlight: 10_000 },
    { waiting: () => 0, completed: () => 0, refused: () => 0 },
    0,
  );
  // No auction for a minute.
  for (let tick = 1; tick <= 3000; tick += 1) gate.tick(tick * 20);
  let nowMs = 60_000;
  gate.countIn(1);
  for (; nowMs < 62_000; nowMs += 390) {
    t.notOk(gate.countIn(500), `${nowMs} ms`);
    gate.tick(nowMs + 390);
  }
  for (let turn = 0; turn < 3; turn += 1) gate.tick((nowMs += 390));
  t.ok(gate.countIn(500));
  t.ok(gate.refuses(500, nowMs + 120));
  const worse = new OverloadGate(
    { maxDelayMs: 400, maxInFlight: 10_000 },
    { waiting: () => 0, completed: () => 0, refused: () => 0 },
    0,
  );
  for (let turn = 1; turn < 4; turn += 1) worse.tick(turn * 600);
  t.ok(worse.refuses(500, 1800 + 410), 'but not more');
});
