import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApplication } from '../client/context.tsx';
import { forgetNoticeHeights } from '../platform/notice-height.ts';

/** Above both places: takes this tab to the sign-in page when the session ends, here or in another tab. */
export function Root() {
  const application = useApplication();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const location = useRouterState({ select: (state) => state.location });
  useEffect(
    () =>
      application.onSessionEnd((reason) => {
        queries.clear();
        forgetNoticeHeights(window.localStorage);
        if (location.pathname === '/login') return;
        const next = reason === 'expired' && location.searchStr !== '' ? { next: location.searchStr } : {};
        void navigate({ to: '/login', search: { reason, ...next } });
      }),
    [application, navigate, queries, location.pathname, location.searchStr],
  );
  return <Outlet />;
}
