import { pathOf } from '@kianda/contract';
import {
  type JoinedAnswer,
  joinedAnswerSchema,
  joinedReads,
  mostJoinedReads,
} from '@kianda/contract/core/joined-reads';
import { type JsonPatch, patched } from '@kianda/contract/core/json-patch';
import { CallFailure, failureOfResponse } from './failure.ts';
import type { HeldAnswer, HeldAnswers } from './held-answers.ts';
import { clientTexts } from './texts.pt.ts';
import { createPatience, failureOf, type HttpCall, headersOf, type Patience, type Transport } from './transport.ts';

type Options = {
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  readonly newId: () => string;
  /** Earlier answers, so that unchanged ones need not come again. */
  readonly held: HeldAnswers;
  readonly window: JoinWindow;
  /** Called once for each request of several: null where it was answered. */
  readonly noted: (failure: CallFailure | null) => void;
};

/** How long a read waits for others to be asked with it, ms: until none has come for `quietMs`, but no longer than `mostMs`. */
export type JoinWindow = { readonly quietMs: number; readonly mostMs: number };

type Pending = {
  readonly call: HttpCall;
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * A transport that sends the reads of a screen in one request: those of one session that are asked about the same time. Each
 * keeps its own limit of waiting, its own failure and its own end; one that is asked alone goes alone.
 */
export function joinReads(send: Transport, options: Options): Transport {
  const collector = createCollector(options.window, (pending) => {
    // A read that needs no session goes with those that have one: alone, it would have to go alone.
    const session = pending.find(({ call }) => call.accessToken !== null)?.call.accessToken ?? null;
    const groups = Map.groupBy(pending, ({ call }) => call.accessToken ?? session);
    for (const [accessToken, group] of groups) {
      for (let from = 0; from < group.length; from += mostJoinedReads) {
        void sendGroup(send, options, { accessToken, pending: group.slice(from, from + mostJoinedReads) });
      }
    }
  });
  return (call) => {
    if (call.mayJoin !== true) return send(call);
    return new Promise<Response>((resolve, reject) => collector.add({ call, resolve, reject }));
  };
}

function createCollector({ quietMs, mostMs }: JoinWindow, flush: (pending: readonly Pending[]) => void) {
  let pending: Pending[] = [];
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let most: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    clearTimeout(quiet);
    clearTimeout(most);
    most = undefined;
    const gone = pending;
    pending = [];
    flush(gone);
  };
  return {
    add(one: Pending): void {
      pending.push(one);
      clearTimeout(quiet);
      quiet = setTimeout(go, quietMs);
      most ??= setTimeout(go, mostMs);
    },
  };
}

/** Reads of one session. */
type Group = { readonly accessToken: string | null; readonly pending: readonly Pending[] };

async function sendGroup(send: Transport, options: Options, { accessToken, pending }: Group): Promise<void> {
  const wanted = pending.filter(({ call, reject }) => {
    if (call.signal?.aborted !== true) return true;
    reject(call.signal.reason);
    return false;
  });
  if (accessToken !== null && wanted.length > 1) await sendJoined(options, accessToken, wanted);
  else for (const { call, resolve, reject } of wanted) send(call).then(resolve, reject);
}

async function sendJoined(options: Options, accessToken: string, pending: readonly Pending[]): Promise<void> {
  const held = await Promise.all(pending.map(({ call }) => options.held.find(call)));
  const stop = new AbortController();
  const reads = openReads(pending, held, options.isOnline, () => stop.abort());
  const requestId = options.newId();
  try {
    const response = await options.fetch(`${options.base}${pathOf(joinedReads)}`, {
      ...requestOf(options.base, { accessToken, requestId }, reads.all),
      signal: stop.signal,
    });
    options.noted(null);
    if (!response.ok) {
      const failure = await failureOfResponse(response, requestId);
      reads.failAll(() => failure);
      return;
    }
    const date = response.headers.get('date');
    const common = { requestId, ...(date === null ? {} : { date }) };
    await readLines(response, {
      arrived: reads.arrived,
      line: (text) => answerLine(text, reads.all, options.held, common),
    });
    // Those whose line did not come.
    reads.failAll((call) => failureOf(call, { isLate: false, isOnline: options.isOnline() }));
  } catch (cause) {
    const cut = { cause, isLate: false, isOnline: options.isOnline() };
    // Given up by whoever asked, it says nothing of the server.
    const [first] = reads.failAll((call) => failureOf(call, cut));
    if (first !== undefined) options.noted(first);
  }
}

type Asked = {
  readonly call: HttpCall;
  readonly held: HeldAnswer | undefined;
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: unknown) => void;
};

/** The reads of one request, each until it is answered, given up as late or no longer wanted; `onEnd` once none is open. */
function openReads(
  wanted: readonly Pending[],
  held: readonly (HeldAnswer | undefined)[],
  isOnline: () => boolean,
  onEnd: () => void,
) {
  const open = new Map<Asked, Patience>();
  const settle = (one: Asked, act: () => void) => {
    const patience = open.get(one);
    if (patience === undefined) return;
    patience.end();
    open.delete(one);
    act();
    if (open.size === 0) onEnd();
  };
  const all = wanted.map(({ call, resolve, reject }, index): Asked => {
    const one: Asked = {
      call,
      held: held[index],
      resolve: (response) => settle(one, () => resolve(response)),
      reject: (reason) => settle(one, () => reject(reason)),
    };
    const patience = createPatience(call.timeoutMs);
    open.set(one, patience);
    const late = () => one.reject(failureOf(call, { isLate: true, isOnline: isOnline() }));
    patience.signal.addEventListener('abort', late, { once: true });
    call.signal?.addEventListener('abort', () => one.reject(call.signal?.reason), { once: true });
    // It may have been given up while copies were looked for.
    if (call.signal?.aborted === true) one.reject(call.signal.reason);
    return one;
  });
  return {
    all,
    arrived: () => {
      for (const patience of open.values()) patience.arrived();
    },
    /** Ends all that are open; their failures. */
    failAll: (failureFor: (call: HttpCall) => CallFailure): readonly CallFailure[] =>
      [...open.keys()].map((one) => {
        const failure = failureFor(one.call);
        one.reject(failure);
        return failure;
      }),
  };
}

type Named = { readonly accessToken: string; readonly requestId: string };

function requestOf(base: string, named: Named, asked: readonly Asked[]): RequestInit {
  const reads = asked.map(({ call, held }) => ({
    path: call.url.slice(base.length),
    ...(held === undefined ? {} : { tag: held.tag, base: held.base }),
  }));
  const { method } = joinedReads;
  const headers = headersOf({ url: base, method, timeoutMs: 0, ...named });
  return { method, headers, body: JSON.stringify({ reads }), credentials: 'same-origin' };
}

type Reader = { readonly arrived: () => void; readonly line: (text: string) => void };

async function readLines({ body }: Response, { arrived, line }: Reader): Promise<void> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    arrived();
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  }
}

/** Gives the answer of one line to the read that asked for it. Throws where the line is none of this request. */
function answerLine(
  text: string,
  asked: readonly Asked[],
  store: HeldAnswers,
  { requestId, ...common }: { readonly requestId: string; readonly date?: string },
): void {
  const line = joinedAnswerSchema.parse(JSON.parse(text));
  const { read, status, headers: own } = line;
  const one = asked[read];
  if (one === undefined) throw new RangeError(`joined reads: an answer to read ${read}, of ${asked.length}`);
  const whole = wholeOf(line, one.held);
  if (whole === null) {
    store.forget(one.call);
    one.reject(new CallFailure({ kind: 'network', message: clientTexts.network, requestId }));
    return;
  }
  if (whole.tag !== undefined) store.keep(one.call, { ...whole, tag: whole.tag });
  // An unchanged answer has the tag by which it was asked for.
  const unchanged = status === 304 && whole.tag !== undefined ? { etag: whole.tag } : {};
  const headers = { ...common, ...own, ...unchanged, 'x-request-id': `${requestId}-${read}` };
  const response = Response.json(whole.body, { status: status === 304 ? 200 : status, headers });
  if (response.ok) one.resolve(response);
  else failureOfResponse(response, requestId).then(one.reject, one.reject);
}

type Whole = { readonly body: unknown; readonly tag?: string | undefined; readonly base?: string | undefined };

/** The answer that a line stands for; null where it says what has changed in one that is not held. */
function wholeOf({ status, headers, base, body, patch }: JoinedAnswer, held: HeldAnswer | undefined): Whole | null {
  if (status === 304) return held ?? null;
  const tag = status === 200 ? headers.etag : undefined;
  if (patch === undefined) return { body, tag, base };
  try {
    return { body: patched(held?.body, patch as JsonPatch), tag, base };
  } catch (error) {
    console.warn('kianda: resposta por completar', error);
    return null;
  }
}
