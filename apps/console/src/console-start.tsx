import '@mantine/core/styles.layer.css';
import { RouterProvider } from '@tanstack/react-router';
import { mount, type Place } from './mount.tsx';
import { createConsoleRouter } from './router.tsx';

/** The console, from the address on. */
export async function startConsole(): Promise<void> {
  showConsole(await mount());
}

/** The console in place of what a page shows, with the session and the answers that it has. */
export function showConsole({ application, show }: Place): void {
  show(<RouterProvider router={createConsoleRouter(application)} />);
}
