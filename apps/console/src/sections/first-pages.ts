/** Screens that a visit begins with: the first script knows them, so that they come beside the shell and not after it has run. */
export const firstPages = {
  home: () => import('./operations/home/page.tsx'),
  dashboard: () => import('./operations/dashboard/page.tsx'),
};
