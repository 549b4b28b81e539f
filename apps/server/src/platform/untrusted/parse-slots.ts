/** Files parsed at once: each may take all the memory that a file is given. */
const most = 3;

let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Waits, in order of arrival, until another file may be parsed; the answer gives the place back. Whoever holds a place
 * asks for no second one. Throws the signal's reason.
 */
export async function takeParseSlot(signal: AbortSignal | undefined): Promise<() => void> {
  signal?.throwIfAborted();
  if (taken < most) taken += 1;
  else await turn(signal);
  return () => {
    // The place goes from hand to hand: nobody who comes later may step in between.
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
}

async function turn(signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    waiting.splice(waiting.indexOf(resolve), 1);
    reject(signal?.reason);
  };
  waiting.push(resolve);
  signal?.addEventListener('abort', leave, { once: true });
  const stay = () => signal?.removeEventListener('abort', leave);
  await promise.finally(stay);
}
