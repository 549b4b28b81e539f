export const safetyTexts = {
  title: 'Segurança e ajudas à navegação',
  description:
    'O que o AIS diz além das embarcações. Sinais de socorro (AIS-SART, homem ao mar, EPIRB), aeronaves de salvamento, textos de segurança, ajudas à navegação e estações base. Um sinal de socorro ativo levanta um alerta de severidade alta.',
  table: 'Ver tabela',
  virtual: 'Virtual: só transmitida',
  last: 'Ouvida',
  onMap: 'Ver no mapa',
  onMapOf: (name: string) => `Ver no mapa: ${name}`,
  none: 'Ainda sem mensagens de segurança',
  noneText:
    'Aparecem aqui assim que uma estação AIS ouvir um sinal de socorro, uma ajuda à navegação ou uma estação base.',
} as const;
