import type { DataOf } from '@kianda/contract';
import type { checkFrame } from '@kianda/contract/interfaces/interfaces.contract';

export type FrameReport = DataOf<typeof checkFrame>;
type Reason = FrameReport['reason'];

const timeoutMs = 5_000;

const messages: Readonly<Record<Reason, string>> = {
  ok: 'A página pode ser mostrada embutida.',
  host_not_allowed: 'Este endereço não pertence aos serviços configurados da plataforma.',
  connection_refused: 'O servidor da página recusou a ligação. Verifique se o serviço está a funcionar.',
  name_not_found: 'O nome do servidor não existe.',
  timeout: 'A página não respondeu em 5 segundos.',
  tls: 'O certificado do servidor não é válido.',
  http_error: 'O servidor respondeu com um erro.',
  x_frame_options: 'A página proíbe ser embutida (X-Frame-Options). Abra-a num separador novo.',
  frame_ancestors: 'A página só aceita ser embutida por outros endereços (frame-ancestors). Abra-a num separador novo.',
  not_html: 'O endereço não devolve uma página.',
};

/**
 * Asks for a page as a browser would and says whether `consoleOrigin` may frame it, and if not, why.
 * Only hosts of `allowedOrigins` are asked: the check must not become a way to look around the network.
 */
export async function checkFrameAt(
  url: string,
  options: { allowedOrigins: readonly string[]; consoleOrigin: string; nowIso: string },
): Promise<FrameReport> {
  const report = (
    reason: Reason,
    extra: { status?: number; latencyMs?: number; detail?: string } = {},
  ): FrameReport => ({
    url,
    embeddable: reason === 'ok',
    reason,
    message: extra.detail ?? messages[reason],
    status: extra.status ?? null,
    latencyMs: extra.latencyMs ?? null,
    checkedAt: options.nowIso,
  });
  if (!options.allowedOrigins.includes(new URL(url).origin)) return report('host_not_allowed');
  const startedMs = performance.now();
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    const measured = { status: response.status, latencyMs: performance.now() - startedMs };
    if (response.status >= 400) {
      return report('http_error', { ...measured, detail: `O servidor respondeu HTTP ${response.status}.` });
    }
    if (!(response.headers.get('content-type') ?? '').includes('html')) return report('not_html', measured);
    return report(framingRefusal(response.headers, new URL(url).origin, options.consoleOrigin) ?? 'ok', measured);
  } catch (error) {
    return report(networkReason(error));
  }
}

/** Which header keeps `framer` from framing a page of `origin`; null when none does. */
export function framingRefusal(headers: Headers, origin: string, framer: string): Reason | null {
  const policy = headers.get('content-security-policy') ?? '';
  const ancestors = /(?:^|;)\s*frame-ancestors\s+([^;]*)/i.exec(policy)?.[1];
  // Browsers ignore X-Frame-Options where frame-ancestors is present.
  if (ancestors !== undefined) {
    const sources = ancestors.trim().split(/\s+/);
    const allowed = sources.some(
      (source) => source === '*' || source === framer || (source === "'self'" && origin === framer),
    );
    return allowed ? null : 'frame_ancestors';
  }
  const option = headers.get('x-frame-options')?.trim().toUpperCase();
  if (option === 'DENY' || (option === 'SAMEORIGIN' && origin !== framer)) return 'x_frame_options';
  return null;
}

function networkReason(error: unknown): Reason {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  const code = cause?.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_found';
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code.includes('SSL')) return 'tls';
  return 'connection_refused';
}
