import { formatBytes, formatCount } from '@kianda/format';

export type PageHealth = { readonly state: 'good' | 'caution' | 'bad'; readonly detail: string };

const timeoutMs = 5_000;
/** Longest that a page may be before it counts as a fault: none of ours comes near. */
const longestPage = 2_000_000;

/** Files of its own origin that a page names in its markup. */
export function filesNamed(markup: string): readonly string[] {
  const named = markup.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"/][^"]*|[\w.-]+\.(?:css|js))"/g);
  return [...new Set([...named].map(([, file = '']) => file))];
}

/** Asks for a page and each file that it names, as a browser would. Only addresses below `baseUrl` are asked. */
export async function checkPage(baseUrl: string, file: string, signal: AbortSignal): Promise<PageHealth> {
  const address = new URL(file, `${baseUrl.replace(/\/+$/, '')}/`);
  const ask = (url: URL, method: 'GET' | 'HEAD') =>
    fetch(url, { method, redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
  try {
    const page = await ask(address, 'GET');
    if (!page.ok) return { state: 'bad', detail: `A página responde com HTTP ${page.status}.` };
    if (!(page.headers.get('content-type') ?? '').includes('html')) {
      return { state: 'bad', detail: 'O endereço não devolve uma página.' };
    }
    const markup = (await page.text()).slice(0, longestPage);
    const files = filesNamed(markup);
    const answers = await Promise.all(
      files.map(async (name) => {
        const answer = await ask(new URL(name, address), 'HEAD');
        return { name, isThere: answer.ok, bytes: Number(answer.headers.get('content-length') ?? 0) };
      }),
    );
    const lost = answers.filter(({ isThere }) => !isThere).map(({ name }) => name);
    if (lost.length > 0) return { state: 'bad', detail: `Faltam ficheiros da página: ${lost.slice(0, 5).join(', ')}.` };
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, markup.length);
    return {
      state: 'good',
      detail: `Responde, com ${formatCount(files.length, 'ficheiro', 'ficheiros')} (${formatBytes(bytes)}).`,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { state: 'bad', detail: 'A página não responde.' };
  }
}
