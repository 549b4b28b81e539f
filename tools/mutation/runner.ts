/**
 * Tries faults inside one run of test files. Each test runs first as it is, and the faults it runs through are noted; then it
 * runs again with each of them switched on, in the same process: what the files take to load is paid once for all faults.
 */
import { appendFileSync } from 'node:fs';
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

/** How far a test has come: as it is, with a fault, or again without it to show that the fault made it fail. */
type Stage =
  | { readonly kind: 'plain' }
  | { readonly kind: 'fault'; readonly fault: number }
  | { readonly kind: 'again'; readonly fault: number; readonly isSecond: boolean };

export default class FaultRunner extends TestRunner {
  readonly #order: FaultOrder;
  #pending = new Set<number>();
  readonly #noticed = new Set<number>();
  #reached = new Set<number>();
  #strayErrors = 0;
  #on: number | null;
  #stage: Stage = { kind: 'plain' };
  #queue: number[] = [];

  constructor(config: TestRunnerConfig) {
    super(config);
    this.#order = this.injectValue('faults');
    this.#on = this.#order.fixed;
    Object.assign(globalThis, {
      kiandaFault: (number: number): boolean => {
        this.#reached.add(number);
        return number === this.#on;
      },
    });
    // Vitest counts a stray error against the run only while it is the only listener: here it is one of the attempt.
    if (Object.keys(this.#order.pending).length > 0) {
      for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => this.#strayErrors++);
    }
  }

  get #tries(): boolean {
    return this.#pending.size > 0;
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
    if (this.#tries && test.fails !== true) test.retry = mostAttempts;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#noteOutside();
    this.#strayErrors = 0;
  }

  /** What ran since the last test ended: imports, hooks of the file, what goes on in the background. */
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
      else if (!failed)
        this.#queue = [...reached].filter((fault) => this.#pending.has(fault) && !this.#noticed.has(fault));
    }
    if (!this.#tries || test.fails === true || result.state === 'skip') return;
    this.#stage = this.#next(failed, reached);
    const isLast = this.#stage.kind === 'plain';
    this.#on = this.#stage.kind === 'fault' ? this.#stage.fault : null;
    result.state = isLast ? 'pass' : 'fail';
    // An attempt follows only one that left an error.
    result.errors = isLast ? undefined : [{ message: 'the next attempt follows' }];
  }

  #next(failed: boolean, reached: ReadonlySet<number>): Stage {
    const stage = this.#stage;
    if (stage.kind === 'fault') {
      const { fault } = stage;
      // A value that was kept from the attempts before may never be asked for again.
      if (failed) return { kind: 'again', fault, isSecond: false };
      this.#note(reached.has(fault) ? { survived: fault } : { unclear: [fault] });
    }
    if (stage.kind === 'again' && failed) {
      if (!stage.isSecond) return { ...stage, isSecond: true };
      this.#note({ unclear: [stage.fault, ...this.#queue] });
      this.#queue = [];
    }
    if (stage.kind === 'again' && !failed) {
      if (stage.isSecond) this.#note({ unclear: [stage.fault] });
      else {
        this.#note({ noticed: stage.fault });
        this.#noticed.add(stage.fault);
      }
    }
    const fault = this.#queue.shift();
    if (fault === undefined) return { kind: 'plain' };
    this.#note({ trying: fault });
    return { kind: 'fault', fault };
  }
}
