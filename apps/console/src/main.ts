/**
 * First script of the page, and the only one that the page names: small, so that the part which is needed begins to load
 * at once. Who is signed in needs the console; anybody else, the sign-in page, which is a third of it.
 */
import { readNumberTables } from '@kianda/format/first-number';
import { showFirstForm } from './login/first-form.ts';
import { askAhead } from './platform/answer-ahead.ts';
import { signInPath, startsAtSignIn } from './platform/first-place.ts';
import { pageNamed } from './sections/pages.ts';

const { location, localStorage, history, document, navigator } = window;
if (startsAtSignIn(location, localStorage)) {
  if (location.pathname === '/') history.replaceState(null, '', signInPath(location.search));
  showFirstForm(document);
  void import('./login/login-start.tsx').then(({ startSignIn }) => startSignIn());
} else {
  void import('./console-start.tsx').then(({ startConsole }) => startConsole());
  if (location.pathname === '/') {
    // Without a network the console reads its copy, and asks nothing.
    if (navigator.onLine) askAhead(localStorage);
    const page = pageNamed(new URLSearchParams(location.search).get('section') ?? 'home');
    // A screen whose files do not come is asked for again when it is shown, and its failure is told there.
    page?.().catch(() => undefined);
  }
  // The first screen has numbers: what they need is read while the line is waited for.
  setTimeout(readNumberTables);
}
