/** What yields to auctions: it is refused no later than they are, and what makes a process late gets a share of it (issue 'Overload'). */
import t from 'tap';
import { Overload } from '../../src/auction/overload.ts';

/** A warm gate that may be 400 ms late, and a clock that the test moves: a turn is late by a quarter of that. */
class Scene {
  readonly gate = new Overload(
    { maxDelayMs: 400, maxInFlight: 1000 },
    { waiting: () => 0, completed: () => 1, refused: () => 0 },
    0,
  );
  #nowMs = 0;

  constructor() {
    this.gate.countIn(0);
    for (let tick = 0; tick < 150; tick += 1) this.turn(20);
  }

  turn(ms: number): void {
    this.gate.tick((this.#nowMs += ms));
  }

  /** Whether one is refused that comes `ms` after the turn began, with so many exchanges open. */
  refuses(ms = 0, open = 500): boolean {
    return this.gate.refusesOther(open, this.#nowMs + ms);
  }

  /** The same of an auction. */
  refusesAuction(ms = 0): boolean {
    return this.gate.refuses(500, this.#nowMs + ms);
  }
}

t.test('a loop in time refuses none', async (t) => {
  const scene = new Scene();
  for (let tick = 0; tick < 100; tick += 1) {
    scene.turn(20 + tick);
    for (let ms = 0; ms < 120; ms += 1) if (scene.refuses(ms)) t.fail(`refused in turn ${tick}`);
  }
  t.equal(scene.gate.yielded, 0);
});

t.test('a turn takes them until it is late, though nobody has told it yet', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses(120));
  t.ok(scene.refuses(121));
  t.equal(scene.gate.yielded, 1);
});

t.test('after a late turn they rest for four times as long, but for a few', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses());
  scene.turn(820);
  scene.turn(20);
  t.ok(scene.refuses(), 'while auctions are taken again');
  for (let ms = 40; ms <= 3180; ms += 20) scene.turn(20);
  t.notOk(scene.refuses(), 'one in five times the bound is taken all the same');
  t.ok(scene.refuses(19));
  scene.turn(20);
  t.notOk(scene.refuses(), '3,200 ms after a turn that was 800 ms late');
});

t.test('a turn that is a little late does not end the rest after one that was very late', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses());
  scene.turn(820);
  scene.turn(121);
  for (let ms = 0; ms < 1000; ms += 20) scene.turn(20);
  t.ok(scene.refuses());
});

t.test('after a standstill of the machine they do not rest for minutes', async (t) => {
  const scene = new Scene();
  scene.turn(60_000);
  t.notOk(scene.refuses());
  for (let ms = 0; ms < 10_000; ms += 20) scene.turn(20);
  t.notOk(scene.refuses());
  t.notOk(scene.refuses(1));
});

t.test('who asks seldom is not refused for a hitch', async (t) => {
  const scene = new Scene();
  scene.turn(1000);
  t.notOk(scene.refuses());
  t.ok(scene.refuses());
});

t.test(
  'with little open they are taken in a late turn and after it, until they have worked for a tenth of the time',
  async (t) => {
    const scene = new Scene();
    t.notOk(scene.refuses(0, 0));
    scene.turn(820);
    for (let one = 0; one < 100; one += 1) {
      if (scene.refuses(150, 0)) t.fail(`${one} were taken`);
      scene.gate.noteOther(2);
    }
    t.ok(scene.refuses(150, 0), 'half of the bound is used up');
    t.ok(scene.refuses(0, 0), 'after it, too');
    for (let ms = 0; ms <= 2160; ms += 20) scene.turn(20);
    scene.turn(820);
    t.notOk(scene.refuses(0, 0), 'five times the bound later there is as much again');
    t.notOk(scene.refuses(0, 0));
    scene.gate.noteOther(200);
    t.ok(scene.refuses(0, 0));
  },
);

t.test('as soon as auctions may be refused nothing is spared', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses(0, 0));
  scene.turn(820);
  t.notOk(scene.refuses(0, 127));
  t.ok(scene.refuses(0, 128));
  t.ok(scene.refuses(0, 1000), 'no room in flight');
});

t.test('where an auction is refused they are as well', async (t) => {
  const scene = new Scene();
  for (const turnMs of [121, 300, 421]) {
    t.notOk(scene.refuses());
    scene.turn(turnMs);
    let auctions = 0;
    for (let ms = 0; ms < 200; ms += 1) {
      if (scene.refusesAuction(ms)) auctions += 1;
      else if (ms > 100) t.fail(`no auction refused ${ms} ms into a turn after one of ${turnMs} ms`);
      if (!scene.refuses(ms)) t.fail(`taken ${ms} ms into a turn after one of ${turnMs} ms`);
    }
    t.ok(auctions > 0);
    for (let tick = 0; tick < 200; tick += 1) scene.turn(20);
  }
  t.notOk(scene.refuses(0, 999));
  t.ok(scene.refuses(0, 1000), 'no room in flight');
});

t.test('they say nothing of what an auction costs, in whichever turn their bodies come', async (t) => {
  const scene = new Scene();
  const head = (): void => {
    scene.gate.countIn(500);
    scene.gate.countOut(500);
  };
  scene.refuses();
  scene.turn(421);
  for (let one = 0; one < 1000; one += 1) head();
  for (let one = 0; one < 100; one += 1) scene.gate.countIn(500);
  for (let one = 0; one < 1000; one += 1) t.ok(scene.refuses());
  scene.turn(200); // two milliseconds each
  for (let one = 0; one < 1000; one += 1) head();
  for (let one = 0; one < 101; one += 1) scene.gate.countIn(500);
  t.notOk(scene.refusesAuction());
  scene.gate.countIn(500);
  t.ok(scene.refusesAuction(), 'a quarter of the delay is spoken for');
  for (let one = 0; one < 100; one += 1) {
    scene.gate.countIn(1000);
    scene.gate.countOut(1000);
  }
  scene.gate.countIn(500);
  t.ok(scene.refusesAuction(), 'with no room in flight they were not counted in');
});
