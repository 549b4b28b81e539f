import type { DataOf } from '@kianda/contract';
import type { checkFrame } from '@kianda/contract/open/interfaces/interfaces.contract';
import { framingRefusal } from './frame-policy.rules.ts';

export type FrameReport = DataOf<typeof checkFrame>;
type Reason = FrameReport['reason'];

const timeoutMs = 5_000;
/** Redirects followed, as a browser would; each address is held to the same list. */
const longestDetour = 5;

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
  options: { allowedOrigins: readonly string[]; consoleOrigin: string; nowIso: string; timeoutMs?: number },
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
  const startedMs = performance.now();
  const deadline = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  let address = new URL(url);
  try {
    for (let hops = 0; ; hops += 1) {
      if (!options.allowedOrigins.includes(address.origin)) return report('host_not_allowed');
      const response = await fetch(address, { redirect: 'manual', signal: deadline });
      await response.body?.cancel();
      const { status, headers } = response;
      const measured = { status, latencyMs: performance.now() - startedMs };
      const location = status >= 300 && status < 400 ? headers.get('location') : null;
      if (location !== null && hops < longestDetour && URL.canParse(location, address)) {
        address = new URL(location, address);
        continue;
      }
      if (status >= 300) {
        return report('http_error', { ...measured, detail: `O servidor respondeu HTTP ${status}.` });
      }
      if (!(headers.get('content-type') ?? '').includes('html')) return report('not_html', measured);
      return report(framingRefusal(headers, address.origin, options.consoleOrigin) ?? 'ok', measured);
    }
  } catch (error) {
    return report(networkReason(error));
  }
}

function networkReason(error: unknown): Reason {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  const code = cause?.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_found';
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code.includes('SSL')) return 'tls';
  return 'connection_refused';
}
