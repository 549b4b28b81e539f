import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Database } from './database.ts';

/** A request that writes: what it asks of the database ends with it. */
type Scope = {
  /** Aborted once the request was answered as too late: nothing may be written after that answer. */
  readonly late: AbortSignal;
  /** The one transaction of the request, where it has one. */
  readonly whole: Whole | null;
};

const scopes = new AsyncLocalStorage<Scope | null>();

/** Runs a request: its statements are cut once `late` is aborted, and none begins after. */
export function withinRequest<T>(late: AbortSignal, act: () => Promise<T>): Promise<T> {
  // Each statement under way listens, and a page may have many.
  setMaxListeners(0, late);
  return scopes.run({ late, whole: null }, act);
}

/** Runs `act` on connections of its own: for what another session must see before the request ends. */
export function apartFromRequest<T>(act: () => Promise<T>): Promise<T> {
  return scopes.run(null, act);
}

/** Runs `act` once the transaction of the request is stored; at once where there is none; never where it is undone. */
export function afterCommit(act: () => void): void {
  const whole = scopes.getStore()?.whole ?? null;
  if (whole?.isOpen === true) whole.later.push(act);
  else act();
}

const replicas = new AsyncLocalStorage<Driver>();

/** Runs `act`, which only reads, on connections of a replica. */
export function onReplica<T>(replica: Driver, act: () => Promise<T>): Promise<T> {
  return replicas.run(replica, act);
}

/** Whether what runs now reads a replica. */
export const readsReplica = (replica: Driver): boolean => replicas.getStore() === replica;

type Executor = Pick<DatabaseConnection, 'executeQuery'>;

const raw = (connection: Executor, text: string) => connection.executeQuery(CompiledQuery.raw(text));

/** The one transaction of a request, shared by everything that the request does. */
class Whole {
  readonly later: (() => void)[] = [];
  readonly inner: Executor;
  isOpen = true;
  #count = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #parts = new Set<Promise<void>>();

  constructor(inner: Executor) {
    this.inner = inner;
  }

  name(): string {
    this.#count += 1;
    return `kianda_${this.#count}`;
  }

  /** One statement after the other: a connection does no two at once. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act, act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** A statement that fails undoes itself alone, as it would on a connection of its own. */
  statement<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.inTurn(async () => {
      const name = this.name();
      await raw(this.inner, `savepoint ${name}`);
      try {
        const result = await this.inner.executeQuery<R>(query);
        await raw(this.inner, `release savepoint ${name}`);
        return result;
      } catch (error) {
        // A connection that is gone can't undo: the server has undone it all.
        await raw(this.inner, `rollback to savepoint ${name}`).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Begins a part that can be undone alone; the whole waits for its end. */
  async begin(): Promise<Part> {
    const name = this.name();
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      this.#parts.delete(promise);
      resolve();
    };
    this.#parts.add(promise);
    try {
      await this.inTurn(() => raw(this.inner, `savepoint ${name}`));
    } catch (error) {
      end();
      throw error;
    }
    return { name, end };
  }

  /** Resolves when nothing of it is under way. */
  async close(): Promise<void> {
    while (this.#parts.size > 0) await Promise.all(this.#parts);
    this.isOpen = false;
    await this.#last;
  }
}

type Part = { readonly name: string; readonly end: () => void };

/** The connection that a request sees while it has one transaction. */
class SharedConnection implements DatabaseConnection {
  readonly whole: Whole;
  readonly #apart: (query: CompiledQuery) => Promise<QueryResult<unknown>>;
  part: Part | null = null;

  constructor(whole: Whole, apart: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.whole = whole;
    this.#apart = apart;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Taken while the transaction was open, used after it: work that outlives its request.
    if (!this.whole.isOpen) return this.#apart(query) as Promise<QueryResult<R>>;
    return this.whole.statement<R>(query);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed within a request that writes');
  }
}

/** Whether a statement on its own would be stored the moment it ends. */
const storesByItself = (text: string): boolean => /^\s*(insert|update|delete|merge|with)\b/i.test(text);

/** A connection whose statement is cut when the request has been answered as too late. */
class CutConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #late: AbortSignal;
  #isInTransaction = false;

  constructor(inner: DatabaseConnection, late: AbortSignal) {
    this.inner = inner;
    this.#late = late;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text } = query;
    if (/^(begin|start transaction)\b/.test(text)) this.#isInTransaction = true;
    if (/^(commit|rollback)$/.test(text)) this.#isInTransaction = false;
    // A transaction that begins too late must still be rolled back.
    if (text.startsWith('rollback')) return this.inner.executeQuery<R>(query);
    return this.#isInTransaction || !storesByItself(text) ? this.#cutWhenLate<R>(query) : this.#storedInTime<R>(query);
  }

  /** A cut may reach the server after the statement ended there: only its commit stores it, and that is not given then. */
  async #storedInTime<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await raw(this.inner, 'begin');
    try {
      const result = await this.#cutWhenLate<R>(query);
      this.#late.throwIfAborted();
      await raw(this.inner, 'commit');
      return result;
    } catch (error) {
      // A connection that is gone can't undo: the server has undone it all.
      await raw(this.inner, 'rollback').catch(() => undefined);
      throw error;
    }
  }

  async #cutWhenLate<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#late.throwIfAborted();
    const { inner } = this;
    await inner.collectSessionInfo?.();
    const cut = () => {
      const none = () => Promise.reject(new Error('no connection to cancel with'));
      // Where it can't be cut the transaction is not committed either: its next statement is refused.
      void inner.cancelQuery?.(none).catch(() => undefined);
    };
    this.#late.addEventListener('abort', cut, { once: true });
    try {
      return await inner.executeQuery<R>(query);
    } finally {
      this.#late.removeEventListener('abort', cut);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/** A connection to a replica, which gives it back. */
class ReplicaConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly driver: Driver;

  constructor(inner: DatabaseConnection, driver: Driver) {
    this.inner = inner;
    this.driver = driver;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

const innerOf = (connection: DatabaseConnection) =>
  connection instanceof CutConnection ? connection.inner : connection;

class ScopedDriver implements Driver {
  readonly #driver: Driver;
  readonly #replica: Driver | null;

  constructor(driver: Driver, replica: Driver | null) {
    this.#driver = driver;
    this.#replica = replica;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const scope = scopes.getStore() ?? null;
    if (scope?.whole?.isOpen === true) return new SharedConnection(scope.whole, (query) => this.#once(query));
    const replica = this.#replica;
    if (replica !== null && readsReplica(replica)) {
      return new ReplicaConnection(await replica.acquireConnection(), replica);
    }
    const connection = await this.#driver.acquireConnection();
    return scope === null ? connection : new CutConnection(connection, scope.late);
  }

  async #once(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const connection = await this.#driver.acquireConnection();
    try {
      return await connection.executeQuery(query);
    } finally {
      await this.#driver.releaseConnection(connection);
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (connection instanceof SharedConnection) connection.part = await connection.whole.begin();
    else await this.#driver.beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SharedConnection)) return this.#driver.commitTransaction(connection);
    connection.part?.end();
    connection.part = null;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SharedConnection)) return this.#driver.rollbackTransaction(innerOf(connection));
    const { whole, part } = connection;
    connection.part = null;
    if (part === null) return;
    try {
      await whole.inTurn(() => raw(whole.inner, `rollback to savepoint ${part.name}`));
    } finally {
      part.end();
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof SharedConnection) return;
    if (connection instanceof ReplicaConnection) return connection.driver.releaseConnection(connection.inner);
    await this.#driver.releaseConnection(innerOf(connection));
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** PostgreSQL, with the statements of a request under its limits and, where it has one, in its transaction. */
export class ScopedPostgresDialect extends PostgresDialect {
  readonly #replica: Driver | null;

  constructor(config: PostgresDialectConfig, replica: Driver | null) {
    super(config);
    this.#replica = replica;
  }

  override createDriver(): Driver {
    return new ScopedDriver(super.createDriver(), this.#replica);
  }
}

type WholeRequest<T> = {
  /** How long a statement waits for what another transaction holds. */
  readonly lockLimitMs: number;
  /** Whether a request that failed keeps what it had stored: a refusal does (its count, its record), a fault does not. */
  readonly keepsAfter: (error: unknown) => boolean;
  readonly act: () => Promise<T>;
};

/** Runs a request so that everything it asks of the database is one transaction: stored whole or not at all, whatever dies. */
export function asOneTransaction<T>(
  database: Pick<Database, 'for'>,
  { lockLimitMs, keepsAfter, act }: WholeRequest<T>,
): Promise<T> {
  const late = scopes.getStore()?.late ?? new AbortController().signal;
  return database
    .for<unknown>()
    .connection()
    .execute(async (connection) => {
      const whole = new Whole({ executeQuery: (query) => connection.executeQuery(query) as Promise<never> });
      await raw(whole.inner, 'begin');
      let outcome: { readonly value: T } | { readonly error: unknown };
      try {
        await raw(whole.inner, `set local lock_timeout = ${Math.ceil(lockLimitMs)}`);
        outcome = { value: await scopes.run({ late, whole }, act) };
      } catch (error) {
        outcome = { error };
      }
      await whole.close();
      const isKept = !late.aborted && ('value' in outcome || keepsAfter(outcome.error));
      if (isKept) await raw(whole.inner, 'commit');
      // Nothing is to be undone where its connection is gone.
      else await raw(whole.inner, 'rollback').catch(() => undefined);
      if (isKept) for (const follow of whole.later) follow();
      if ('error' in outcome) throw outcome.error;
      late.throwIfAborted();
      return outcome.value;
    });
}
