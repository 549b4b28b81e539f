/** Texts of the command palette. */
export const paletteTexts = {
  label: 'Procurar na consola',
  placeholder: 'Secção, interface ou ação…',
  results: 'Resultados',
  kinds: { section: 'Secções', interface: 'Interfaces', action: 'Ações' },
  inactive: 'Interface Inativa',
  none: (query: string) => `Nada corresponde a «${query}».`,
  help: '↑ ↓ escolher · Enter abrir · Esc fechar',
  actions: {
    light: 'Usar o tema claro',
    dark: 'Usar o tema escuro',
    system: 'Usar o tema do sistema',
    coordinates: 'Alternar o formato das coordenadas',
    zone: 'Alternar o fuso horário (Luanda ou UTC)',
    print: 'Imprimir esta página',
    signOut: 'Terminar sessão',
  },
} as const;
