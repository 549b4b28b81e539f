import assert from 'node:assert/strict';
import type { TokenPair } from '@kianda/contract/people/identity/identity.contract';
import type { AsyncCommand } from 'fast-check';
import { AppError } from '../../../../platform/http/errors.ts';

const GRACE_SECONDS = 10;

/** The rule of a refresh by the age of the token alone, written a second time. */
export type Model = {
  alive: boolean;
  readonly tokens: string[];
  /** By the index of the token. */
  readonly replacedAtSeconds: number[];
  readonly pairs: TokenPair[];
  nowSeconds: number;
};

/** The module under test. */
export type Real = {
  refresh(token: string): Promise<TokenPair>;
  isOpen(accessToken: string): Promise<boolean>;
  wait(seconds: number): void;
};

/** Presents the token `back` steps behind the newest, `parallel` times at once. */
export class RefreshCommand implements AsyncCommand<Model, Real> {
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
    const index = model.tokens.length - 1 - this.back;
    const token = model.tokens[index] ?? '';
    const results = await Promise.all(Array.from({ length: this.parallel }, () => pairOrNull(real, token)));
    const [pair = null] = results;
    for (const other of results) assert.deepEqual(other, pair, 'calls at once must agree');

    const replacedAt = model.replacedAtSeconds[index] ?? 0;
    const inGrace = this.back === 1 && model.nowSeconds - replacedAt <= GRACE_SECONDS;
    if (!model.alive) assert.equal(pair, null, 'a dead family answered');
    else if (this.back === 0) {
      assert.ok(pair !== null, 'the newest token was refused');
      assert.ok(!model.tokens.includes(pair.refreshToken), 'a token was issued twice');
      model.replacedAtSeconds[index] = model.nowSeconds;
      model.tokens.push(pair.refreshToken);
      model.pairs.push(pair);
    } else if (inGrace) assert.deepEqual(pair, model.pairs.at(-1), 'the grace must answer the same pair');
    else {
      assert.equal(pair, null, 'a reused token was taken');
      model.alive = false;
    }
    // Nothing of a dead family may open anything, however young it is.
    if (!model.alive) {
      for (const { accessToken } of model.pairs) assert.equal(await real.isOpen(accessToken), false);
    }
  }

  toString(): string {
    return `refresh(${this.back} back, ${this.parallel} at once)`;
  }
}

export class WaitCommand implements AsyncCommand<Model, Real> {
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    real.wait(this.seconds);
    model.nowSeconds += this.seconds;
  }

  toString(): string {
    return `wait(${this.seconds} s)`;
  }
}

async function pairOrNull(real: Real, token: string): Promise<TokenPair | null> {
  try {
    return await real.refresh(token);
  } catch (error) {
    if (error instanceof AppError && error.code === 'refresh_rejected') return null;
    throw error;
  }
}
