import { stat } from 'node:fs/promises';
import type { SecurityCheck } from '../security.service.ts';
import { readAdvisories } from './advisories.ts';
import type { CheckSources } from './checks.types.ts';
import { daysSince, instantText, wholeText } from './texts.ts';

const hourMs = 3_600_000;

/** The master key, which nothing replaces once it is lost. */
export function keyChecks({ clock, settings }: CheckSources): readonly SecurityCheck[] {
  return [
    {
      id: 'master-key',
      title: 'Chave mestra',
      section: null,
      async run() {
        if (settings.masterKeyFile === null)
          return {
            state: 'enforced',
            summary: 'Vem do ambiente do servidor; não está na pasta de dados nem na base de dados.',
            evidence: [['Origem', 'KIANDA_SECRET_KEY']],
          };
        const { mode, birthtime } = await stat(settings.masterKeyFile);
        const isPrivate = (mode & 0o077) === 0;
        return {
          state: isPrivate ? 'enforced' : 'missing',
          summary: isPrivate
            ? 'Num ficheiro que só o dono lê. Guarde-o também fora desta máquina: sem ele, nada do que está cifrado se abre.'
            : 'O ficheiro da chave pode ser lido por outros utilizadores do sistema: tire-lhes a permissão (chmod 600).',
          evidence: [
            ['Permissões', (mode & 0o777).toString(8)],
            ['Idade', `${daysSince(birthtime, clock.nowMs())} dias`],
          ],
        };
      },
    },
  ];
}

/** Backups, the audit trail and known faults of dependencies. */
export function recoveryChecks({ clock, settings, audit, backups }: CheckSources): readonly SecurityCheck[] {
  return [
    {
      id: 'backups',
      title: 'Cópias de segurança',
      section: 'backup-security',
      async run() {
        const last = await backups.lastGood();
        if (last === null)
          return { state: 'missing', summary: 'Ainda não há nenhuma cópia boa.', evidence: [['Última', '—']] };
        const ageHours = Math.floor((clock.nowMs() - last.at.getTime()) / hourMs);
        const isOld = ageHours > last.maxAgeHours;
        const isProven = last.drilledAt !== null;
        return {
          state: isOld ? 'missing' : isProven ? 'enforced' : 'attention',
          summary: isOld
            ? `A última cópia boa tem ${wholeText(ageHours)} h; o limite são ${wholeText(last.maxAgeHours)} h.`
            : isProven
              ? 'A última cópia está dentro do prazo, e uma reposição já foi ensaiada.'
              : 'A última cópia está dentro do prazo; nenhuma reposição foi ensaiada ainda.',
          evidence: [
            ['Última', `${last.name}, ${instantText(last.at)}`],
            ['Verificada', last.verifiedAt === null ? '—' : instantText(last.verifiedAt)],
            ['Reposição ensaiada', last.drilledAt === null ? '—' : instantText(last.drilledAt)],
            ['Cifra', 'AES-256-GCM'],
          ],
        };
      },
    },
    {
      id: 'audit-chain',
      title: 'Cadeia da auditoria',
      section: 'audit',
      async run() {
        const [last] = await audit.verifications();
        if (last === undefined)
          return {
            state: 'unknown',
            summary: 'Ainda não foi verificada nesta instalação: verifica-se de hora a hora, ou no ecrã da auditoria.',
            evidence: [['Última verificação', '—']],
          };
        return {
          state: last.intact ? 'enforced' : 'missing',
          summary: last.intact
            ? 'Íntegra na última verificação: nenhum evento foi alterado, retirado ou acrescentado.'
            : `Quebrada${last.fault === null ? '' : ` no evento ${last.fault.seq}`}: alguém mexeu na base de dados.`,
          evidence: [
            ['Última verificação', instantText(last.at)],
            ['Eventos verificados', wholeText(last.checked)],
          ],
        };
      },
    },
    {
      id: 'advisories',
      title: 'Falhas conhecidas nas dependências',
      section: null,
      run: () => readAdvisories(settings.advisoriesFile, clock.nowMs()),
    },
  ];
}
