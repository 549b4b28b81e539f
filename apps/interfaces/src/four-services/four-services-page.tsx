import { SkeletonLines } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { Degrees } from '../page-frame/degrees.tsx';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import styles from './four-services.module.css';
import { LimitsService } from './limits-service.tsx';
import { serviceFields } from './service-props.ts';
import { serviceTexts as texts } from './texts.pt.ts';

// Each service brings its own part of the contract: the limits stand while the others come.
const SpeciesService = lazy(() =>
  import('./species-service.tsx').then((module) => ({ default: module.SpeciesService })),
);
const CoastService = lazy(() => import('./coast-service.tsx').then((module) => ({ default: module.CoastService })));
const McdaService = lazy(() => import('./mcda-service.tsx').then((module) => ({ default: module.McdaService })));

const services = [
  ['species', SpeciesService],
  ['limits', LimitsService],
  ['coast', CoastService],
  ['mcda', McdaService],
] as const;

/** Four services at one place: species, maritime limits, coast, and several criteria. */
export function FourServicesPage() {
  const [state, change, fragment] = useAddress(serviceFields);
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      <div className={styles.page}>
        <fieldset className={styles.place}>
          <legend>{texts.place}</legend>
          <Degrees label={texts.lat} value={state.lat} range={[-90, 90]} onValue={(lat) => change({ lat })} />
          <Degrees label={texts.lon} value={state.lon} range={[-180, 180]} onValue={(lon) => change({ lon })} />
        </fieldset>
        <div className={styles.services}>
          {services.map(([id, Service]) => (
            <Suspense key={id} fallback={<SkeletonLines lines={8} />}>
              <Service state={state} change={change} />
            </Suspense>
          ))}
        </div>
      </div>
    </PageFrame>
  );
}
