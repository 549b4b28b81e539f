import { z } from 'zod';

/** Events of the audit trail, by their stable names, with the labels that administrators read. */
export const auditEvents = {
  'auth.login.success': 'Início de sessão',
  'auth.login.failed': 'Início de sessão falhado',
  'auth.logout': 'Fim de sessão',
  'auth.password.change': 'Mudança de palavra-passe',
  'auth.password.recovery': 'Palavra-passe esquecida: ligação pedida',
  'auth.token.refresh': 'Renovação de sessão',
  'auth.permission.denied': 'Permissão recusada',
  'auth.totp.enabled': 'Verificação em dois passos ativada',
  'auth.totp.disabled': 'Verificação em dois passos desativada',
  'auth.identity.linked': 'Conta ligada ao fornecedor de identidade',
  'security.refresh.reuse': 'Reutilização de um token de renovação',
  'security.lockout': 'Bloqueio por tentativas falhadas',
  'user.created': 'Utilizador criado',
  'user.updated': 'Utilizador alterado',
  'user.deleted': 'Utilizador eliminado',
  'user.activated': 'Utilizador ativado',
  'user.deactivated': 'Utilizador desativado',
  'user.password.reset': 'Acesso reposto',
  'user.password.forced': 'Mudança de palavra-passe exigida',
  'user.totp.reset': 'Verificação em dois passos reposta',
  'user.invited': 'Convite enviado',
  'user.link.accepted': 'Ligação de acesso aceite',
  'user.sessions.ended': 'Sessões de um utilizador terminadas',
  'auth.key.created': 'Chave de API criada',
  'auth.key.revoked': 'Chave de API revogada',
  'data.access': 'Acesso a dados',
  'data.export': 'Exportação de dados',
  'data.import': 'Importação de dados',
  'data.modify': 'Alteração de dados',
  'data.delete': 'Eliminação de dados',
  'map.published': 'Mapa aberto a quem não tem conta',
  'map.unpublished': 'Ligação pública de um mapa fechada',
  'report.published': 'Relatório publicado no portal do ministério',
  'report.unpublished': 'Relatório retirado do portal do ministério',
  'system.config.change': 'Alteração de configuração',
  'system.start': 'Arranque',
  'system.stop': 'Paragem',
  'system.audit.verified': 'Cadeia de auditoria verificada',
  'system.backup.created': 'Cópia de segurança criada',
  'system.backup.deleted': 'Cópia de segurança eliminada',
  'system.backup.restored': 'Cópia de segurança reposta',
} as const;
export type AuditEventName = keyof typeof auditEvents;
const names = Object.keys(auditEvents) as [AuditEventName, ...AuditEventName[]];
export const auditEventNameSchema = z.enum(names);

export const auditSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type AuditSeverity = (typeof auditSeverities)[number];

/** Facts about an event; never a password, a token, a code or another secret. */
export type AuditMetadata = Readonly<Record<string, string | number | boolean | null>>;

/** An entry that a module writes to the audit trail. */
export type AuditEntry = {
  readonly event: AuditEventName;
  readonly severity: AuditSeverity;
  /** Account that acted; null for the system and for people who are not signed in. */
  readonly actorId: string | null;
  /** Name or e-mail as known then, so that the trail reads on after the account is gone. */
  readonly actorName: string;
  /** Object of the act: `user/<id>`, `session/<id>`, `endpoint/<id>`, … */
  readonly resource: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly metadata?: AuditMetadata;
};
