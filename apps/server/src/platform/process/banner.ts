import { formatPlainNumber } from '@kianda/format';
import type { Config } from '../../config/config.ts';
import type { Application } from './application.ts';

const MODES = { demo: 'demonstração (fornecedores simulados)', production: 'produção' } as const;

/** The one block printed once everything serves. */
export function banner(options: {
  version: string;
  url: string;
  config: Pick<Config, 'dataDir' | 'mode'>;
  firstAdministrator: Application['firstAdministrator'];
  readySeconds: number;
}): string {
  const { config, firstAdministrator } = options;
  const password = firstAdministrator?.oneTimePassword ?? null;
  const rows: (readonly [string, string])[] = [['Endereço', options.url]];
  // An administrator whose password the operator set is printed nowhere.
  if (firstAdministrator !== null && password !== null) {
    rows.push(['Administrador', firstAdministrator.email], ['Palavra-passe', `${password}  (de uso único)`]);
  }
  rows.push(['Pasta de dados', config.dataDir], ['Modo', MODES[config.mode]]);
  const seconds = formatPlainNumber(options.readySeconds, { decimals: 1 });
  const lines = rows.map(([name, value]) => `  ${name.padEnd(17)}${value}`);
  return `\n  Kianda ${options.version} · pronta em ${seconds} s\n\n${lines.join('\n')}\n\n`;
}
