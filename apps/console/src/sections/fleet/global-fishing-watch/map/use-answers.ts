import { useCallback, useState } from 'react';
import type { Arrived } from './sources.tsx';

/** Answers of several sources by their key; those of keys no longer wanted are simply not read. */
export function useAnswers<K, T>() {
  const [answers, setAnswers] = useState<ReadonlyMap<K, Arrived<T>>>(new Map());
  const onArrived = useCallback(
    (key: K, arrived: Arrived<T>) => setAnswers((known) => new Map(known).set(key, arrived)),
    [],
  );
  return { answers, onArrived };
}
