import './login-styles.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { mount } from '../mount.tsx';
import { parseSearch, stringifySearch, validateLogin, validateSection } from '../search.ts';
import { carryOver, readFirstForm } from './first-form.ts';
import { LoginPage } from './login-page.tsx';

const loadConsole = () => import('../console-start.tsx');

/** The sign-in page on its own: the console's code comes once somebody begins to type, and takes the page over. */
export async function startSignIn(): Promise<void> {
  const place = await mount();
  const { next, reason } = validateLogin(parseSearch(window.location.search));
  const enter = () => {
    const search = next === undefined ? {} : validateSection(parseSearch(next));
    window.history.replaceState(null, '', `/${stringifySearch(search)}`);
    void loadConsole().then(({ showConsole }) => showConsole(place));
  };
  // The console is loaded once somebody types; a page that is only looked at loads nothing more.
  window.addEventListener('input', () => void loadConsole().catch(() => undefined), { once: true });
  // At one go: a key pressed between the reading of the first form and its end would be lost.
  flushSync(() =>
    place.show(
      <WithWhatWasTyped>
        <LoginPage reason={reason} onEnter={enter} />
      </WithWhatWasTyped>,
    ),
  );
}

/** The page, with what was typed while its code was on its way. */
function WithWhatWasTyped({ children }: { readonly children: ReactNode }) {
  // Read while the first form is still there: the first commit takes it away.
  const [typed] = useState(() => readFirstForm(document));
  useEffect(() => {
    if (typed !== null) carryOver(typed, document);
  }, [typed]);
  return children;
}
