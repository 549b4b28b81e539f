/// <reference types="vite/client" />
import './boot.ts';
import '@kianda/ui/theme/tokens.css';
import '@kianda/ui/theme/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoot } from './app-root.tsx';
import { type Application, createApplication } from './client/application.ts';
import { browserEnvironment } from './platform/browser-environment.ts';
import { browserClock } from './platform/clock.ts';
import { isGoodLine } from './platform/good-line.ts';
import { listenForInstall } from './platform/install-prompt.ts';
import { hasFileCache, registerFileCache } from './platform/keep-files.ts';
import { loadPreferences } from './platform/preferences-store.ts';
import { whenIdle } from './platform/when-idle.ts';

/** The page's one React root: what it shows changes, the client layer and its answers below it stay. */
export type Place = { readonly application: Application; readonly show: (content: ReactNode) => void };

/** Begins the page over this browser. Throws where the page has no element for it. */
export async function mount(): Promise<Place> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('mount: index.html has no element with id "root"');
  listenForInstall(window);
  const application = createApplication(browserEnvironment());
  const preferences = await loadPreferences();
  const root = createRoot(element);
  // Words are read in the browser's own letters until ours have come; they never hold a script up. A bad line has them once
  // the browser keeps files: they weigh a fifth of a first visit.
  if (isGoodLine(window) || hasFileCache(window)) whenIdle(window, () => void import('@kianda/ui/theme/fonts.ts'));
  // Under `npm run dev` files change all the time.
  if (import.meta.env.PROD) whenIdle(window, () => void registerFileCache(window));
  return {
    application,
    show: (content) =>
      root.render(
        <StrictMode>
          <AppRoot application={application} clock={browserClock} preferences={preferences}>
            {content}
          </AppRoot>
        </StrictMode>,
      ),
  };
}
