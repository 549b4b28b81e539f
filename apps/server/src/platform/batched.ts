/**
 * One read for all who ask while another is under way. Everyone gets a read that began after the question: what was
 * written before it is seen.
 */
export function batched<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let following: Promise<T> | null = null;

  function start(): Promise<T> {
    const reading = read().finally(() => {
      if (underWay === reading) underWay = null;
    });
    underWay = reading;
    return reading;
  }

  return () => {
    if (underWay === null) return start();
    following ??= underWay.then(
      () => begin(),
      () => begin(),
    );
    return following;
  };

  function begin(): Promise<T> {
    following = null;
    return start();
  }
}
