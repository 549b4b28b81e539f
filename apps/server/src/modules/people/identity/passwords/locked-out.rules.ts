/** Sentence and waiting time of `locked_out`, rounded up to what a person waits. */
export function lockedOut(seconds: number): { readonly detail: string; readonly retryAfterSeconds: number } {
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 60
      ? `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`
      : `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  return {
    detail: `Demasiadas tentativas falhadas. Aguarde ${wait} e tente de novo.`,
    retryAfterSeconds: seconds,
  };
}
