/** After a test that failed: what each open page showed, beside the line it stopped at. */
import { afterEach } from 'vitest';
import { openContexts } from './browser.ts';

const shownCharacters = 1500;
const askMs = 3_000;

afterEach(async ({ task }) => {
  if ((task.result?.errors ?? []).length === 0) return;
  const pages = [...openContexts].flatMap((context) => context.pages());
  for (const page of pages) {
    // A page that no longer answers must not hold the next test.
    const never = new Promise<string>((resolve) => setTimeout(resolve, askMs, 'não respondeu'));
    const shown = page.evaluate(() => {
      const raised = [...document.querySelectorAll('[role="dialog"], [role="alert"], [role="status"]')];
      const parts = raised.length === 0 ? [document.body] : raised;
      return `em linha: ${navigator.onLine}\n${parts.map((part) => part.textContent).join('\n---\n')}`;
    });
    const told = await Promise.race([shown, never]).catch((error: unknown) => `fechada: ${String(error)}`);
    console.error(`${page.url()}\n${told.slice(0, shownCharacters)}`);
  }
});
