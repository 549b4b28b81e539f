/// <reference types="vite/client" />
import './boot.ts';
import '@mantine/core/styles.layer.css';
import '@kianda/ui/theme/fonts.ts';
import '@kianda/ui/theme/tokens.css';
import '@kianda/ui/theme/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoot } from './app-root.tsx';
import { createApplication } from './client/application.ts';
import { browserEnvironment } from './platform/browser-environment.ts';
import { browserClock } from './platform/clock.ts';
import { listenForInstall } from './platform/install-prompt.ts';
import { registerFileCache } from './platform/keep-files.ts';
import { loadPreferences } from './platform/preferences-store.ts';
import { createConsoleRouter } from './router.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('main: index.html has no element with id "root"');

listenForInstall(window);
const application = createApplication(browserEnvironment());
const router = createConsoleRouter(application);
const preferences = await loadPreferences();

createRoot(element).render(
  <StrictMode>
    <AppRoot application={application} clock={browserClock} preferences={preferences}>
      <RouterProvider router={router} />
    </AppRoot>
  </StrictMode>,
);

// Under `npm run dev` files change all the time.
if (import.meta.env.PROD) void registerFileCache(window);
