/**
 * Tries faults inside one run of test files. Each test runs first as it is, and the faults it runs through are noted; then it
 * runs again with each of them switched on, in the same process: what the files take to load is paid once for all faults.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import {
  type RunnerTestCase,
  type RunnerTestFile,
  TestRunner,
  type TestRunnerConfig,
  type TestTryOptions,
} from 'vitest';
import type { Note } from './verdicts.ts';

/**
 * `pending`: faults to try on the tests that run through them, by test file. `fixed`: the one that is on from the start, with
 * none tried.
 */
export type FaultOrder = {
  readonly fixed: number | null;
  readonly pending: Readonly<Record<string, readonly number[]>>;
  /** File that the notes are added to, one a line: they outlive a process that never ends. */
  readonly notes: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    faults: FaultOrder;
  }
}

/** Attempts of one test, more than there are faults in any sample. */
const mostAttempts = 1_000_000;

/**
 * How far a test has come: as it is, with faults, or again without the one that made it fail, to show that it did. Faults are
 * tried together first: those that a test passes with need no attempt each.
 */
type Stage =
  | { readonly kind: 'plain' }
  | { readonly kind: 'faults'; readonly faults: readonly number[] }
  | { readonly kind: 'again'; readonly fault: number; readonly isSecond: boolean };

export default class FaultRunner extends TestRunner {
  readonly #order: FaultOrder;
  #pending = new Set<number>();
  readonly #noticed = new Set<number>();
  #reached = new Set<number>();
  #strayErrors = 0;
  #on: ReadonlySet<number>;
  #stage: Stage = { kind: 'plain' };
  #queue: (readonly number[])[] = [];

  constructor(config: TestRunnerConfig) {
    super(config);
    this.#order = this.injectValue('faults');
    this.#on = new Set(this.#order.fixed === null ? [] : [this.#order.fixed]);
    Object.assign(globalThis, {
      kiandaFault: (number: number): boolean => {
        this.#reached.add(number);
        return this.#on.has(number);
      },
    });
    // Vitest counts a stray error against the run only while it is the only listener: here it is one of the attempt.
    if (Object.keys(this.#order.pending).length > 0) {
      for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
        process.on(event, () => this.#strayErrors++);
      }
    }
  }

  get #tries(): boolean {
    return this.#pending.size > 0;
  }

  #left(): readonly number[] {
    return [...this.#pending].filter((fault) => !this.#noticed.has(fault));
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    const pending = this.#order.pending[file.filepath] ?? [];
    this.#pending = new Set(pending.filter((fault) => !this.#noticed.has(fault)));
    this.#note({ file: file.filepath });
  }

  #note(note: Note): void {
    appendFileSync(this.#order.notes, `${JSON.stringify(note)}\n`);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#stage = { kind: 'plain' };
    this.#queue = [];
    if (!this.#tries) return;
    if (this.#left().length === 0) test.mode = 'skip';
    else if (test.fails !== true) test.retry = mostAttempts;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#noteOutside();
    this.#strayErrors = 0;
  }

  /** Places run through since the last test ended: imports, hooks of the file, what goes on in the background. */
  #noteOutside(): void {
    if (this.#reached.size > 0) this.#note({ outside: [...this.#reached] });
    this.#reached = new Set();
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const { result } = test;
    if (result === undefined) return;
    const reached = this.#reached;
    this.#reached = new Set();
    const failed = result.state === 'fail' || this.#strayErrors > 0;
    if (this.#stage.kind === 'plain') {
      this.#note({ inside: [...reached], failed });
      if (test.fails === true || test.concurrent === true) this.#note({ unclear: [...reached] });
      else if (!failed) this.#queueTogether(this.#left().filter((fault) => reached.has(fault)));
    }
    if (!this.#tries || test.fails === true || result.state === 'skip') return;
    this.#stage = this.#next(failed, reached);
    const isLast = this.#stage.kind === 'plain';
    this.#on = new Set(this.#stage.kind === 'faults' ? this.#stage.faults : []);
    result.state = isLast ? 'pass' : 'fail';
    // An attempt follows only one that left an error.
    if (isLast) delete result.errors;
    else result.errors = [{ message: 'the next attempt follows' }];
  }

  #queueTogether(faults: readonly number[]): void {
    if (faults.length > 0) this.#queue.unshift(faults);
  }

  #next(failed: boolean, reached: ReadonlySet<number>): Stage {
    const stage = this.#stage;
    if (stage.kind === 'faults') {
      const again = this.#judge(stage.faults, failed, reached);
      if (again !== null) return again;
    }
    if (stage.kind === 'again' && failed) {
      if (!stage.isSecond) return { ...stage, isSecond: true };
      this.#note({ unclear: [stage.fault, ...this.#queue.flat()] });
      this.#queue = [];
    }
    if (stage.kind === 'again' && !failed) {
      if (stage.isSecond) this.#note({ unclear: [stage.fault] });
      else {
        this.#note({ noticed: stage.fault });
        this.#noticed.add(stage.fault);
      }
    }
    const faults = this.#queue.shift();
    if (faults === undefined) return { kind: 'plain' };
    this.#note({ trying: faults });
    return { kind: 'faults', faults };
  }

  /** After an attempt with faults: the one to show again, or null when the queue goes on. */
  #judge(faults: readonly number[], failed: boolean, reached: ReadonlySet<number>): Stage | null {
    const [only, ...others] = faults;
    if (failed && only !== undefined && others.length === 0) return { kind: 'again', fault: only, isSecond: false };
    if (failed) {
      const half = Math.ceil(faults.length / 2);
      this.#queueTogether(faults.slice(half));
      this.#queueTogether(faults.slice(0, half));
      return null;
    }
    const passed = faults.filter((fault) => reached.has(fault));
    const missed = faults.filter((fault) => !reached.has(fault));
    for (const fault of passed) this.#note({ survived: fault });
    // Another fault, or a value kept from the attempts before, kept the test from it.
    if (passed.length > 0) for (const fault of missed) this.#queueTogether([fault]);
    else if (missed.length > 0) this.#note({ unclear: missed });
    return null;
  }
}
