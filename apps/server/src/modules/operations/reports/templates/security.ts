import { type Endpoint, permissions, roles, servicePrefixes } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { type AuditEventName, auditEvents } from '@kianda/contract/people/audit/audit';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { passwordLengthMin } from '@kianda/contract/people/identity/identity.schemas';
import { usersList } from '@kianda/contract/people/identity/users.contract';
import { figure, shortDate, shortInstant } from '../../../../platform/documents/index.ts';
import {
  factsBlock,
  fixed,
  heading,
  note,
  type Part,
  pagesOf,
  paragraph,
  type ReportWriter,
  table,
  warning,
} from '../writing/report-writer.ts';

const mostEvents = 1_000;
const statuses = { active: 'ativa', inactive: 'inativa', suspended: 'suspensa' } as const;
const refusals: readonly AuditEventName[] = [
  'auth.login.failed',
  'security.lockout',
  'auth.permission.denied',
  'security.refresh.reuse',
];
const changes: readonly AuditEventName[] = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.password.reset',
  'auth.totp.enabled',
  'auth.totp.disabled',
  'system.config.change',
  'data.export',
];

const eventsOf = (writer: ReportWriter, event: AuditEventName) =>
  pagesOf(
    (page) =>
      writer.read('Auditoria', listAuditEvents, {
        query: {
          event,
          from: new Date(writer.period.beginMs).toISOString(),
          to: new Date(writer.period.endMs - 1).toISOString(),
          page,
          pageSize: 200,
        },
      }),
    mostEvents,
  );

const enforced: Part = async () => {
  const by = (matches: (endpoint: Endpoint) => boolean) => figure(allEndpoints.filter(matches).length, 0);
  return [
    paragraph(
      'O que a versão instalada impõe, tal como está declarado no contrato de que o servidor parte: um endereço sem permissão não compila, e um por ligar impede o arranque.',
    ),
    factsBlock([
      ['Endereços declarados', figure(allEndpoints.length, 0)],
      ['Com permissão própria', by(({ access }) => access !== 'public' && access !== 'session')],
      ['Só com sessão', by(({ access }) => access === 'session')],
      ['Públicos', by(({ access }) => access === 'public')],
      ['Com limite de pedidos próprio', by(({ rateLimitPerMinute }) => rateLimitPerMinute !== undefined)],
      ['Respostas com segredos, nunca guardadas', by(({ neverStored }) => neverStored === true)],
      [
        'Palavras-passe',
        `pelo menos ${passwordLengthMin} caracteres, sem as comuns nem as do contexto; guardadas em Argon2id`,
      ],
    ]),
    table(
      'Permissões por perfil',
      [
        ['Perfil', 4],
        ['Permissões', 2, 'right'],
        [`De ${Object.keys(permissions).length} (%)`, 2, 'right'],
      ],
      roles.map((role) => {
        const all: readonly { readonly roles: readonly string[] }[] = Object.values(permissions);
        const granted = all.filter(({ roles: holders }) => holders.includes(role)).length;
        return [role, figure(granted, 0), fixed((granted / all.length) * 100)];
      }),
      '',
    ),
    table(
      'Endereços públicos',
      [
        ['Endereço', 5],
        ['Para que serve', 6],
      ],
      allEndpoints
        .filter(({ access }) => access === 'public')
        .map(({ method, service, path, summary }) => [`${method} ${servicePrefixes[service]}${path}`, summary]),
      'Nenhum.',
    ),
  ];
};

const accounts: Part = async (writer) => {
  const { rows, total } = await pagesOf(
    (page) => writer.read('Contas', usersList, { query: { page, pageSize: 200 } }),
    mostEvents,
  );
  const active = rows.filter(({ status }) => status === 'active');
  const withTotp = active.filter(({ totpEnabled }) => totpEnabled).length;
  const idleMs = writer.nowMs - 90 * 86_400_000;
  const idle = active.filter(({ lastAccess }) => lastAccess === null || Date.parse(lastAccess) < idleMs);
  return [
    factsBlock([
      ['Contas', figure(total, 0)],
      ['Ativas', figure(active.length, 0)],
      [
        'Ativas com dois passos',
        active.length === 0 ? '—' : `${figure(withTotp, 0)} (${figure((withTotp / active.length) * 100)} %)`,
      ],
      ['Administradores ativos', figure(active.filter(({ role }) => role === 'administrador').length, 0)],
      ['Ativas sem entrar há 90 dias', figure(idle.length, 0)],
    ]),
    table(
      'Contas por perfil',
      [
        ['Perfil', 4],
        ['Contas', 2, 'right'],
        ['Ativas', 2, 'right'],
        ['Com dois passos', 2, 'right'],
      ],
      roles.map((role) => {
        const holders = rows.filter((row) => row.role === role);
        return [
          role,
          figure(holders.length, 0),
          figure(holders.filter(({ status }) => status === 'active').length, 0),
          figure(holders.filter(({ totpEnabled }) => totpEnabled).length, 0),
        ];
      }),
      '',
    ),
    table(
      'Administradores',
      [
        ['Nome', 4],
        ['Estado', 2],
        ['Dois passos', 2],
        ['Última entrada', 3],
      ],
      rows
        .filter(({ role }) => role === 'administrador')
        .map((row) => [
          row.name,
          statuses[row.status],
          row.totpEnabled ? 'sim' : 'não',
          row.lastAccess === null ? 'nunca' : shortDate(Date.parse(row.lastAccess)),
        ]),
      'Nenhum.',
    ),
  ];
};

const signins: Part = async (writer) => {
  const counted: { event: AuditEventName; total: number }[] = [];
  for (const event of ['auth.login.success', ...refusals, ...changes] as const) {
    counted.push({ event, total: (await eventsOf(writer, event)).total });
  }
  const failed = await eventsOf(writer, 'auth.login.failed');
  const sources = [...Map.groupBy(failed.rows, ({ ipAddress }) => ipAddress)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const others = [];
  for (const event of refusals.slice(1)) others.push(...(await eventsOf(writer, event)).rows);
  return [
    table(
      'Acontecimentos do período',
      [
        ['Acontecimento', 6],
        ['Vezes', 2, 'right'],
      ],
      counted.map(({ event, total }) => [auditEvents[event], figure(total, 0)]),
      '',
    ),
    table(
      `Inícios de sessão falhados por endereço de rede (${figure(failed.total, 0)})`,
      [
        ['Endereço', 4],
        ['Vezes', 2, 'right'],
        ['Contas', 2, 'right'],
        ['Última', 3],
      ],
      sources
        .slice(0, 20)
        .map(([address, list]) => [
          address,
          figure(list.length, 0),
          figure(new Set(list.map(({ actorName }) => actorName)).size, 0),
          shortInstant(Date.parse(list[0]?.occurredAt ?? '')),
        ]),
      'Nenhum início de sessão falhado no período.',
    ),
    heading('Bloqueios, recusas e tokens repetidos'),
    table(
      'Os 50 mais recentes',
      [
        ['Quando', 3],
        ['O quê', 4],
        ['Quem', 4],
        ['Em quê', 4],
      ],
      others
        .toSorted((a, b) => b.occurredAt.localeCompare(a.occurredAt))
        .slice(0, 50)
        .map((row) => [shortInstant(Date.parse(row.occurredAt)), auditEvents[row.event], row.actorName, row.resource]),
      'Nenhum no período.',
    ),
  ];
};

const chain: Part = async (writer) => {
  const { intact, checked, headSeq, fault, checkpointSeq } = await writer.platformFacts.verifyChain();
  return [
    intact
      ? paragraph('A cadeia foi verificada agora, do primeiro ao último elo, e está íntegra.')
      : warning(
          `A cadeia está quebrada no elo ${fault?.seq ?? '—'} (${fault?.kind ?? 'desconhecido'}). Contacte quem responde pela segurança antes de usar este relatório.`,
        ),
    factsBlock([
      ['Elos verificados', figure(checked, 0)],
      ['Último elo', figure(headSeq, 0)],
      ['Último marco assinado', checkpointSeq === null ? '— (ainda nenhum)' : figure(checkpointSeq, 0)],
      ['Verificada em', shortInstant(writer.nowMs)],
    ]),
    note(
      'Cada elo traz o HMAC-SHA-256 do anterior, com uma chave que a base de dados não conhece; os marcos assinados ficam fora dela.',
    ),
  ];
};

/** Parts of the security audit. */
export const security = { enforced, accounts, signins, chain };
