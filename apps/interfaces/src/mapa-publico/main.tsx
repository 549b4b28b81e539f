import { lazy, Suspense } from 'react';
import { startLinkedPage } from '../shared/start-page.tsx';
import { createPublicClient, tokenOf } from './public-client.ts';
import { publicMapTexts as texts } from './texts.pt.ts';

const PublicMap = lazy(() => import('./public-map.tsx').then((module) => ({ default: module.PublicMap })));
const PublicModelMap = lazy(() =>
  import('./public-model-map.tsx').then((module) => ({ default: module.PublicModelMap })),
);

const token = tokenOf(location.pathname);
const isOfModel = location.pathname.startsWith('/modelo/');
await startLinkedPage(
  // A link copied from a frame opens outside it.
  token === null
    ? null
    : { path: `/${isOfModel ? 'modelo' : 'mapa'}/${token}`, clientAt: (base) => createPublicClient(base, token) },
  <Suspense fallback={null}>{isOfModel ? <PublicModelMap /> : <PublicMap />}</Suspense>,
  texts.badAddress,
);
