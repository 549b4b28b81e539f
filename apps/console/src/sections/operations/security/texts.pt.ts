import type { securityStates } from '@kianda/contract/operations/security/security.contract';

export const securityTexts = {
  description: 'O que esta instalação impõe agora. Cada linha é verificada quando se abre a página, e traz a prova.',
  refresh: 'Verificar de novo',
  title: 'Verificações',
  counts: {
    enforced: 'Impostas',
    attention: 'A melhorar',
    missing: 'Em falta',
    unknown: 'Por apurar',
  } satisfies Record<(typeof securityStates)[number], string>,
  states: {
    enforced: 'Imposta',
    attention: 'A melhorar',
    missing: 'Em falta',
    unknown: 'Por apurar',
  } satisfies Record<(typeof securityStates)[number], string>,
  open: (title: string) => `Abrir ${title}`,
} as const;
