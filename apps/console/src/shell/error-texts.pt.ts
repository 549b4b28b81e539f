/** Texts of the card of an error of presentation. */
export const errorTexts = {
  title: 'Erro de Aplicação Detectado',
  body: 'Ocorreu um erro do lado do cliente e o sistema está a funcionar em modo de recuperação. O erro foi comunicado ao servidor.',
  causesTitle: 'Causas possíveis',
  causes: [
    'Migração de contentores para uma plataforma de periferia',
    'Endereços locais por converter',
    'APIs indisponíveis',
    'Diferença entre a apresentação no servidor e no cliente',
  ],
  retry: 'Tentar Novamente',
  reload: 'Recarregar página',
  openNew: 'Abrir nova instância',
  details: 'Detalhes técnicos',
} as const;
