/** Requests that yield to auctions: they are refused no later than auctions, and get a limited share of a late process (issue 'Overload'). */
import t from 'tap';
import { OverloadGate } from '../../../src/auction/overload/gate.ts';

/** A warm gate with a delay of 400 ms and a clock that the test moves; a turn is late from a quarter of that. */
class Scene {
  readonly gate = new OverloadGate(
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

  /** Whether a yielding request is refused that comes `ms` after the turn began, with `open` open exchanges. */
  refuses(ms = 0, open = 500): boolean {
    return this.gate.refusesYielding(open, this.#nowMs + ms);
  }

  /** The same for an auction. */
  refusesAuction(ms = 0): boolean {
    return this.gate.refuses(500, this.#nowMs + ms);
  }
}

t.test('a loop in time refuses no yielding request', async (t) => {
  const scene = new Scene();
  for (let tick = 0; tick < 100; tick += 1) {
    scene.turn(20 + tick);
    for (let ms = 0; ms < 120; ms += 1) if (scene.refuses(ms)) t.fail(`refused in turn ${tick}`);
  }
  t.equal(scene.gate.yielded, 0);
});

t.test('a turn accepts yielding requests until it is itself late', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses(120));
  t.ok(scene.refuses(121));
  t.equal(scene.gate.yielded, 1);
});

t.test('after a late turn yielding requests are refused for four times as long, apart from a few', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses());
  scene.turn(820);
  scene.turn(20);
  t.ok(scene.refuses(), 'while auctions are accepted again');
  for (let ms = 40; ms <= 3180; ms += 20) scene.turn(20);
  t.notOk(scene.refuses(), 'one in five times the bound is accepted');
  t.ok(scene.refuses(19));
  scene.turn(20);
  t.notOk(scene.refuses(), '3,200 ms after a turn that was 800 ms late');
});

t.test('a slightly late turn does not end the rest after a very late one', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses());
  scene.turn(820);
  scene.turn(121);
  for (let ms = 0; ms < 1000; ms += 20) scene.turn(20);
  t.ok(scene.refuses());
});

t.test('after a pause of a minute yielding requests are accepted again within ten seconds', async (t) => {
  const scene = new Scene();
  scene.turn(60_000);
  t.notOk(scene.refuses());
  for (let ms = 0; ms < 10_000; ms += 20) scene.turn(20);
  t.notOk(scene.refuses());
  t.notOk(scene.refuses(1));
});

t.test('a first yielding request after a pause is accepted', async (t) => {
  const scene = new Scene();
  scene.turn(1000);
  t.notOk(scene.refuses());
  t.ok(scene.refuses());
});

t.test(
  'with few open exchanges yielding requests are accepted in and after a late turn, for a tenth of the time',
  async (t) => {
    const scene = new Scene();
    t.notOk(scene.refuses(0, 0));
    scene.turn(820);
    for (let one = 0; one < 100; one += 1) {
      if (scene.refuses(150, 0)) t.fail(`${one} were accepted`);
      scene.gate.noteYielding(2);
    }
    t.ok(scene.refuses(150, 0), 'half of the bound is used up');
    t.ok(scene.refuses(0, 0), 'after it, too');
    for (let ms = 0; ms <= 2160; ms += 20) scene.turn(20);
    scene.turn(820);
    t.notOk(scene.refuses(0, 0), 'five times the bound later there is as much time again');
    t.notOk(scene.refuses(0, 0));
    scene.gate.noteYielding(200);
    t.ok(scene.refuses(0, 0));
  },
);

t.test('with as many open exchanges as auctions are refused at, all yielding requests are refused', async (t) => {
  const scene = new Scene();
  t.notOk(scene.refuses(0, 0));
  scene.turn(820);
  t.notOk(scene.refuses(0, 127));
  t.ok(scene.refuses(0, 128));
  t.ok(scene.refuses(0, 1000), 'no room in flight');
});

t.test('whenever an auction is refused, yielding requests are as well', async (t) => {
  const scene = new Scene();
  for (const turnMs of [121, 300, 421]) {
    t.notOk(scene.refuses());
    scene.turn(turnMs);
    let auctions = 0;
    for (let ms = 0; ms < 200; ms += 1) {
      if (scene.refusesAuction(ms)) auctions += 1;
      else if (ms > 100) t.fail(`no auction refused ${ms} ms into a turn after one of ${turnMs} ms`);
      if (!scene.refuses(ms)) t.fail(`accepted ${ms} ms into a turn after one of ${turnMs} ms`);
    }
    t.ok(auctions > 0);
    for (let tick = 0; tick < 200; tick += 1) scene.turn(20);
  }
  t.notOk(scene.refuses(0, 999));
  t.ok(scene.refuses(0, 1000), 'no room in flight');
});

t.test('yielding requests do not count in the cost of auctions', async (t) => {
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
  t.ok(scene.refusesAuction(), 'a quarter of the delay is used up');
  for (let one = 0; one < 100; one += 1) {
    scene.gate.countIn(1000);
    scene.gate.countOut(1000);
  }
  scene.gate.countIn(500);
  t.ok(scene.refusesAuction(), 'with no room in flight they were not counted in');
});
