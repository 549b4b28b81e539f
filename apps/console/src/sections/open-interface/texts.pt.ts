/** Texts of the passage to an interface in a tab of its own. */
export const openTexts = {
  opening: 'A abrir a interface…',
  unknown: 'Esta interface não existe.',
  inactive: 'Interface Inativa',
  failed: 'Não foi possível abrir a interface',
  back: 'Ver o catálogo de interfaces',
} as const;
