import type { TokenPair } from '@kianda/contract/identity/identity.contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../platform/http/errors.ts';
import { createIdentityService, type IdentityService } from './identity.service.ts';
import { createWorld, goodPassword, type World } from './testing/world.ts';

const origin = { ipAddress: '10.0.0.1', userAgent: 'property' };
const GRACE_SECONDS = 10;

let world: World;
let service: IdentityService;

beforeAll(async () => {
  world = await createWorld();
  await world.account('ana@mar.ao');
  service = createIdentityService(world.context);
});
afterAll(() => world.close());

/** What a refresh must do, by the age of the token alone: the specification, written a second time. */
type Model = { alive: boolean; tokens: string[]; replacedAtSeconds: number[]; pairs: TokenPair[]; nowSeconds: number };
type Real = { accessToken: string };

async function tryRefresh(token: string): Promise<TokenPair | null> {
  try {
    return await service.refresh(token, origin);
  } catch (error) {
    if (error instanceof AppError && error.code === 'refresh_rejected') return null;
    throw error;
  }
}

class RefreshCommand implements fc.AsyncCommand<Model, Real> {
  readonly back: number;
  readonly parallel: number;
  constructor(back: number, parallel: number) {
    this.back = back;
    this.parallel = parallel;
  }
  check(model: Readonly<Model>): boolean {
    return this.back < model.tokens.length;
  }
  async run(model: Model, real: Real): Promise<void> {
    const newest = model.tokens.length - 1;
    const index = newest - this.back;
    const token = model.tokens[index] ?? '';
    const results = await Promise.all(Array.from({ length: this.parallel }, () => tryRefresh(token)));
    const pairs = new Set(results.map((pair) => JSON.stringify(pair)));
    expect(pairs.size).toBe(1);
    const [pair = null] = results;

    const inGrace = this.back === 1 && model.nowSeconds - (model.replacedAtSeconds[index] ?? 0) <= GRACE_SECONDS;
    if (!model.alive) expect(pair).toBeNull();
    else if (this.back === 0) {
      expect(pair).not.toBeNull();
      model.replacedAtSeconds[index] = model.nowSeconds;
      if (pair !== null) {
        expect(model.tokens).not.toContain(pair.refreshToken);
        model.tokens.push(pair.refreshToken);
        model.pairs.push(pair);
        real.accessToken = pair.accessToken;
      }
    } else if (inGrace) expect(pair).toEqual(model.pairs.at(-1));
    else {
      expect(pair).toBeNull();
      model.alive = false;
    }
    // A refresh must never leave a dead family with a token that still opens anything.
    if (!model.alive) expect(await world.identity.authenticate(real.accessToken)).toBeNull();
  }
  toString = () => `refresh(${this.back} back, ${this.parallel} at once)`;
}

class WaitCommand implements fc.AsyncCommand<Model, Real> {
  readonly seconds: number;
  constructor(seconds: number) {
    this.seconds = seconds;
  }
  check = () => true;
  async run(model: Model): Promise<void> {
    world.advanceSeconds(this.seconds);
    model.nowSeconds += this.seconds;
  }
  toString = () => `wait(${this.seconds} s)`;
}

test('any reuse outside the grace ends the family; inside it, and under parallel calls, one pair wins', async () => {
  const commands = [
    fc
      .tuple(fc.nat({ max: 3 }), fc.constantFrom(1, 1, 2, 10))
      .map(([back, parallel]) => new RefreshCommand(back, parallel)),
    fc.constantFrom(1, 5, 9, 11, 60).map((seconds) => new WaitCommand(seconds)),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 15 }), async (script) => {
      const first = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
      const setup = () => ({
        model: { alive: true, tokens: [first.refreshToken], replacedAtSeconds: [], pairs: [], nowSeconds: 0 } as Model,
        real: { accessToken: first.accessToken },
      });
      await fc.asyncModelRun(setup, script);
    }),
    { numRuns: 60 },
  );
  expect(await world.audit.verify()).toMatchObject({ intact: true });
});
