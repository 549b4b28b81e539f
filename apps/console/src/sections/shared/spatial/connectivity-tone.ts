/** Bands of a connectivity index: above 0.7, above 0.5, and the rest. */
export function connectivityTone(index: number): 'good' | 'info' | 'bad' {
  if (index > 0.7) return 'good';
  return index > 0.5 ? 'info' : 'bad';
}
