import { z } from 'zod';

/**
 * Every error code the platform can answer: HTTP status and the Portuguese message.
 * Codes are stable: clients and docs/errors.md rely on them.
 */
export const errorCatalogue = {
  validation_failed: { status: 400, message: 'O pedido contém valores inválidos. Corrija os campos indicados.' },
  unauthenticated: { status: 401, message: 'Sessão inexistente ou expirada. Inicie sessão.' },
  invalid_credentials: { status: 401, message: 'Credenciais inválidas. Verifique os dados e tente de novo.' },
  refresh_rejected: { status: 401, message: 'A sessão já não é válida. Inicie sessão de novo.' },
  forbidden: { status: 403, message: 'O seu perfil não permite esta operação.' },
  link_invalid: { status: 403, message: 'Esta ligação não é válida ou já expirou.' },
  password_change_required: { status: 403, message: 'Mude a palavra-passe provisória antes de continuar.' },
  two_step_required: { status: 403, message: 'Configure a verificação em dois passos antes de continuar.' },
  feature_off: { status: 403, message: 'Esta função foi desligada por um administrador.' },
  not_found: { status: 404, message: 'O recurso pedido não existe.' },
  method_not_allowed: { status: 405, message: 'Método não permitido neste endereço.' },
  already_running: { status: 409, message: 'Já existe uma execução em curso.' },
  conflict: { status: 409, message: 'O pedido entra em conflito com o estado atual.' },
  idempotency_mismatch: { status: 409, message: 'A chave de idempotência já foi usada com outro pedido.' },
  precondition_failed: { status: 412, message: 'O recurso mudou entretanto. Leia-o de novo antes de o alterar.' },
  export_too_large: { status: 413, message: 'São mais registos do que um ficheiro imediato leva.' },
  payload_too_large: { status: 413, message: 'O pedido excede o tamanho permitido.' },
  unsupported_media_type: { status: 415, message: 'Tipo de conteúdo não suportado. Envie JSON.' },
  service_protected: { status: 409, message: 'Este serviço não se pode parar.' },
  service_outside: { status: 409, message: 'Este serviço está noutro lugar, e esta operação só se faz nele.' },
  read_only: { status: 409, message: 'Esta área pertence à plataforma e só se pode ler.' },
  password_weak: { status: 422, message: 'A palavra-passe não cumpre as regras de segurança.' },
  sql_refused: { status: 422, message: 'Esta consulta não é permitida: só uma consulta de leitura de cada vez.' },
  sql_failed: { status: 422, message: 'A base de dados recusou a consulta.' },
  sql_cancelled: { status: 409, message: 'A consulta foi cancelada.' },
  totp_invalid: { status: 422, message: 'Código de verificação inválido ou já usado.' },
  range_not_satisfiable: { status: 416, message: 'O intervalo pedido está fora do objeto.' },
  locked_out: { status: 429, message: 'Demasiadas tentativas falhadas. Aguarde e tente de novo.' },
  rate_limited: { status: 429, message: 'Demasiados pedidos. Aguarde alguns segundos e tente de novo.' },
  internal: { status: 500, message: 'Ocorreu um erro interno. Tente de novo; se persistir, contacte o suporte.' },
  not_supported: { status: 501, message: 'Esta operação não existe na plataforma.' },
  provider_failed: { status: 502, message: 'O fornecedor externo não respondeu corretamente.' },
  unavailable: { status: 503, message: 'Serviço temporariamente indisponível. Tente de novo dentro de momentos.' },
  maintenance: { status: 503, message: 'A plataforma está em manutenção. Tente de novo mais tarde.' },
  service_stopped: { status: 503, message: 'Este serviço foi parado por um operador.' },
  disk_full: {
    status: 507,
    message: 'A plataforma está sem espaço em disco e não recebe ficheiros novos. Avise quem a administra.',
  },
  timeout: { status: 504, message: 'A operação excedeu o tempo limite.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** RFC 9457 problem, carrying also the envelope's `success`, `error` and `message` of the console API. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.enum(errorCodes),
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  requestId: z.string(),
  /** True when the fault lies with a provider or another service, not with this one. */
  downstream: z.boolean().optional(),
  retryAfterSeconds: z.number().int().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export type Problem = z.infer<typeof problemSchema>;
