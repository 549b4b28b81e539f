import '@mantine/core/styles.layer.css';
import { RouterProvider } from '@tanstack/react-router';
import { mount, type Place } from './mount.tsx';
import { createConsoleRouter } from './router.tsx';
import { fetchSection } from './sections/first-section.ts';

/** The console, from the address on. */
export async function startConsole(): Promise<void> {
  // Its files come while the account is asked for, not after it.
  fetchSection(window.location.search);
  showConsole(await mount());
}

/** The console in place of what a page shows, with the session and the answers that it has. */
export function showConsole({ application, show }: Place): void {
  show(<RouterProvider router={createConsoleRouter(application)} />);
}
