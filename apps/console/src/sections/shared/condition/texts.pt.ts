/** Texts of the health sentence. */
export const conditionTexts = {
  region: 'Estado do sistema',
  never: 'O servidor não responde: não se sabe como está o sistema.',
  asking: (age: string, last: string) => `A perguntar ao servidor. Último estado conhecido, há ${age}: ${last}.`,
  lost: (age: string, last: string) => `O servidor não responde. Último estado conhecido, há ${age}: ${last}.`,
};
