import { formatLongInstant } from '@kianda/format';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { AccountRow, Origin } from '../identity.types.ts';

/**
 * Writes to the person whose account was locked against somebody, where a mail server is set. Not waited for: how long it
 * takes would tell that the account exists. Without mail, or when it fails, the next sign-in tells.
 */
export function notifyLockout(context: IdentityContext, account: AccountRow, origin: Origin): void {
  const mail = context.dependencies.mail();
  if (mail === null || account.status !== 'active') return;
  const at = formatLongInstant(nowOf(context).getTime());
  const text = [
    `${account.name},`,
    '',
    `Até ${at} (Luanda) houve várias tentativas falhadas de entrar na sua conta, a última a partir de ${origin.ipAddress}.`,
    'As seguintes são recusadas durante algum tempo. Os dispositivos em que já entrou continuam a poder entrar.',
    '',
    'Se as tentativas foram suas, aguarde e tente de novo. Se não foram, ninguém entrou; mude a palavra-passe se a usa noutro sítio, e avise o administrador.',
    '',
  ].join('\n');
  void mail(account.email, { subject: 'Tentativas de entrar na sua conta da Kianda', text }).catch((error: unknown) => {
    context.platform.log.warn({ err: error }, 'aviso de bloqueio não enviado por correio');
  });
}
