/** The process that runs the tests (`try.ts`), started when a question comes and ended when one has no end. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { FaultsByFile, Question, Verdicts } from './try.ts';
import { readNotes, type Verdict } from './verdicts.ts';

/** A process that has noted nothing for so long is ended: an endless loop, or a busy machine. */
const mostSecondsPerNote = 300;
const betweenLooksMs = 2_000;

type Message = { readonly verdicts: Verdicts } | { readonly fault: string } | { readonly ready: true };

export class Trier {
  readonly #root: string;
  readonly #faults: FaultsByFile;
  readonly #notes: string;
  #child: ChildProcess | null = null;
  #exited: Promise<null> | null = null;

  constructor(root: string, faults: FaultsByFile, name: string) {
    this.#root = root;
    this.#faults = faults;
    const folder = join(root, 'build', 'mutation');
    mkdirSync(folder, { recursive: true });
    this.#notes = join(folder, `${name}.notes`);
  }

  /** A process in a group of its own, so that its workers end with it. */
  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'try.ts'), [], { cwd: this.#root, detached: true });
    this.#child = child;
    this.#exited = once(child, 'exit').then(() => null);
    child.send(this.#faults);
    await once(child, 'message');
    return child;
  }

  /** Verdicts of test files about faults. Throws what kept them from being asked. */
  async ask(asked: Question['asked'], fresh: boolean): Promise<Verdicts> {
    const child = this.#child ?? (await this.#start());
    const answered = once(child, 'message').then(([message]) => message as Message);
    child.send({ asked, fresh, notes: this.#notes } satisfies Question);
    const message = await Promise.race([answered, this.#exited, this.#silence(answered)]);
    if (message === null) {
      this.end();
      return this.#unended(asked, fresh);
    }
    if ('fault' in message) throw new Error(message.fault);
    return 'verdicts' in message ? message.verdicts : {};
  }

  /** Ends when the notes have not grown for too long, or never where the answer comes first. */
  async #silence(answered: Promise<unknown>): Promise<null> {
    let isAnswered = false;
    const setAnswered = () => {
      isAnswered = true;
    };
    answered.then(setAnswered, setAnswered);
    let size = -1;
    let since = performance.now();
    while (!isAnswered && performance.now() - since < mostSecondsPerNote * 1_000) {
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
      const grown = this.#readNotes().length;
      if (grown !== size) since = performance.now();
      size = grown;
    }
    return null;
  }

  #readNotes(): string {
    try {
      return readFileSync(this.#notes, 'utf8');
    } catch {
      return '';
    }
  }

  /** Verdicts of files whose tests did not end: the faults that were on, and what was noticed before it. */
  #unended(asked: Question['asked'], fresh: boolean): Verdicts {
    const notes = readNotes(this.#readNotes());
    const verdicts = Object.entries(asked).map(([name, faults]) => {
      const own = notes.get(join(this.#root, name));
      const last = fresh ? faults : (own?.last ?? []);
      const known = faults.flatMap((fault): [number, Verdict][] => {
        if (own?.verdictOf(fault) === 'noticed') return [[fault, 'noticed']];
        // Of faults tried together any may be the one: each is tried alone.
        return last.includes(fault) ? [[fault, last.length === 1 ? 'endless' : 'unclear']] : [];
      });
      return [name, Object.fromEntries(known)] as const;
    });
    if (verdicts.some(([, known]) => Object.keys(known).length > 0)) return Object.fromEntries(verdicts);
    // Without a fault to blame the file where the notes end has no end itself, and says nothing about any.
    const stuck = [...notes.keys()].at(-1);
    const name = Object.keys(asked).find((each) => join(this.#root, each) === stuck) ?? Object.keys(asked)[0] ?? '';
    return { [name]: Object.fromEntries((asked[name] ?? []).map((fault) => [fault, 'unreached'])) };
  }

  end(): void {
    const child = this.#child;
    this.#child = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
  }

  async close(): Promise<void> {
    rmSync(this.#notes, { force: true });
    const child = this.#child;
    if (child === null) return;
    child.send('close');
    await once(child, 'exit', { signal: AbortSignal.timeout(120_000) });
    this.#child = null;
  }
}
