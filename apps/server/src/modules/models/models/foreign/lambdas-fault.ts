import { LambdasFault, type LambdasReason } from '@kianda/science/models/lambdas/lambdas';

const reasons: Readonly<Record<LambdasReason, string>> = {
  fields: 'esperam-se o termo, o coeficiente, o mínimo e o máximo, separados por vírgulas',
  number: 'um número não se lê, ou não tem fim',
  feature: 'o termo não é nenhum dos do maxent.jar',
  range: 'o mínimo é maior do que o máximo',
  repeated: 'o termo repete-se',
  'no-normaliser': 'faltam linearPredictorNormalizer, densityNormalizer ou entropy',
  'too-many': 'tem mais de 20 000 termos',
  'no-terms': 'não tem nenhum termo',
};

/** Why a lambdas file can't be read, in Portuguese. */
export function lambdasFaultText(error: unknown): string {
  if (error instanceof LambdasFault) {
    return `O ficheiro .lambdas não se lê, na linha ${error.line}: ${reasons[error.reason]}.`;
  }
  return 'O ficheiro .lambdas não é texto em UTF-8.';
}
