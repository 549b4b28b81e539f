/** Writes docs/errors.md from the contract's catalogue of errors: `node tools/generate-errors.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonErrors, type ErrorCode, errorCatalogue, errorCodes } from '@kianda/contract';

export const errorsPage = join(import.meta.dirname, '../docs/errors.md');

/** Advice for whoever receives the error. A code without advice does not compile. */
const advice: Readonly<Record<ErrorCode, string>> = {
  validation_failed:
    'Leia `issues`: cada entrada traz o caminho do campo e o que se esperava. Repetir sem mudar dá o mesmo.',
  unauthenticated: 'Renove o token em `POST /admin-api/auth/refresh`, uma vez; se falhar, inicie sessão.',
  invalid_credentials:
    'Confirme o e-mail, a palavra-passe e o código de verificação. A resposta não diz qual deles falhou, de propósito.',
  refresh_rejected:
    'Inicie sessão de novo. Um token de renovação só serve uma vez; se serviu duas, alguém pode tê-lo copiado, e a sessão inteira terminou.',
  forbidden: 'Peça a um administrador o perfil adequado; veja `docs/permissoes.md`.',
  link_invalid: 'Peça uma ligação nova a quem a partilhou.',
  password_change_required:
    'Mude a palavra-passe em `POST /admin-api/auth/password`, e repita o pedido com o token novo.',
  two_step_required:
    'Configure-a em `POST /admin-api/auth/totp/enrol` e `/auth/totp/confirm`, e repita o pedido com o mesmo token.',
  feature_off: 'Peça a um administrador que ligue a função em Configurações Sistema.',
  not_found: 'Confirme o endereço e o identificador.',
  method_not_allowed: 'Use um dos métodos do cabeçalho `Allow`.',
  already_running: 'Espere que a execução em curso termine, ou cancele-a.',
  conflict: 'Leia de novo o estado atual e refaça o pedido a partir dele.',
  idempotency_mismatch: 'Use uma chave nova para cada pedido diferente; a mesma só para repetir o mesmo pedido.',
  precondition_failed: 'O recurso mudou desde que o cliente o leu (If-Match).',
  export_too_large:
    'Restrinja os filtros ou o período, ou peça a exportação em segundo plano em `POST /admin-api/vessels/exports`.',
  payload_too_large: 'Divida o pedido em partes.',
  unsupported_media_type: 'Envie o corpo em JSON, com `content-type: application/json`.',
  service_protected: 'Leia a `message`, que diz porquê.',
  service_outside: 'Faça a operação no próprio serviço, cujo endereço está em `KIANDA_SERVICE_…_URL`.',
  read_only: 'Crie uma área sua e grave lá; o que a plataforma guarda só se altera por ela.',
  password_weak:
    'Siga a `message`, que diz qual é a regra: comprimento, palavras comuns, o próprio e-mail, a palavra-passe anterior.',
  totp_invalid: 'Espere pelo código seguinte da aplicação e confirme a hora do telefone.',
  sql_refused: 'Leia a `message`, que diz o que a consulta tem de proibido; os limites estão no guia (Bases de dados).',
  sql_failed: 'Leia a `message`, que traz o erro da base de dados, e corrija a consulta.',
  sql_cancelled: 'Execute a consulta de novo, se ainda a quiser.',
  range_not_satisfiable: 'Peça um intervalo dentro do tamanho do objeto, que vem em `Content-Length`.',
  locked_out: 'Espere os segundos de `Retry-After`. Um administrador vê as tentativas na auditoria.',
  rate_limited: 'Espere os segundos de `Retry-After`. O limite é `KIANDA_RATE_LIMIT_PER_MINUTE`.',
  internal:
    'Repita uma vez. Se persistir, envie o `requestId` ao suporte: no registo do servidor está a causa inteira.',
  not_supported: 'Leia a `message`: é o que o Keycloak tem e a plataforma não. Repetir dá o mesmo.',
  provider_failed:
    'A falha é do fornecedor (`downstream: true`). Os dados já recolhidos continuam disponíveis; repita mais tarde.',
  unavailable: 'Repita depois dos segundos de `Retry-After`. Se persistir, veja `/readyz` e o registo.',
  maintenance: 'Espere os segundos de `Retry-After`; a `message` diz o que se passa e até quando.',
  service_stopped: 'Um operador parou este serviço; volta quando o puser a andar.',
  disk_full:
    'Liberte espaço no disco que a mensagem nomeia, ou baixe `KIANDA_DISK_RESERVE_MEGABYTES`; o alerta diz quanto falta.',
  timeout: 'Peça menos (um período ou uma área menores). O limite é `KIANDA_REQUEST_TIMEOUT_SECONDS`.',
};

/** The page, in Portuguese: each code with its status, its message and what to do. */
export function errorsMarkdown(): string {
  const common: readonly ErrorCode[] = commonErrors;
  const rows = errorCodes.map((code) => {
    const { status, message } = errorCatalogue[code];
    return `| \`${code}\` | ${status} | ${message} | ${advice[code]} | ${common.includes(code) ? 'sim' : '–'} |`;
  });
  return `# Erros

Esta página é gerada a partir do catálogo de erros do contrato (\`packages/contract/src/core/problem.ts\`) por
\`node tools/generate-errors.ts\`; não a edite à mão.

Um pedido recusado ou falhado recebe um documento \`application/problem+json\` (RFC 9457). O \`code\` é estável: é por ele,
e não pelo texto, que um programa decide. \`message\` é o texto para o utilizador (por vezes mais preciso do que o desta
tabela), \`requestId\` encontra o pedido no registo do servidor, \`retryAfterSeconds\` repete o cabeçalho \`Retry-After\`, e
\`downstream: true\` diz que a falha é de um fornecedor ou de outro serviço. Um 5xx nunca conta pormenores do servidor.

\`\`\`json
{
  "type": "https://kianda.invalid/erros/not_found",
  "title": "Not Found",
  "status": 404,
  "instance": "/admin-api/connectors/nada",
  "code": "not_found",
  "success": false,
  "error": "not_found",
  "message": "${errorCatalogue.not_found.message}",
  "requestId": "5b2f0c0e-5a3b-4f59-9f6c-1f0a6a0a4d1e"
}
\`\`\`

| Código | Estado | Mensagem | O que fazer | Em qualquer endereço |
|---|--:|---|---|:-:|
${rows.join('\n')}

Os endereços que podem responder com os outros códigos dizem-no na página da API (\`/admin-api/openapi.json\`).
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(errorsPage, errorsMarkdown());
