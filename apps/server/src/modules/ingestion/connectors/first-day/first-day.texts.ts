import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { formatCount } from '@kianda/format';
import { askedOf, isReached } from './first-day.rules.ts';

export const ownNames = { network: 'Rede deste servidor', clock: 'Relógio deste servidor' } as const;

/** Facts of a line from which its advice is written. */
export type AdviceFacts = {
  readonly connectorId: string;
  readonly connectorName: string;
  /** Names of those that it needs. */
  readonly credentialNames: readonly string[];
  readonly host: string;
  readonly skewMs: number | null;
  readonly takesFiles: boolean;
  readonly hasDelivered: boolean;
  readonly isListening: boolean;
  /** It came with status 403, which is also how a server refuses a credential. */
  readonly isForbidden: boolean;
};

/** Setting of a connector: `KIANDA_PROVIDER_SLSMF_MARES_API_KEY`. */
function settingOf(connectorId: string, part: string): string {
  const words = `${connectorId}_${part}`.replaceAll(/([a-z])([A-Z])/g, '$1_$2').replaceAll('-', '_');
  return `KIANDA_PROVIDER_${words.toUpperCase()}`;
}

function credentials({ connectorId, connectorName, credentialNames }: AdviceFacts): string {
  const settings = credentialNames.map((name) => settingOf(connectorId, name)).join(', ');
  return `Conectores de Dados › ${connectorName} › Ligação › Credenciais (ou nas definições: ${settings})`;
}

/** Where the address of an institution's SFTP folder is written. */
function inboxOf({ connectorId, connectorName }: AdviceFacts): string {
  return `Conectores de Dados › ${connectorName} › Ligação › Credenciais (ou nas definições: ${settingOf(connectorId, 'sftpAddress')})`;
}

const schedule = (name: string) => `Conectores de Dados › ${name} › Agenda e cursores`;

const advices: Readonly<Record<CheckOutcome, (facts: AdviceFacts) => string>> = {
  ok: ({ hasDelivered, connectorName }) =>
    hasDelivered
      ? 'Nada a fazer.'
      : `Nada a corrigir: os dados chegam na próxima execução. Para não esperar, carregue em «Executar» em Conectores de Dados › ${connectorName}.`,
  no_network: () =>
    'Este servidor não tem saída para a rede. Ligue o cabo ou a interface, confirme a rota por omissão (ip route) e verifique de novo.',
  dns: ({ host }) =>
    `O nome ${host} não se resolve, ou aponta para um endereço privado. Corrija o servidor de nomes deste servidor (/etc/resolv.conf) e confirme com «getent hosts ${host}». Se for um espelho da intranet, junte-o a KIANDA_ALLOWED_PRIVATE_HOSTS.`,
  refused: ({ host }) =>
    `A ligação a ${host} foi recusada ou cortada. Autorize na firewall a saída deste servidor para ${host}, e confirme o endereço do conector.`,
  timeout: ({ host }) =>
    `${host} não respondeu a tempo. Autorize na firewall a saída para ${host}; se outros fornecedores respondem, espere e verifique de novo.`,
  tls: ({ host }) =>
    `O certificado que veio de ${host} não é de uma autoridade conhecida: a rede intercepta as ligações, ou o relógio está errado. Peça que ${host} não seja interceptado, ou indique a autoridade da rede em NODE_EXTRA_CA_CERTS e reinicie a plataforma.`,
  captive_portal: (facts) =>
    [
      `Em vez de dados de ${facts.host} veio uma página da rede (portal de entrada ou proxy). Autentique este servidor nesse portal, ou peça que ${facts.host} seja isento, e verifique de novo. Nada do que veio foi guardado.`,
      ...(facts.isForbidden && facts.credentialNames.length > 0
        ? [`Se os outros fornecedores respondem, confirme também a credencial em ${credentials(facts)}.`]
        : []),
    ].join(' '),
  clock: ({ skewMs }) =>
    `${clockSentence(skewMs)} Acerte o relógio deste servidor e ligue a sincronização (NTP: timedatectl set-ntp true). Se só este fornecedor difere, o relógio errado é o dele.`,
  credential_missing: (facts) =>
    `Escreva a credencial em ${credentials(facts)}. Se não vai usar este fornecedor, suspenda-o em ${schedule(facts.connectorName)}.`,
  credential_expired: (facts) => `A credencial venceu. Peça outra ao fornecedor e escreva-a em ${credentials(facts)}.`,
  credential_refused: (facts) =>
    facts.credentialNames.length > 0
      ? `O fornecedor recusou a credencial. Confirme-a junto dele e escreva-a de novo em ${credentials(facts)}. Se o relógio deste servidor estiver errado, acerte-o primeiro.`
      : `O acesso foi recusado, e este fornecedor não pede credencial: um proxy ou a firewall responde por ele. Autorize a saída deste servidor para ${facts.host}.`,
  rate_limited: () =>
    'O fornecedor limita os pedidos deste servidor. Espere uma hora antes de verificar de novo; as execuções abrandam sozinhas.',
  wrong_format: ({ connectorName, host }) =>
    `A resposta de ${host} não tem o formato do fornecedor. Confirme o endereço do conector nas definições; se estiver certo, veja Conectores de Dados › ${connectorName} › Esquema e avise o suporte.`,
  provider_down: () =>
    'O fornecedor respondeu com uma avaria sua. Não há nada a mudar aqui: verifique de novo mais tarde.',
  wrong_address: ({ host, connectorId }) =>
    `${host} respondeu, mas não neste endereço. Confirme o endereço do conector nas definições (${settingOf(connectorId, 'url')}); sem ele usa-se o do próprio fornecedor.`,
  inbox_unreadable: (facts) =>
    `A pasta onde a instituição deixa os ficheiros não existe ou não se deixa ler. Se for a pasta vigiada deste servidor, crie-a e dê à conta da plataforma permissão para ler e escrever nela. Se for a do servidor SFTP, combine-a com a instituição ou corrija o caminho em ${inboxOf(facts)}. Depois verifique de novo.`,
  nothing_to_ask: ({ takesFiles, isListening, connectorName }) => {
    if (takesFiles)
      return `Os ficheiros são enviados pela instituição. Combine com ela o modo de envio em Conectores de Dados › ${connectorName} › Ficheiros.`;
    return isListening
      ? 'As estações ligam-se a este servidor. Indique-as em KIANDA_AIS_SERVERS, KIANDA_AIS_TCP_LISTEN ou KIANDA_AIS_UDP_LISTEN; se já constam, confirme que emitem.'
      : 'Ainda nenhum fornecedor foi contactado.';
  },
  internal_error: ({ connectorName }) =>
    `A execução falhou na plataforma, não no fornecedor. Veja o registo dela em Conectores de Dados › ${connectorName} › Execuções e avise o suporte.`,
};

/** Advice about an outcome; null before the first check, where no run failed since. */
export function adviceOf(outcome: CheckOutcome | null, facts: AdviceFacts): string {
  if (outcome !== null) return advices[outcome](facts);
  return facts.hasDelivered ? 'Nada a fazer.' : 'Carregue em «Verificar agora».';
}

const networkAdvices: Readonly<Partial<Record<CheckOutcome, string>>> = {
  ok: 'Nada a fazer.',
  no_network: advices.no_network(nobody()),
  dns: 'Nenhum nome de fornecedor se resolve bem. Corrija os servidores de nomes deste servidor (/etc/resolv.conf) e verifique de novo.',
  refused:
    'As ligações aos fornecedores foram recusadas ou cortadas. Autorize na firewall a saída deste servidor para os endereços da lista.',
  timeout:
    'Nenhum fornecedor respondeu a tempo. Autorize na firewall a saída deste servidor para os endereços da lista.',
  tls: 'Os certificados que vieram não são de uma autoridade conhecida: a rede intercepta as ligações, ou o relógio está errado. Peça que os endereços da lista não sejam interceptados, ou indique a autoridade da rede em NODE_EXTRA_CA_CERTS e reinicie a plataforma.',
  captive_portal:
    'Em vez de dados vêm páginas da rede (portal de entrada ou proxy). Autentique este servidor nesse portal, ou peça que os endereços da lista sejam isentos, e verifique de novo. Nada do que veio foi guardado.',
  nothing_to_ask: 'Ainda nenhum fornecedor foi contactado.',
};

/** Advice on the lines of this machine itself, which have no button of their own. */
export const beforeAnyCheck = 'Carregue em «Verificar tudo agora».';

/** Advice on this machine's own network. */
export function networkAdviceOf(outcome: CheckOutcome | null): string {
  return outcome === null ? beforeAnyCheck : (networkAdvices[outcome] ?? '');
}

function nobody(): AdviceFacts {
  const names = { connectorId: '', connectorName: '', credentialNames: [], host: '' };
  return { ...names, skewMs: null, takesFiles: false, hasDelivered: true, isListening: false, isForbidden: false };
}

export function clockAdviceOf(outcome: CheckOutcome | null, skewMs: number | null): string {
  if (outcome === null) return 'Sem resposta que diga a hora, não há com que comparar. Resolva primeiro a rede.';
  if (outcome === 'ok') return 'Nada a fazer.';
  return `${clockSentence(skewMs)} Acerte-o e ligue a sincronização (NTP: timedatectl set-ntp true).`;
}

function clockSentence(skewMs: number | null): string {
  const minutes = formatCount(Math.round(Math.abs(skewMs ?? 0) / 60_000), 'minuto', 'minutos');
  return `O relógio deste servidor está ${minutes} ${(skewMs ?? 0) > 0 ? 'atrasado' : 'adiantado'}.`;
}

export function networkDetail(
  outcomes: readonly CheckOutcome[],
  connected: boolean,
  nameServers: readonly string[],
): string {
  const asked = askedOf(outcomes);
  const reached = asked.filter(isReached).length;
  return [
    connected ? 'Há uma interface de rede ativa' : 'Nenhuma interface de rede ativa',
    `servidores de nomes: ${nameServers.join(', ') || 'nenhum'}`,
    `${reached} de ${asked.length} fornecedores contactados responderam`,
  ].join('; ');
}
