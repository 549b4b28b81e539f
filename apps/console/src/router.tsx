import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Application } from './client/application.ts';
import { parseSearch, type SectionSearch, stringifySearch, validateLogin, validateSection } from './search.ts';
import { NotFound } from './shell/not-found.tsx';
import { Root } from './shell/root.tsx';
import { RouteError } from './shell/route-error.tsx';
import { SignedIn } from './shell/signed-in.tsx';

type Context = { readonly application: Application };

const rootRoute = createRootRouteWithContext<Context>()({ component: Root });

export const sectionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: validateSection,
  beforeLoad: ({ context, location }) => {
    if (context.application.keeper.tokens() !== null) return;
    throw redirect({ to: '/login', search: location.searchStr === '' ? {} : { next: location.searchStr } });
  },
  component: SignedIn,
});

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: validateLogin,
  component: lazyRouteComponent(() => import('./login/login-route.tsx'), 'LoginRoute'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/convite',
  component: lazyRouteComponent(() => import('./login/invitation-page.tsx'), 'InvitationPage'),
});

const routeTree = rootRoute.addChildren([sectionRoute, loginRoute, invitationRoute]);

/** The console's router: `/` with its section in the address, `/login`, and `/convite` for links that open accounts. */
export function createConsoleRouter(application: Application) {
  return createRouter({
    routeTree,
    context: { application },
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    scrollRestoration: true,
    notFoundMode: 'root',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

export type { SectionSearch };
